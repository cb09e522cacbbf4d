import { testCorpus } from './corpus.testkit.ts'

testCorpus(Number.POSITIVE_INFINITY, 1_000_000)
