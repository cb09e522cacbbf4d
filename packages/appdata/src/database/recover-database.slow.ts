import { testDamagedPages, testStoppedRepairs, testTruncated } from './recover-database.testkit.ts'

testDamagedPages(1)
testStoppedRepairs(Number.POSITIVE_INFINITY)
testTruncated([0.25, 0.5, 0.9])
