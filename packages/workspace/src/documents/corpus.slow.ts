import { corpusFiles, testCorpus } from './corpus.testkit.ts'

testCorpus(corpusFiles)
