import { buildSchema } from 'graphql'
import { describe, expect, it, test } from 'vitest'
import { loadSchema } from '../language/load-schema.ts'
import { toggleIn } from './corpus-explorer.testkit.ts'
import { explorerRows } from './explorer-rows.ts'
import { readRowId, rowIdOf } from './row-id.ts'
import { searchSchema } from './search-schema.ts'

const schema = buildSchema(`
  type Query { books(first: Int): [Book!]! book(id: ID!): Book node(id: ID!): Node any: Any count: Int! old: Int @deprecated(reason: "No.") }
  type Mutation { addBook(title: String!, by: [ID!]!): Book }
  type Subscription { added: Book removed: Book }
  interface Node { id: ID! }
  union Any = Book | Author
  "A book." type Book implements Node { id: ID! title: String author(full: Boolean!): Author related(id: ID!): Book length: Int }
  type Author implements Node { id: ID! name: String length: String }
`)

const toggle = (query: string, rowId: string, position = 0, of = schema) =>
  toggleIn(of, query, rowId, position)

test.each(['query', 'mutation/addBook', 'subscription/a/on:B/__typename'])(
  'the row ID %s can be read back',
  id => {
    const path = readRowId(id)
    expect(path && rowIdOf(path)).toBe(id)
  },
)

test.each(['', 'other/a', 'query/'])('%j is not a row ID', id => {
  expect(readRowId(id)).toBeNull()
})

describe('ticking', () => {
  it.each([
    ['', 'query/count', 'query {\n  count\n}'],
    ['', 'query/books', 'query {\n  books {\n    id\n  }\n}'],
    [
      '# note\n',
      'query/book/author/name',
      '# note\n\nquery ($id: ID!, $full: Boolean!) {\n  book(id: $id) {\n    author(full: $full) {\n      name\n    }\n  }\n}',
    ],
    ['{ count }', 'query/books/title', '{ count books { title } }'],
    ['{\n\tcount\n}', 'query/books', '{\n\tcount\n\tbooks {\n\t\tid\n\t}\n}'],
    ['{\r\n  count\r\n}', 'query/any', '{\r\n  count\r\n  any {\r\n    __typename\r\n  }\r\n}'],
    ['{ count }', 'query/book', 'query ($id: ID!) { count book(id: $id) { id } }'],
    ['query{count}', 'query/book', 'query ($id: ID!){count book(id: $id) { id }}'],
    ['query Q { count }', 'query/book', 'query Q($id: ID!) { count book(id: $id) { id } }'],
    [
      'query Q($id: Int) { books(first: $id) { id } }',
      'query/book',
      'query Q($id: Int, $bookId: ID!) { books(first: $id) { id } book(id: $bookId) { id } }',
    ],
    [
      'query Q(\n  $n: Int # how many\n) {\n  books(first: $n) { id }\n}',
      'query/book',
      'query Q(\n  $n: Int # how many\n  $id: ID!\n) {\n  books(first: $n) { id }\n  book(id: $id) {\n    id\n  }\n}',
    ],
    ['{\n  count # all\n}', 'query/books/id', '{\n  count # all\n  books {\n    id\n  }\n}'],
    ['{ count, # all\n books { id }, }', 'query/books/title', '{ count, # all\n books { id title }, }'],
    ['{ node(id: 1) { id } }', 'query/node/on:Book/title', '{ node(id: 1) { id ... on Book { title } } }'],
    ['{ books }', 'query/books/title', '{ books { title } }'],
    ['{ a: books { id } }', 'query/books/title', '{ a: books { id title } }'],
    [
      '{ books { ...F } } fragment F on Book { id }',
      'query/books/title',
      '{ books { ...F title } } fragment F on Book { id }',
    ],
    [
      '{ count } # end',
      'mutation/addBook',
      'query Query { count } # end\n\nmutation Mutation($title: String!, $by: [ID!]!) {\n  addBook(title: $title, by: $by) {\n    id\n  }\n}',
    ],
    [
      'query A { count }\n',
      'subscription/added/title',
      'query A { count }\n\nsubscription Subscription {\n  added {\n    title\n  }\n}',
    ],
    [
      '{ any { ... on Book { length } } }',
      'query/any/on:Author/length',
      '{ any { ... on Book { length } ... on Author { length2: length } } }',
    ],
    [
      '{ books(first: {{n}}) { {{fields}} } }',
      'query/books/title',
      '{ books(first: {{n}}) { {{fields}} title } }',
    ],
  ])('%j + %s', (query, rowId, expected) => {
    expect(toggle(query, rowId)).toBe(expected)
  })

  it('follows the operation at the cursor', () => {
    const query = 'query A { count } query B { count }'
    expect(toggle(query, 'query/any', 0)).toBe('query A { count any { __typename } } query B { count }')
    expect(toggle(query, 'query/any', 25)).toBe('query A { count } query B { count any { __typename } }')
  })

  it.each([
    ['{ count', 'query/books', 'QUERY_NOT_PARSED'],
    ['{ count }', 'query/nothing', 'ROW_NOT_FOUND'],
    ['{ count }', 'query/books/on:Author', 'ROW_NOT_FOUND'],
    ['{ count }', 'query', 'ROW_NOT_FOUND'],
    ['{ count }', 'query/__proto__/constructor', 'ROW_NOT_FOUND'],
    ['{ ...F } fragment F on Query { count }', 'query/count', 'FIELD_IN_FRAGMENT'],
    ['query Q { __typename }', 'query/__typename', 'LAST_FIELD'],
    ['subscription { added { id } }', 'subscription/removed', 'FIELD_CONFLICTS'],
  ])('%j + %s is refused', (query, rowId, code) => {
    expect(toggle(query, rowId)).toBe(code)
  })
})

