import { testWays } from './grpc-ways.testkit.ts'

testWays(false)
