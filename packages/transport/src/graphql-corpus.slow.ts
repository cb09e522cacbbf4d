import { corpusPairs, isCorpusPresent } from '@parley/testkit/graphql-corpus'
import { corpus, needs } from '@parley/testkit/needs'
import { describe } from 'vitest'
import { testPairs } from './graphql-corpus.testkit.ts'

describe('sends of the corpus', needs(isCorpusPresent, corpus), () => testPairs(corpusPairs))
