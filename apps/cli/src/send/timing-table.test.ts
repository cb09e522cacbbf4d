import { type Exchange, failed, ok } from '@parley/model'
import { startSink } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { useSendFixture } from './send-fixture.testkit.ts'
import { timingTable } from './timing-table.ts'

const fixture = useSendFixture()

const exchange: Exchange = {
  request: {
    method: 'GET',
    targetUri: 'https://a.test/2',
    httpVersion: '1.1',
    requestLine: 'GET /2 HTTP/1.1',
    headers: [],
    leftOut: [],
    headerBytes: 100,
    contentBytes: 1,
  },
  response: {
    httpVersion: '1.1',
    statusCode: 200,
    reasonPhrase: 'OK',
    headers: [],
    trailers: [],
    headerBytes: 120,
    interim: [],
    content: {
      handle: '',
      mediaType: '',
      charset: '',
      wireBytes: 5000,
      decodedBytes: 20_480,
      isComplete: true,
    },
  },
  timings: {
    startedAt: 0,
    dnsMs: 1.26,
    connectMs: 20.04,
    tlsMs: 35.5,
    waitingMs: 1204,
    downloadMs: 0,
    totalMs: 1260.8,
  },
  hops: [{ method: 'POST', targetUri: 'https://a.test/1', statusCode: 303, location: '/2' }],
  connection: {
    remoteAddress: '2001:db8::1',
    remotePort: 443,
    isReused: false,
    proxy: null,
    tls: { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', certificates: [] },
  },
  notices: [],
}
const tests = { results: [], scriptErrors: [] }

test('a new connection over TLS', () => {
  expect(timingTable(ok({ exchange, tests }))).toBe(
    `DNS                    1.3 ms
Connect               20.0 ms
TLS handshake         35.5 ms
Waiting for server  1204.0 ms
Download               0.0 ms
Total               1260.8 ms
Connection          [2001:db8::1]:443, new
TLS with            TLSv1.3, TLS_AES_256_GCM_SHA384
Sent                100 bytes of headers, 1 byte of content
HTTP version        1.1
Received            120 bytes of headers, 5,000 bytes of content, 20,480 bytes decoded
Redirect            POST https://a.test/1 answered 303, on to /2
`,
  )
})

test('a reused connection says so, and shows no phase that did not happen', () => {
  const reused: Exchange = {
    ...exchange,
    timings: {
      ...exchange.timings,
      ...{ dnsMs: null, connectMs: null, tlsMs: null, totalMs: 1209, preRequestMs: 7, postResponseMs: 12 },
    },
    connection: {
      ...exchange.connection,
      remoteAddress: '127.0.0.1',
      isReused: true,
      proxy: null,
      tls: null,
    },
    hops: [],
  }
  const table = timingTable(ok({ exchange: reused, tests }))
  const rows = table.split('\n').map(line => line.split(/ {2,}/))
  expect(rows.slice(0, 9)).toEqual([
    ['Pre Request', '7.0 ms'],
    ['DNS', '–'],
    ['Connect', '–'],
    ['TLS handshake', '–'],
    ['Other', '5.0 ms'],
    ['Waiting for server', '1204.0 ms'],
    ['Download', '0.0 ms'],
    ['Post Response', '12.0 ms'],
    ['Total', '1209.0 ms'],
  ])
  expect(table).toContain('Connection          127.0.0.1:443, reused\nSent ')
  expect(table).not.toContain('Redirect')
})

test('a failed send shows what is known', () => {
  const failure = { kind: 'protocol', code: 'X', step: 'response', address: '', subject: '' } as const
  const { request, connection, hops } = exchange
  const timings = { ...exchange.timings, waitingMs: null, downloadMs: null, totalMs: 56.84 }
  const attempt = { request, connection, timings, hops, notices: [] }
  const ended = { failure: { ...failure, elapsedMs: 12.34 }, attempt, response: exchange.response }
  const table = timingTable(failed(ended))
  const rows = table.split('\n').map(line => line.split(/ {2,}/))
  expect(rows.map(([name]) => name)).toEqual([
    'DNS',
    'Connect',
    'TLS handshake',
    'Waiting for server',
    'Download',
    'Total',
    'Ended at',
    'Connection',
    'TLS with',
    'Sent',
    'HTTP version',
    'Received',
    'Redirect',
    '',
  ])
  expect(table).toContain(`Waiting for server     –
Download               –
Total               56.8 ms
Ended at            response
`)
})

describe('--timing', () => {
  const send = (...args: readonly string[]) => fixture.run(['send', '--timing', ...args])

  test('goes to standard error, after the notes', async () => {
    const { code, stdout, stderr } = await send(`${fixture.sink.url}/{{name}}`)
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: '{}' })
    expect(stderr).toMatch(/^Note: .+\nDNS +–\nConnect +\d+\.\d ms\nTLS handshake +–\n/)
    expect(stderr).toMatch(/^Waiting for server +\d+\.\d ms$/m)
    expect(stderr).toContain(`Connection          127.0.0.1:${fixture.sink.port}, new\n`)
  })

  test('is also printed for a failure, but not if nothing was sent', async () => {
    const gone = await startSink()
    await gone.close()
    const { stderr } = await send(gone.url)
    expect(stderr).toMatch(
      /^parley: .+\nStart .+\n(.+ –\n|Connect +\d.+ ms\n|Other .+\n){5,6}Total +\d+\.\d ms\nEnded at +connect\n$/,
    )
    expect((await send('ftp://a')).stderr).not.toContain('Total')
  })
})
