import { testKilledWriters, testTornJournals } from './draft-journal.testkit.ts'

testKilledWriters(50)
testTornJournals(200)
