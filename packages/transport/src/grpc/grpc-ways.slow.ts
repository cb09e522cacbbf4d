import { testWays } from './grpc-ways.testkit.ts'

testWays(true)
