import { testCorpus } from '../../packages/convert/src/import/corpus.testkit.ts'

testCorpus(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
