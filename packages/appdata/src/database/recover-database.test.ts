import {
  testDamagedPages,
  testRecovery,
  testStoppedRepairs,
  testTruncated,
  useDamagedFolder,
} from './recover-database.testkit.ts'

useDamagedFolder()

testRecovery()
testDamagedPages(9)
testStoppedRepairs(8)
testTruncated([0.5])
