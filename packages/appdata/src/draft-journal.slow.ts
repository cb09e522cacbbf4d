import { testKilledWriters, testTornJournals, useJournalFolder } from './draft-journal.testkit.ts'

useJournalFolder()

testKilledWriters(50)
testTornJournals(200)
