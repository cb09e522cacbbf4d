import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeEach(async () => {
  api = await startDemoApi()
})

afterEach(() => api.close())

function send(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(api.baseUrl + path, body === undefined ? { method } : { method, body: JSON.stringify(body) })
}

test('lists books as a compact JSON list of objects with an id', async () => {
  const response = await send('GET', '/books')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  const text = await response.text()
  const books: unknown = JSON.parse(text)
  expect(text).toBe(JSON.stringify(books))
  expect(books).toHaveLength(12)
  expect(books).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: 1204, author: 'Ursula K. Le Guin' })]),
  )
})

test('filters by a part of the author in any case, and applies the limit', async () => {
  const ids = async (query: string) => {
    const books: { id: number }[] = await (await send('GET', `/books?${query}`)).json()
    return books.map(book => book.id)
  }
  expect(await ids('author=le%20guin')).toEqual([1204, 1219, 1223, 1231, 1232, 1240])
  expect(await ids('author=Le+Guin&limit=2')).toEqual([1204, 1219])
  expect(await ids('author=%E5%B7%9D%E7%AB%AF')).toEqual([1507])
  expect(await ids('author=nobody')).toEqual([])
  expect(await ids('limit=500')).toHaveLength(12)
})

test.each(['0', '-1', '1.5', '1e3', 'ten', '', '%20', '99999999999999999999'])(
  'refuses limit=%s',
  async limit => {
    const response = await send('GET', `/books?limit=${limit}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { code: 'invalid_parameter', message: expect.stringContaining('limit') },
    })
  },
)

test('returns one book, and 404 for a missing one', async () => {
  expect(await (await send('GET', '/books/1204')).json()).toEqual({
    id: 1204,
    title: 'The Left Hand of Darkness',
    author: 'Ursula K. Le Guin',
    isbn: '9780441478125',
    price: { amount: 11.99, currency: 'EUR' },
    formats: ['hardcover', 'paperback', 'ebook'],
    inStock: true,
    series: 'Hainish Cycle',
    sequel: null,
  })
  for (const id of ['1', 'x', '1204.0', '__proto__', '%252e%252e']) {
    const response = await send('GET', `/books/${id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'book_not_found' } })
  }
})

test('creates, replaces, changes and deletes a book', async () => {
  const created = await send('POST', '/books', {
    title: 'Momo',
    author: 'Michael Ende',
    series: 'None',
    id: 7,
  })
  expect(created.status).toBe(201)
  const location = created.headers.get('location')
  expect(location).toBe('/v1/books/2001')
  expect(await created.json()).toMatchObject({ id: 2001, title: 'Momo', series: 'None', inStock: true })

  const changed = await send('PATCH', '/books/2001', { price: { amount: 8, currency: 'CHF' } })
  expect(changed.status).toBe(200)
  expect(await changed.json()).toMatchObject({
    title: 'Momo',
    series: 'None',
    price: { amount: 8, currency: 'CHF' },
  })

  const replaced = await send('PUT', '/books/2001', { title: 'Momo 2', author: 'Michael Ende' })
  expect(await replaced.json()).toMatchObject({
    id: 2001,
    title: 'Momo 2',
    series: null,
    price: { amount: 0 },
  })
  expect(await (await send('GET', '/books/2001')).json()).toMatchObject({ title: 'Momo 2' })

  const deleted = await send('DELETE', '/books/2001')
  expect(deleted.status).toBe(204)
  expect(deleted.headers.has('content-length')).toBe(false)
  expect(await deleted.text()).toBe('')
  expect((await send('GET', '/books/2001')).status).toBe(404)
  expect((await send('DELETE', '/books/2001')).status).toBe(404)
})

test('names every wrong field of a book', async () => {
  const response = await send('POST', '/books', {
    title: '',
    isbn: 9780441478125,
    price: { amount: -1, currency: 'EUR' },
    formats: ['a', 1],
    inStock: 'yes',
  })
  expect(response.status).toBe(400)
  const { error }: { error: { code: string; message: string } } = await response.json()
  expect(error.code).toBe('invalid_book')
  for (const name of ['title', 'author', 'isbn', 'price', 'formats', 'inStock'])
    expect(error.message).toContain(name)
  expect(error.message).not.toContain('series')
})

test('does not change a book when a change is refused', async () => {
  expect((await send('PATCH', '/books/1204', { title: null })).status).toBe(400)
  expect(await (await send('GET', '/books/1204')).json()).toMatchObject({
    title: 'The Left Hand of Darkness',
  })
})

test.each(['', '{', '[]', 'null', '"text"', '{"title":"a"} x', '\u0000'])(
  'refuses content %j',
  async body => {
    const response = await fetch(`${api.baseUrl}/books`, { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'malformed_json' } })
  },
)

test('refuses content that is not UTF-8', async () => {
  const response = await fetch(`${api.baseUrl}/books`, {
    method: 'POST',
    body: new Uint8Array([0x22, 0xff, 0x22]),
  })
  expect(response.status).toBe(400)
})

test('has its original books after each start', async () => {
  await send('DELETE', '/books/1204')
  const other = await startDemoApi()
  try {
    expect((await fetch(`${other.baseUrl}/books/1204`)).status).toBe(200)
    expect((await send('GET', '/books/1204')).status).toBe(404)
  } finally {
    await other.close()
  }
})
