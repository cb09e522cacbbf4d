import { testLargeFile } from './body-types.testkit.ts'

testLargeFile(200)
