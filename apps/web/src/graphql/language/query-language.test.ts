import { firstIntrospection, introspectionQuery } from '@parley/engine'
import { corpusIntrospections, isCorpusPresent } from '@parley/testkit/graphql-corpus'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { buildSchema, graphqlSync, lexicographicSortSchema, printSchema } from 'graphql'
import { describe, expect, it, test } from 'vitest'
import { completeQuery } from './complete-query.ts'
import { describeName, findDefinition } from './describe-name.ts'
import { diagnoseQuery } from './diagnose-query.ts'
import { listOperations } from './list-operations.ts'
import { loadSchema } from './load-schema.ts'
import { maskVariables } from './mask-variables.ts'
import { operationAt } from './operation-at.ts'
import { parseDocument } from './parse-document.ts'

const schema = buildSchema(`
  type Query { "All books." books(first: Int = 10, in: Filter, colour: Colour): [Book!]! node(id: ID!): Node old: Int @deprecated(reason: "Use books") }
  type Mutation { addBook(title: String!): Book }
  interface Node { id: ID! }
  type Book implements Node { id: ID! title: String "Who wrote it." author: Author }
  type Author implements Node { id: ID! name: String }
  input Filter { "A year." year: Int! colour: Colour }
  "A colour." enum Colour { "Like fire." RED GREEN }
`)

/** The text and the position of `|` in it. */
function cursorIn(marked: string): readonly [text: string, position: number] {
  return [marked.replace('|', ''), marked.indexOf('|')]
}

test.each([
  '{{a}}',
  '{ a(id: {{id}}) { {{ field name }} } }',
  '"{{ümlaut ✓}}" # {{x}}',
  '{{{a}}}',
  '{ a {{}} }',
  '{{a\nb}}',
])('masking %j keeps all positions', text => {
  const { text: masked, variables } = maskVariables(text)
  expect(masked).toHaveLength(text.length)
  for (const { from, to } of variables) {
    expect(text.slice(from, to)).toMatch(/^\{\{[^{}]+\}\}$/)
    expect(masked.slice(from, to)).toMatch(/^[A-Z_a-z]\w*$/)
  }
  const isMasked = (at: number) => variables.some(({ from, to }) => at >= from && at < to)
  for (let at = 0; at < text.length; at += 1) if (!isMasked(at)) expect(masked[at]).toBe(text[at])
})

describe('diagnoseQuery', () => {
  const marked = (text: string) =>
    diagnoseQuery(text, schema).map(({ from, to, severity }) => `${severity} ${text.slice(from, to)}`)

  it.each([
    ['{ books { title } }', []],
    ['', []],
    ['# only a comment', []],
    ['{ books { titel } }', ['error titel']],
    ['{ books }', ['error books']],
    ['{ old }', ['warning old']],
    ['{ books(first: "x") { title } }', ['error "x"']],
    ['{ node { id } }', ['error node']],
    ['query Q($x: Int) { old }', ['error $x', 'warning old']],
    ['{ old } fragment F on Book { id }', ['warning old', 'warning F']],
    ['{ books { title }', ['error ']],
    ['{ books { title } } }', ['error }']],
  ])('%j', (text, expected) => {
    expect(marked(text)).toEqual(expected)
  })

  it.each([
    '{ books(first: {{n}}) { title } }',
    '{ books(in: {year: {{year}}, colour: {{colour}}}) { title } }',
    '{ books(in: {{filter}}) { {{fields}} } }',
    '{ books { title {{fields}} } }',
    '{ books {{selection}} }',
    '{ node(id: 1) {{selection}} }',
    '{ node(id: "{{id}}") { id } }',
    '{ node(id: "{{id}}") { ...{{fragment}} } }',
    '{ node(id: 1) { ... on {{Type}} { id } } }',
    '{{query}}',
    'query Q($id: {{type}}) { node(id: $id) { id } }',
    'query {{name}}($id: ID!) { node(id: $id) { id } }',
    '{ books { ...F } } {{fragments}}',
    'query Q($a: Int) { {{fields}} }',
    'fragment F on Book { id } { {{fields}} }',
    '{ node({{arguments}}) { id } }',
    '{ {{fields}} } # {{x}}',
  ])('a variable is not an error: %s', text => {
    expect(diagnoseQuery(text, schema)).toEqual([])
  })

  it('still finds errors next to variables', () => {
    expect(marked('{ books(first: {{n}}) { titel } {{more}} }')).toEqual(['error titel'])
  })

  it('checks only the syntax without a schema', () => {
    expect(diagnoseQuery('{ nothing }', null)).toEqual([])
    expect(diagnoseQuery('{ nothing', null)).toHaveLength(1)
  })

  it.each([
    ['{'.repeat(10_000)],
    ['{a'.repeat(10_000)],
    [`{ a(b: ${'['.repeat(10_000)}`],
    ['a '.repeat(200_000)],
  ])('responds to hostile text %#', text => {
    expect(diagnoseQuery(text, schema)).toHaveLength(1)
  })
})

