import {
  testDamagedPages,
  testRecovery,
  testStoppedRepairs,
  testTruncated,
} from './recover-database.testkit.ts'

testRecovery()
testDamagedPages(9)
testStoppedRepairs(8)
testTruncated([0.5])
