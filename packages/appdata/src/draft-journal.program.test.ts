import { testKilledWriters } from './draft-journal.testkit.ts'

testKilledWriters(3)
