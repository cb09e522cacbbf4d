import { corpusPairs } from '@parley/testkit/graphql-corpus'
import { testCorpusExplorer } from './corpus-explorer.testkit.ts'

testCorpusExplorer(corpusPairs)
