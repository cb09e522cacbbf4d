import { evenlySpaced } from '@parley/testkit/evenly-spaced'
import { documents, requestFiles, testCorpusEdits, testGeneratedEdits } from '../one-edit.testkit.ts'

testCorpusEdits(requestFiles, evenlySpaced(documents, 60), 2)
testGeneratedEdits(800, 10)