describe('unticking', () => {
  it.each([
    ['{ count }', 'query/count', ''],
    ['query Q { count }', 'query/count', 'query Q { __typename }'],
    ['{ count books { id } }', 'query/count', '{ books { id } }'],
    ['{count books{id}any{__typename}}', 'query/books', '{count any{__typename}}'],
    ['{ books { id } count }', 'query/books/id', '{ books { __typename } count }'],
    ['{ books { __typename } count }', 'query/books/__typename', '{ count }'],
    ['query ($id: ID!) { book(id: $id) { id } count }', 'query/book', 'query { count }'],
    [
      'query Q($n: Int, $id: ID!) { books(first: $n) { id } book(id: $id) { id } }',
      'query/book',
      'query Q($n: Int) { books(first: $n) { id } }',
    ],
    [
      'query Q($id: ID!, $n: Int) { books(first: $n) { id } book(id: $id) { id } }',
      'query/book',
      'query Q($n: Int) { books(first: $n) { id } }',
    ],
    [
      'query Q($id: ID!) { book(id: $id) { id } node(id: $id) { id } }',
      'query/book',
      'query Q($id: ID!) { node(id: $id) { id } }',
    ],
    [
      'query Q($n: Int # c\n) { books(first: $n) { id } count }',
      'query/books',
      'query Q($n: Int # c\n) { count }',
    ],
    [
      '{\n  # before\n  count # behind\n  any { __typename }\n}',
      'query/count',
      '{\n  # before\n   # behind\n  any { __typename }\n}',
    ],
    ['{ a: count b: count }', 'query/count', ''],
    [
      '{ ... @include(if: true) { count } any { __typename } }',
      'query/count',
      '{ ... @include(if: true) { __typename } any { __typename } }',
    ],
    ['query A { count } query { count }', 'query/count', 'query A { __typename } query { count }'],
    ['# keep\n{ count }', 'query/count', '# keep\n'],
  ])('%j - %s', (query, rowId, expected) => {
    expect(toggle(query, rowId)).toBe(expected)
  })
})

describe('explorerRows', () => {
  const rows = (query: string, expanded: readonly string[]) =>
    explorerRows(schema, { query, position: 0, expanded, from: 0, count: 100 }).rows.map(
      ({ id, state }) => `${id} ${state}`,
    )

  it('lists what is expanded with what is ticked', () => {
    expect(rows('', [])).toEqual(['query null', 'mutation null', 'subscription null'])
    const query =
      '{ node(id: 1) { ...B ... on Node { id } } } fragment B on Book { title ...A } fragment A on Node { id ...A }'
    expect(rows(query, ['query', 'query/node', 'query/node/on:Book'])).toEqual([
      'query null',
      'query/books unticked',
      'query/book unticked',
      'query/node ticked',
      'query/node/id ticked',
      'query/node/__typename unticked',
      'query/node/on:Book fragment',
      'query/node/on:Book/id fragment',
      'query/node/on:Book/title fragment',
      'query/node/on:Book/author unticked',
      'query/node/on:Book/related unticked',
      'query/node/on:Book/length unticked',
      'query/node/on:Book/__typename unticked',
      'query/node/on:Author unticked',
      'query/any unticked',
      'query/count unticked',
      'query/old unticked',
      'query/__typename unticked',
      'mutation null',
      'subscription null',
    ])
  })

  it('is read-only for a query that does not parse', () => {
    const view = { position: 0, expanded: [], from: 0, count: 1 }
    expect(explorerRows(schema, { ...view, query: '{ a' }).isReadOnly).toBe(true)
    expect(explorerRows(schema, { ...view, query: '# none' }).isReadOnly).toBe(false)
  })

  it('lists a window of 10,000 types', () => {
    const types = Array.from({ length: 10_000 }, (_, at) => `type T${at} { a: Int t: T${(at + 1) % 10_000} }`)
    const fields = Array.from({ length: 10_000 }, (_, at) => `f${at}: T${at}`)
    const loaded = loadSchema({
      format: 'sdl',
      text: `type Query { ${fields.join(' ')} } ${types.join(' ')}`,
    })
    if ('problem' in loaded) throw new Error(loaded.problem.message)
    const view = {
      query: '{ f9999 { a } }',
      position: 0,
      expanded: ['query', 'query/f9999'],
      from: 9_999,
      count: 5,
    }
    const { rows: window, total } = explorerRows(loaded.schema, view)
    expect(total).toBe(10_000 + 1 + 1 + 3)
    expect(window.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'f9998 unticked',
      'f9999 ticked',
      'a ticked',
      't unticked',
      '__typename unticked',
    ])
    expect(searchSchema(loaded.schema, 'T99').total).toBe(111)
  })
})

test.each([
  ['book', ['Book', 'Query.book', 'Query.books', 'Mutation.addBook']],
  ['book.ti', ['Book.title']],
  ['', []],
  ['constructor', []],
])('searching for %j', (text, expected) => {
  const found = searchSchema(schema, text).matches
  expect(
    found.map(({ typeName, memberName }) => (memberName ? `${typeName}.${memberName}` : typeName)),
  ).toEqual(expected)
})
