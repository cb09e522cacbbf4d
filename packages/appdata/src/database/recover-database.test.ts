import { testDamagedPages, testRecovery, testStoppedRepairs } from './recover-database.testkit.ts'

testRecovery()
testDamagedPages(9)
testStoppedRepairs(8)
