import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoApi, startDemoApi } from '../start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

async function answerTo(parameters: object, headers: Readonly<Record<string, string>> = {}) {
  const body = JSON.stringify(parameters)
  const response = await fetch(`${api.baseUrl}/graphql`, { method: 'POST', body, headers })
  const type = response.headers.get('content-type')
  return { status: response.status, type, json: JSON.parse(await response.text()) }
}

const known = { Accept: 'application/graphql-response+json' }

test('a query returns what it selects', async () => {
  const query =
    'query A($author: String) { books(author: $author, first: 1) { id title formats price { amount } } }'
  expect(await answerTo({ query, variables: { author: 'le guin' } })).toEqual({
    status: 200,
    type: 'application/json',
    json: {
      data: {
        books: [
          {
            id: '1204',
            title: 'The Left Hand of Darkness',
            formats: ['HARDCOVER', 'PAPERBACK', 'EBOOK'],
            price: { amount: 11.99 },
          },
        ],
      },
    },
  })
})

test('a query by GET has its variables in the URL', async () => {
  const params = new URLSearchParams({
    query: 'query A { books { id } } query B($id: ID!) { book(id: $id) { title } }',
    operationName: 'B',
    variables: '{"id": 1302}',
  })
  const response = await fetch(`${api.baseUrl}/graphql?${params}`)
  expect(await response.json()).toEqual({ data: { book: { title: 'Kindred' } } })
})

test('a mutation changes the shelf of the other endpoints', async () => {
  const book = { title: 'Lavinia', author: 'Ursula K. Le Guin' }
  const query = 'mutation($book: NewBook!) { addBook(book: $book) { id title } }'
  const { id } = (await answerTo({ query, variables: { book } })).json.data.addBook
  expect(await (await fetch(`${api.baseUrl}/books/${id}`)).json()).toMatchObject(book)
  const remove = `mutation { removeBook(id: ${id}) }`
  expect((await answerTo({ query: remove })).json).toEqual({ data: { removeBook: true } })
  expect((await answerTo({ query: remove })).json).toEqual({ data: { removeBook: false } })
  const byGet = await fetch(`${api.baseUrl}/graphql?query=${encodeURIComponent(remove)}`)
  expect([byGet.status, byGet.headers.get('allow')]).toEqual([405, 'POST'])
})

test('an error has its path, its place and its code', async () => {
  const { json } = await answerTo({ query: '{\n  book(id: 7) { title }\n}' })
  expect(json).toEqual({
    data: { book: null },
    errors: [
      {
        message: 'There is no book 7',
        path: ['book'],
        locations: [{ line: 2, column: 3 }],
        extensions: { code: 'BOOK_NOT_FOUND' },
      },
    ],
  })
})

describe('what cannot run', () => {
  test.each<[string, object]>([
    ['no query', {}],
    ['a query that does not parse', { query: '{' }],
    ['an unknown field', { query: '{ gone }' }],
    ['an unknown operation', { query: 'query A { books { id } }', operationName: 'B' }],
    ['one of two operations without a name', { query: 'query A { books { id } } query B { books { id } }' }],
    ['variables that are no object', { query: '{ books { id } }', variables: [1] }],
    ['too many tokens', { query: `{ ${'books { id } '.repeat(10_000)} }` }],
  ])('%s is an error, with 400 for clients that know it', async (_, parameters) => {
    expect(await answerTo(parameters)).toMatchObject({ status: 200, type: 'application/json' })
    const { status, type, json } = await answerTo(parameters, known)
    expect({ status, type }).toEqual({ status: 400, type: 'application/graphql-response+json' })
    expect(json.errors[0].message).toEqual(expect.any(String))
  })

  test('an introspection query runs', async () => {
    const { json } = await answerTo({ query: '{ __schema { subscriptionType { name } } }' })
    expect(json.data.__schema.subscriptionType.name).toBe('Subscription')
  })
})

describe('a subscription', () => {
  const query = 'subscription { stock(count: 2, intervalMs: 0) { bookId inStock } }'

  test('sends events and ends', async () => {
    const headers = { Accept: 'text/event-stream' }
    const body = JSON.stringify({ query })
    const response = await fetch(`${api.baseUrl}/graphql`, { method: 'POST', body, headers })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const event = (inStock: number) =>
      `event: next\ndata: {"data":{"stock":{"bookId":"1204","inStock":${inStock}}}}\n\n`
    expect(await response.text()).toBe(`${event(99)}${event(98)}event: complete\ndata:\n\n`)
  })

  test('needs a client that takes events', async () => {
    expect(await answerTo({ query })).toMatchObject({ status: 406 })
  })
})
