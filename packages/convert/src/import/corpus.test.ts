import { testCorpus } from './corpus.testkit.ts'

testCorpus(12, 100_000)
