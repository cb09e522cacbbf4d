import { buildClientSchema, buildSchema, introspectionFromSchema } from 'graphql'
import { expect, test } from 'vitest'
import { describeMember, describeType } from './describe-type.ts'
import { definitionOfRow } from './row-definition.ts'

const schema = buildSchema(`
  type Query {
    "**All** books."
    books("How many." first: Int = 10, order: Order = YEAR, by: [By!] = [{ name: "x" }] @deprecated(reason: "Use order.")): [Book!]! @deprecated(reason: "No.")
  }
  input By { "Of the author." name: String! = "a" }
  enum Order { "Of the print." YEAR TITLE }
  type Book { title: String }
  union Hit = Book
`)

test('a field is described with its arguments, their types and defaults', () => {
  expect(describeMember(schema, 'Query.books')).toEqual({
    name: 'books',
    typeText: '[Book!]!',
    typeName: 'Book',
    description: '**All** books.',
    deprecationReason: 'No.',
    defaultText: '',
    total: 3,
    arguments: [
      {
        name: 'first',
        typeText: 'Int',
        typeName: 'Int',
        description: 'How many.',
        deprecationReason: null,
        defaultText: '10',
      },
      expect.objectContaining({ name: 'order', typeName: 'Order', defaultText: 'YEAR' }),
      expect.objectContaining({
        name: 'by',
        typeText: '[By!]',
        typeName: 'By',
        defaultText: '[{name: "x"}]',
        deprecationReason: 'Use order.',
      }),
    ],
  })
})

test.each([
  ['By.name', { typeText: 'String!', defaultText: '"a"', description: 'Of the author.', arguments: [] }],
  ['Order.YEAR', { typeText: '', typeName: null, description: 'Of the print.', arguments: [] }],
  ['Book.__typename', { typeText: 'String!', typeName: 'String' }],
  ['Hit.__typename', { typeName: 'String' }],
])('%s is described', (path, expected) => {
  expect(describeMember(schema, path)).toMatchObject(expected)
})

test.each([
  'Book.none',
  'None.title',
  'Order.none',
  'By.none',
  'Hit.Book',
  'Book',
  '',
  'Book.constructor',
  '.',
])('%j is no member', path => {
  expect(describeMember(schema, path)).toBeNull()
})

test('of many members the first thousand are described', () => {
  const names = Array.from({ length: 1_200 }, (_, at) => `a${at}: Int`).join()
  const large = buildSchema(`type Query { f(${names}): Int } input I { ${names} }`)
  const { total, arguments: listed } = describeMember(large, 'Query.f') ?? {}
  expect([total, listed?.length]).toEqual([1_200, 1_000])
  expect(describeType(large, 'I')?.members).toHaveLength(1_000)
})

test('the default of a scalar of the server is written, whether its schema is a file or was fetched', () => {
  const sdl = (value: string) =>
    buildSchema(`scalar Any type Query { f(a: Any = ${value}, c: Int = 2): Int }`)
  const introspection = JSON.stringify(introspectionFromSchema(sdl('7')))
  const fetched = buildClientSchema(JSON.parse(introspection.replace('"7"', '"{ b: [1] }"')))
  const defaults = [sdl('{ b: [1] }'), fetched].map(one =>
    describeMember(one, 'Query.f')?.arguments.map(({ defaultText }) => defaultText),
  )
  expect(defaults).toEqual([
    ['{b: [1]}', '2'],
    ['{"b":[1]}', '2'],
  ])
})

test.each([
  ['query', { typeName: 'Query', fieldName: null }],
  ['query/books', { typeName: 'Query', fieldName: 'books' }],
  ['query/books/title', { typeName: 'Book', fieldName: 'title' }],
  ['query/books/on:Book', { typeName: 'Book', fieldName: null }],
  ['mutation/add', null],
  ['query/none/title', null],
  ['no row', null],
])('the row %s stands for %o', (rowId, expected) => {
  expect(definitionOfRow(schema, rowId)).toEqual(expected)
})
