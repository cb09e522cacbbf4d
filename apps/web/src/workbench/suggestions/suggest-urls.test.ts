import { type HistorySummary, newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { suggestUrls } from './suggest-urls.ts'

const sent = (url: string, method = 'GET'): HistorySummary => ({
  id: url,
  sentAt: 0,
  method,
  url,
  requestId: 'r',
  state: 'answered',
  statusCode: 200,
  elapsedMs: 1,
})

async function suggested(typed: string, history: readonly HistorySummary[], saved: readonly string[] = []) {
  const read: string[] = []
  const found = await suggestUrls(
    {
      history: { listAll: async () => history },
      library: { idsByUrl: async text => new Set(saved.filter(url => url.includes(text))) },
      requests: {
        async readRequestIfThere({ id }) {
          read.push(id)
          if (id.includes('gone')) return null
          return { request: newHttpRequest({ url: id }), version: '', file: null, exampleIds: [] }
        },
      },
    },
    typed,
  )
  return { read, urls: found.map(({ method, url }) => `${method} ${url}`) }
}

test('URLs of the history come first, the latest first, then those of saved requests, each once', async () => {
  const history = [
    sent('http://a/books/2', 'PUT'),
    sent('http://a/books/1'),
    sent('http://a/books/2'),
    sent('http://a/x'),
  ]
  const { urls } = await suggested('BOOKS', history, [
    '{{baseUrl}}/books',
    'http://a/books/1',
    'http://gone/books',
  ])
  expect(urls).toEqual(['PUT http://a/books/2', 'GET http://a/books/1', 'GET {{baseUrl}}/books'])
})

test('at most eight are suggested, and no request is read for more', async () => {
  const history = Array.from({ length: 20 }, (_, at) => sent(`http://a/${at}`))
  const { urls, read } = await suggested('http', history, ['http://b'])
  expect([urls.length, read.length]).toEqual([8, 0])
  const saved = Array.from({ length: 2_000 }, (_, at) => `http://b/${at}`)
  const { urls: ofSaved, read: readSaved } = await suggested('http', [], saved)
  expect([ofSaved.length, readSaved.length]).toEqual([8, 8])
})

test('the typed URL itself, long ones and those with a masked part are not suggested', async () => {
  const urls = [
    'http://a/b',
    'http://a/b?key=••••••',
    `http://a/b/${'c'.repeat(2_000)}`,
    'http://a/b?key={{key}}',
  ]
  expect(
    (
      await suggested(
        'http://a/b',
        urls.map(url => sent(url)),
      )
    ).urls,
  ).toEqual(['GET http://a/b?key={{key}}'])
})

test('a single letter, and a text longer than any URL, find nothing', async () => {
  expect((await suggested('h', [sent('http://a')])).urls).toEqual([])
  expect((await suggested('h'.repeat(3_000), [sent('h'.repeat(3_001))])).urls).toEqual([])
})

test('a session is named by its kind', async () => {
  const { urls } = await suggested('ws:', [{ ...sent('ws://a/chat'), kind: 'webSocket' }])
  expect(urls).toEqual(['WS ws://a/chat'])
})
