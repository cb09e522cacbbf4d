import type { CorpusPair } from '@parley/testkit/graphql-corpus'
import { testPairs } from './graphql-corpus.testkit.ts'

const text = `interface Node { id: ID! } enum Kind { NOVEL }
  type Book implements Node { id: ID! titles: [String!]! kind: Kind }
  type Query { node(id: ID!): Node }
  type Mutation { add(title: String!): Book }
  type Subscription { added: Book }`
const schema: CorpusPair['schema'] = { format: 'sdl', text }

testPairs([
  {
    name: 'a query',
    query: 'query One($id: ID!) { node(id: $id) { id ... on Book { titles kind } } }',
    schema,
  },
  { name: 'a mutation', query: 'mutation Add($title: String!) { add(title: $title) { id titles } }', schema },
  { name: 'a subscription', query: 'subscription { added { id } }', schema },
  {
    name: 'one of several operations',
    query: '{ node(id: 1) { id } } query B { node(id: 2) { id } }',
    schema,
  },
])
