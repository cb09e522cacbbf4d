import { evenly } from '@parley/testkit/evenly'
import { corpusPairs } from '@parley/testkit/graphql-corpus'
import { testCorpusQueries } from './corpus-queries.testkit.ts'

testCorpusQueries(evenly(corpusPairs, 2))
