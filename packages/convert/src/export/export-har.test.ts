import type { Exchange } from '@parley/model'
import { expect, test } from 'vitest'
import { importDocument } from '../import/import-document.ts'
import { exportHar } from './export-har.ts'

const exchange: Exchange = {
  request: {
    method: 'POST',
    targetUri: 'https://a.test/p?q=1+2&r=%C3%A9&s',
    httpVersion: '1.1',
    requestLine: '',
    headers: [
      { name: 'Host', value: 'a.test' },
      { name: 'Authorization', value: 'Bearer canary' },
      { name: 'X-Api-Key', value: '{{key}}' },
      { name: 'Cookie', value: 'sid=canary; b=2' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    leftOut: [],
    headerBytes: 100,
    contentBytes: 2,
  },
  response: {
    httpVersion: '1.1',
    statusCode: 201,
    reasonPhrase: 'Created',
    headers: [{ name: 'Set-Cookie', value: 'sid=canary' }],
    trailers: [],
    interim: [],
    headerBytes: 50,
    content: { handle: 'h', mediaType: '', charset: '', wireBytes: 3, decodedBytes: 3, isComplete: true },
  },
  timings: { startedAt: 0, dnsMs: 1, connectMs: 2, tlsMs: 3, waitingMs: 4, downloadMs: 5, totalMs: 15 },
  hops: [],
  connection: { remoteAddress: '127.0.0.1', remotePort: 1, isReused: false, proxy: null, tls: null },
  notices: [],
}

const source = { exchange, requestText: '{}', responseContent: { text: 'YWJj', encoding: 'base64' } } as const

test('an exported history imports as the requests that were sent', () => {
  const archive = exportHar([source], { includeSecrets: true })
  const result = importDocument(new TextEncoder().encode(JSON.stringify(archive)))
  if (!result.ok) throw new Error(result.failure.code)
  expect(result.value.collections[0]?.items).toMatchObject([
    {
      method: 'POST',
      url: 'https://a.test/p?q=1+2&r=%C3%A9&s',
      headers: [
        { name: 'Authorization', value: 'Bearer canary' },
        { name: 'X-Api-Key' },
        { name: 'Cookie' },
        { name: 'Content-Type' },
      ],
      body: { type: 'raw', language: 'json', text: '{}' },
      examples: [{ name: '201 Created', response: { body: { type: 'binary', data: 'YWJj' } } }],
    },
  ])
  expect(archive).toMatchObject({
    log: {
      entries: [
        {
          startedDateTime: '1970-01-01T00:00:00.000Z',
          request: {
            queryString: [
              { name: 'q', value: '1 2' },
              { name: 'r', value: 'é' },
              { name: 's', value: '' },
            ],
          },
          timings: { dns: 1, connect: 5, ssl: 3, wait: 4, receive: 5 },
        },
      ],
    },
  })
})

test('credentials are exported as placeholders unless the user includes them', () => {
  const text = JSON.stringify(exportHar([source], { includeSecrets: false }))
  expect(text).not.toContain('canary')
  expect(text).toContain('{{key}}')
  expect(text).toContain('{{authorization}}')
})

test('credentials in the query and in bodies are exported as placeholders, by their names', () => {
  const targetUri = 'https://a.test/p?api_key=canary1&token_type=bearer&q=1&access_token={{mine}}'
  const sent = { ...exchange, request: { ...exchange.request, targetUri } }
  const requestText = '{"user": "ann", "password": "can\\"ary2", "apiKey": "{{key}}", "tokens": 7}'
  const responseContent = { text: '{"access_token":"canary3","expires_in":5}', encoding: 'text' } as const
  const text = JSON.stringify(
    exportHar([{ exchange: sent, requestText, responseContent }], { includeSecrets: false }),
  )
  expect(text).not.toMatch(/can(?:\W+)?ary/)
  for (const kept of [
    'token_type=bearer',
    '{{mine}}',
    '{{api_key}}',
    '{{password}}',
    '{{key}}',
    'ann',
    'tokens',
  ])
    expect(text).toContain(kept)
  const form = {
    ...exchange.request,
    headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
  }
  const login = {
    exchange: { ...exchange, request: form },
    requestText: 'a=1&client_secret=canary4',
    responseContent: null,
  }
  expect(JSON.stringify(exportHar([login], { includeSecrets: false }))).toContain(
    'a=1&client_secret={{client_secret}}',
  )
})
