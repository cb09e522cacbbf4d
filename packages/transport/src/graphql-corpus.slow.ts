import { corpusPairs } from '@parley/testkit/graphql-corpus'
import { corpus, needs } from '@parley/testkit/needs'
import { describe, test } from 'vitest'
import { testPairs } from './graphql-corpus.testkit.ts'

describe('sends of the corpus', needs(corpusPairs.length > 0, corpus), () => {
  if (corpusPairs.length > 0) testPairs(corpusPairs)
  else test.todo('each pair of it')
})
