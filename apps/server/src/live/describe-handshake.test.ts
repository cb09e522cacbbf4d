import type { Exchange } from '@parley/model'
import { expect, test } from 'vitest'
import { describeHandshake, readHandshake } from './describe-handshake.ts'

const exchange: Exchange = {
  request: {
    method: 'GET',
    targetUri: 'ws://b.test/chat',
    httpVersion: '1.1',
    requestLine: 'GET /chat HTTP/1.1',
    headers: [
      { name: 'Host', value: 'b.test' },
      { name: 'X-Colon', value: 'a: b' },
    ],
    leftOut: [],
    headerBytes: 0,
    contentBytes: 0,
  },
  response: {
    httpVersion: '1.1',
    statusCode: 101,
    reasonPhrase: 'Switching Protocols',
    headers: [{ name: 'Upgrade', value: 'websocket' }],
    trailers: [],
    headerBytes: 0,
    interim: [],
    content: {
      handle: '',
      mediaType: '',
      charset: '',
      wireBytes: 0,
      decodedBytes: 0,
      isComplete: false,
    },
  },
  timings: {
    startedAt: 0,
    dnsMs: 1,
    connectMs: 2,
    tlsMs: null,
    waitingMs: 3,
    downloadMs: null,
    totalMs: 6,
  },
  hops: [],
  connection: { remoteAddress: '127.0.0.1', remotePort: 80, isReused: false, proxy: null, tls: null },
  notices: [],
}
const hop = (targetUri: string) => ({
  method: 'GET',
  targetUri,
  statusCode: 302,
  reasonPhrase: 'Found',
  location: 'ws://b.test/chat',
})

test('what was written is read again', () => {
  expect(readHandshake(describeHandshake(exchange, 2))).toEqual({
    url: 'ws://b.test/chat',
    requestLine: 'GET /chat HTTP/1.1',
    statusLine: 'HTTP/1.1 101 Switching Protocols',
    requestHeaders: exchange.request.headers,
    responseHeaders: exchange.response.headers,
  })
  expect(readHandshake('')).toMatchObject({ url: '', requestLine: '', statusLine: '' })
})

test.each([
  ['http://b.test/chat', 'ws://b.test/chat'],
  ['HTTPS://b.test/chat?at=http://c.test', 'wss://b.test/chat?at=http://c.test'],
  ['wss://b.test/', 'wss://b.test/'],
])('a connection to %s is named as one to %s', (targetUri, named) => {
  const text = describeHandshake({ ...exchange, request: { ...exchange.request, targetUri } }, 1)
  expect(text.split('\n')[0]).toBe(`Connected to ${named}`)
  expect(readHandshake(text).url).toBe(named)
})

test.each([
  ['wss://a.test/', true],
  ['https://a.test/', true],
  ['ws://a.test/', false],
])('a redirect from %s to a connection without TLS is said: %s (WS1)', (from, isSaid) => {
  const text = describeHandshake({ ...exchange, hops: [hop(from)] }, 1)
  expect(text).toContain(`302 for GET ${from}, redirected to ws://b.test/chat`)
  expect(text.includes('The redirect led to a connection without TLS.')).toBe(isSaid)
  expect(readHandshake(text).requestLine).toBe('GET /chat HTTP/1.1')
})

test('TLS, its certificates and the proxy are named', () => {
  const certificate = { subject: 'CN=b.test', issuer: 'CN=Test', validFrom: 'May 1', validTo: 'May 2' }
  const tls = { protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', certificates: [certificate] }
  const connection = { ...exchange.connection, proxy: 'http://proxy.test:3128', tls }
  const text = describeHandshake({ ...exchange, connection }, 1)
  for (const line of [
    'DNS: 1 ms',
    'TLS handshake: –',
    'Proxy: http://proxy.test:3128 (127.0.0.1, port 80)',
    'TLS: TLSv1.3, TLS_AES_128_GCM_SHA256',
    'Certificate: CN=b.test, issued by CN=Test, valid from May 1 to May 2',
  ])
    expect(text).toContain(`${line}\n`)
})