describe('completeQuery', () => {
  const labels = (text: string) => {
    const [query, position] = cursorIn(text)
    return completeQuery(query, position, schema)?.suggestions.map(({ insert }) => insert) ?? null
  }

  it.each([
    ['{ | }', ['books', 'node', '__typename', '__schema', '__type', 'old']],
    ['{ bo| }', ['books', 'node', '__typename', '__schema', '__type', 'old']],
    ['{ books { t| } }', ['id', 'title', 'author', '__typename']],
    ['mutation { | }', ['addBook', '__typename']],
    ['{ books(|) }', ['first: ', 'in: ', 'colour: ']],
    ['{ books(in: {|}) }', ['year: ', 'colour: ']],
    ['{ books(colour: |) }', ['RED', 'GREEN']],
    ['{ books(first: {{n}}, colour: |) }', ['RED', 'GREEN']],
    ['{ node(id: 1) { ... on | } }', ['Book', 'Author', 'Node']],
    ['query Q($i: Int, $f: Filter) { books(first: $|) }', ['i']],
    ['{ {{na|me}} }', null],
    ['{ node(id: "b|") { id } }', null],
    ['{ node(id: "a\\"|', null],
    ['{ a(b: """ x | """) }', null],
    ['{ # bo|', null],
  ])('%s', (text, expected) => {
    const found = labels(text)
    expect(found === null ? null : [...found].sort()).toEqual(expected === null ? null : [...expected].sort())
  })

  it('describes each name', () => {
    const [text, position] = cursorIn('{ bo| }')
    expect(completeQuery(text, position, schema)).toMatchObject({ from: 2 })
    expect(completeQuery(text, position, schema)?.suggestions[0]).toEqual({
      label: 'books',
      insert: 'books',
      detail: '[Book!]!',
      description: 'All books.',
      isDeprecated: false,
      kind: 'field',
    })
  })
})

describe('describeName', () => {
  it.each([
    [
      '{ bo|oks { id } }',
      'Query.books(first: Int, in: Filter, colour: Colour): [Book!]!',
      'All books.',
      null,
    ],
    ['{ books { a: auth|or { id } } }', 'Book.author: Author', 'Who wrote it.', null],
    ['{ ol|d }', 'Query.old: Int', '', 'Use books'],
    ['{ books(colour: RE|D) }', 'Colour.RED', 'Like fire.', null],
    ['{ books(in: {ye|ar: 1}) { id } }', 'year: Int!', 'A year.', null],
    ['{ books(col|our: RED) { id } }', 'colour: Colour', '', null],
    ['{ node(id: 1) { ... on Bo|ok { id } } }', 'Book', '', null],
    ['{ books @sk|ip(if: true) { id } }', '@skip', expect.stringContaining('skip'), null],
  ])('%s', (text, signature, description, deprecationReason) => {
    const [query, position] = cursorIn(text)
    expect(describeName(query, position, schema)).toMatchObject({ signature, description, deprecationReason })
  })

  it.each(['{ nothin|g }', '{ {{sec|ret}} }', '{ books(first: 1|0) { id } }', '{ | }', '# boo|ks'])(
    'describes nothing for %s',
    text => {
      const [query, position] = cursorIn(text)
      expect(describeName(query, position, schema)).toBeNull()
    },
  )
})

test('a name in the place of a value has no description, and does not change those around it (GQ1)', () => {
  const query = '{ books(first: {{secret}}, colour: {{secret}}) { id } }'
  for (const found of query.matchAll(/secret/g)) {
    expect(describeName(query, found.index + 2, schema)).toBeNull()
    expect(findDefinition(query, found.index + 2, schema)).toBeNull()
  }
  expect(describeName(query, query.indexOf('books'), schema)?.signature).toContain('Query.books(')
  expect(diagnoseQuery(query, schema)).toEqual([])
})

