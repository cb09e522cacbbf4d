import { evenlySpaced } from '@parley/testkit/evenly-spaced'
import { documents, requestFiles, testCorpusEdits, testGeneratedEdits } from './one-edit.testkit.ts'

testCorpusEdits(requestFiles, evenlySpaced(documents, 100), 3)
testGeneratedEdits(2000, 10)
