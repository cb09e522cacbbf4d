import { evenlySpaced } from '@parley/testkit/evenly-spaced'
import { requestFiles, testCorpusEdits, testGeneratedEdits } from './one-edit.testkit.ts'

testCorpusEdits(
  [
    ...requestFiles.filter(path => path.endsWith('/read-secret.yml')).slice(0, 1),
    ...evenlySpaced(requestFiles, 2),
  ],
  [],
  0,
)
testGeneratedEdits(15, 0)
