import { testCorpus } from './corpus.testkit.ts'

testCorpus(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
