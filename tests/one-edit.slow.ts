import { evenlySpaced } from '@parley/testkit/evenly-spaced'
import { documents, requestFiles, testCorpusEdits, testGeneratedEdits } from './one-edit.testkit.ts'

testCorpusEdits(evenlySpaced(requestFiles, 90), evenlySpaced(documents, 20), 2)
testGeneratedEdits(150, 3)
