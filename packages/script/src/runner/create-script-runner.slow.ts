import { testLargeBody } from './create-script-runner.testkit.ts'

testLargeBody(200_000)
