import {
  testDamagedPages,
  testStoppedRepairs,
  testTruncated,
  useDamagedFolder,
} from './recover-database.testkit.ts'

useDamagedFolder()

testDamagedPages(1)
testStoppedRepairs(Number.POSITIVE_INFINITY)
testTruncated([0.25, 0.5, 0.9])
