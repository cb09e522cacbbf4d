import { describedFileErrors } from '@parley/files'
import {
  commandNames,
  testCreation,
  testErrors,
  testPowerFailures,
  testRefusals,
  testRetriesAndSnapshots,
  testTrashOnAnotherDisk,
  useFixture,
} from './faults.testkit.ts'

useFixture()

// Of the commands with the same operations one each. `kill-at-every-step.test.ts` stops all of them.
testErrors(
  [
    ['save', 'EIO'],
    ['add a collection', 'ENOSPC'],
    ['rename a folder', 'EACCES'],
    ['duplicate a folder', 'ENOSPC'],
    ['move a request', 'EIO'],
    ['delete a folder', 'EROFS'],
  ],
  'steps of each kind',
)

// Each reason once, and each command at least once.
testRefusals(
  describedFileErrors.map((code, index) => [commandNames[index % commandNames.length] ?? '', code] as const),
)

testCreation(['ENOSPC'])
testPowerFailures(1)
testTrashOnAnotherDisk()
testRetriesAndSnapshots()
