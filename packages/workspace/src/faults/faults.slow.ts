import { describedFileErrors } from '@parley/files'
import {
  commandNames,
  testCreation,
  testErrors,
  testPowerFailures,
  testRefusals,
  testStops,
  useFixture,
} from './faults.testkit.ts'

useFixture()

const pairsWith = (codes: readonly string[]) =>
  commandNames.flatMap(name => codes.map(code => [name, code] as const))

testErrors(pairsWith(['EIO', 'ENOSPC', 'EACCES', 'EROFS']), 'every step')
testStops(commandNames)
testRefusals(pairsWith(describedFileErrors))
testCreation(['EIO', 'ENOSPC'])
testPowerFailures(10)
