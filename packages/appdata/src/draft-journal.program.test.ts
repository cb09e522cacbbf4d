import { testKilledWriters, useJournalFolder } from './draft-journal.testkit.ts'

useJournalFolder()

testKilledWriters(1)
