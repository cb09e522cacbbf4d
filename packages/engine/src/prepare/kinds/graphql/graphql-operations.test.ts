import { Kind, parse } from 'graphql'
import { expect, test } from 'vitest'
import { graphQlOperations, isSubscription, operationToRun } from './graphql-operations.ts'

/** Valid queries, whose operations the parser of `graphql` names. */
const valid = [
  '{ books { title } }',
  'query { books }',
  'query Books { books }',
  'query Books($first: Int = 3, $in: Input = { query: "mutation X {" }) @live(if: true) { books }',
  'mutation Add { add } query Books { books } subscription Added { added }',
  '# query Hidden { a }\nquery Shown { a(text: "} query Inner {") }',
  'query A { a(text: """ } query "" Inner { \\""" """) } query B { b }',
  'fragment query on Query { books } query Books { ...query }',
  'query query { query } mutation mutation { mutation }',
  'query A{a{b}}mutation M{c}',
  'subscription ,,, S # comment\n { s }',
]

test.each(valid)('the operations of %j are those that the parser reads', query => {
  const expected = parse(query).definitions.flatMap(one =>
    one.kind === Kind.OPERATION_DEFINITION ? [{ name: one.name?.value ?? null, kind: one.operation }] : [],
  )
  expect(graphQlOperations(query)).toEqual(expected)
})

test.each([
  ['', []],
  ['query', [{ name: null, kind: 'query' }]],
  ['query Unfinished { books {', [{ name: 'Unfinished', kind: 'query' }]],
  ['{{fragments}} query A { {{field}} }', [{ name: 'A', kind: 'query' }]],
  ['query {{name}} { a }', [{ name: '{{name}}', kind: 'query' }]],
  ['query A { a(b: "never closed) }', [{ name: 'A', kind: 'query' }]],
  ['}}}} query A { a }', [{ name: 'A', kind: 'query' }]],
])('a query need not be valid: %j', (query, expected) => {
  expect(graphQlOperations(query)).toEqual(expected)
})

test('ten thousand braces are read', () => {
  expect(graphQlOperations(`query Deep ${'{ a '.repeat(10_000)}`)).toEqual([{ name: 'Deep', kind: 'query' }])
})

test('the operation that runs is the named one, or the first', () => {
  const two = 'query A { a } mutation B { b }'
  expect(operationToRun(two, 'B')).toEqual({ name: 'B', kind: 'mutation' })
  expect(operationToRun(two, 'C')).toBeNull()
  expect(operationToRun(two, undefined)).toEqual({ name: 'A', kind: 'query' })
  expect(operationToRun('fragment F on A { a }', undefined)).toBeNull()
  expect(operationToRun('{ a }', undefined)).toEqual({ name: null, kind: 'query' })
})

test.each([
  ['subscription { a }', undefined, true],
  ['subscription A { a }', 'A', true],
  ['query A { a } subscription B { b }', 'B', true],
  ['query A { a } subscription B { b }', 'A', false],
  ['query A { a } subscription B { b }', undefined, false],
  ['{ subscription }', undefined, false],
  ['# subscription\n{ a }', undefined, false],
])('whether %j with the name %j is a subscription: %j', (query, operationName, expected) => {
  const name = operationName === undefined ? {} : { operationName }
  expect(isSubscription({ type: 'graphql', query, variables: '', ...name })).toBe(expected)
  expect(isSubscription({ type: 'raw', language: 'text', text: query })).toBe(false)
})
