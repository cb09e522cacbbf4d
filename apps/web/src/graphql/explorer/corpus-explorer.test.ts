import { evenly } from '@parley/testkit/evenly'
import { corpusPairs } from '@parley/testkit/graphql-corpus'
import { testCorpusExplorer } from './corpus-explorer.testkit.ts'

testCorpusExplorer(evenly(corpusPairs, 2))
