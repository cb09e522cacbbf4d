import { testDamagedPages, testStoppedRepairs } from './recover-database.testkit.ts'

testDamagedPages(1)
testStoppedRepairs(Number.POSITIVE_INFINITY)