test.each([
  ['{ bo|oks { id } }', 'Query', 'books', 'query/books'],
  ['mutation { addBook(title: "") { a: au|thor { id } } }', 'Book', 'author', 'mutation/addBook/author'],
  ['{ node(id: 1) { ... on Book { ti|tle } } }', 'Book', 'title', 'query/node/on:Book/title'],
  ['fragment F on Book { ti|tle }', 'Book', 'title', null],
  ['fragment F on Bo|ok { title }', 'Book', null, null],
  ['{ books(colour: R|ED) }', 'Colour', null, null],
])('the definition at %s', (text, typeName, fieldName, rowId) => {
  const [query, position] = cursorIn(text)
  expect(findDefinition(query, position, schema)).toMatchObject({ typeName, fieldName, rowId })
})

test('operations are listed with names, kinds and ranges', () => {
  const text = '# first\nquery A { a }\nmutation B { b } fragment F on T { c }\nsubscription {{name}} { d }'
  const operations = listOperations(text) ?? []
  expect(operations.map(({ from, to, kind, name }) => [kind, name, text.slice(from, to)])).toEqual([
    ['query', 'A', 'query A { a }'],
    ['mutation', 'B', 'mutation B { b }'],
    ['subscription', '{{name}}', 'subscription {{name}} { d }'],
  ])
  expect(operationAt(operations, 0)?.name).toBe('A')
  expect(operationAt(operations, text.indexOf('b }'))?.name).toBe('B')
  expect(operationAt(operations, text.length)?.name).toBe('{{name}}')
  expect(listOperations('{ a }')?.[0]?.name).toBeNull()
  expect(listOperations('{ a')).toBeNull()
  expect(listOperations(' # nothing')).toEqual([])
})

describe('loadSchema', () => {
  it.each([firstIntrospection, { hasNewFields: false, typeDepth: 5 }])(
    'reads what the query %j returns',
    attempt => {
      const response = graphqlSync({ schema, source: introspectionQuery(attempt) })
      expect(response.errors).toBeUndefined()
      const loaded = loadSchema({ format: 'introspection', text: JSON.stringify(response) })
      if ('problem' in loaded) throw new Error(loaded.problem.message)
      expect(printSchema(lexicographicSortSchema(loaded.schema))).toBe(
        printSchema(lexicographicSortSchema(schema)),
      )
    },
  )

  it.each([
    ['sdl', 'type Query { a: Int } type __proto__ { constructor: Int __proto__: __proto__ }'],
    ['sdl', 'input A { b: B! } input B { a: A! } type Query { a(a: A): Int }'],
    ['sdl', 'extend schema @link(url: "x") type A @key(fields: "id") { id: ID }'],
    ['sdl', `"""\n${'<img src=x onerror=1>\u202e'.repeat(40_000)}\n""" type Query { a: Int }`],
  ] as const)('reads a hostile schema (%s %#) (GQ1)', (format, text) => {
    expect(loadSchema({ format, text })).toHaveProperty('schema')
  })

  it.each([
    ['introspection', '<!doctype html>', 'SCHEMA_NOT_READ'],
    ['introspection', '{"errors":"no"}', 'SCHEMA_NOT_READ'],
    ['introspection', '{"data":{"__schema":{"types":5}}}', 'SCHEMA_NOT_READ'],
    ['introspection', 'null', 'SCHEMA_NOT_READ'],
    ['sdl', 'type', 'SCHEMA_NOT_READ'],
    ['sdl', `type Query { a${'('.repeat(20_000)} }`, 'SCHEMA_NOT_READ'],
    ['sdl', `type Q { a: ${'['.repeat(20_000)}`, 'SCHEMA_NOT_READ'],
    ['sdl', `type Q { ${'a: Int '.repeat(400_000)} }`, 'SCHEMA_TOO_LARGE'],
    ['sdl', ' '.repeat(64_000_001), 'SCHEMA_TOO_LARGE'],
  ] as const)('refuses a schema that cannot be read (%s %#) (GQ1)', (format, text, code) => {
    const loaded = loadSchema({ format, text })
    expect('problem' in loaded && loaded.problem.code).toBe(code)
  })

  it.each(corpusIntrospections)('reads or refuses %s', needs(isCorpusPresent, corpusNeed), (_, text) => {
    const loaded = loadSchema({ format: 'introspection', text })
    if ('problem' in loaded) expect(loaded.problem.message).toMatch(/^This is not a GraphQL schema: ./)
  })
})

test('a query above 1 MB is not read, which is said', () => {
  expect(parseDocument(`{a}${' '.repeat(1_000_000)}`)).toMatchObject({
    document: null,
    problem: { message: 'The query is longer than 1 MB, so it is not checked.' },
  })
  expect(parseDocument(`{a}${' '.repeat(999_997)}`).document).not.toBeNull()
})
