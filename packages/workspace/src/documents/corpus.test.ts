import { evenlySpaced } from '@parley/testkit/evenly-spaced'
import { corpusFiles, testCorpus } from './corpus.testkit.ts'

const isOf = (name: string) => (path: string) => path.endsWith(`/${name}.yml`)
const environments = corpusFiles.filter(path => path.includes('/environments/'))
const rest = corpusFiles.filter(path => !path.includes('/environments/'))

// Some of each format, and one that its project keeps broken.
testCorpus([
  ...evenlySpaced(corpusFiles.filter(isOf('opencollection')), 3),
  ...evenlySpaced(corpusFiles.filter(isOf('folder')), 3),
  ...evenlySpaced(environments, 3),
  ...evenlySpaced(
    rest.filter(path => !isOf('opencollection')(path) && !isOf('folder')(path)),
    12,
  ),
  ...corpusFiles.filter(path => path.includes('invalid-tags-yml-request')).slice(0, 1),
])
