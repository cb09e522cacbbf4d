import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchangeBytes } from '../servers/exchange-bytes.ts'
import type { EchoedRequest } from './echo.ts'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

async function echo(message: string | Uint8Array): Promise<EchoedRequest> {
  const answer = (await exchangeBytes(api.port, message)).toString('utf8')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
}

test('returns method, raw target and fields in their order and case, with duplicates', async () => {
  const echoed = await echo(
    [
      'REPORT /v1/echo?a=1&a=%zz&b=%2F/../c HTTP/1.1',
      'hOsT: x',
      'X-Twice: one',
      'accept: */*',
      'x-tWICE: two',
      'X-Empty:',
      'X-Bytes: \u00e9',
      'Connection: close',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  )
  expect(echoed).toMatchObject({ method: 'REPORT', url: '/v1/echo?a=1&a=%zz&b=%2F/../c', httpVersion: '1.1' })
  expect(echoed.headers).toEqual([
    { name: 'hOsT', value: 'x' },
    { name: 'X-Twice', value: 'one' },
    { name: 'accept', value: '*/*' },
    { name: 'x-tWICE', value: 'two' },
    { name: 'X-Empty', value: '' },
    // The two UTF-8 bytes of é, each as one character.
    { name: 'X-Bytes', value: '\u00c3\u00a9' },
    { name: 'Connection', value: 'close' },
    { name: 'Content-Length', value: '0' },
  ])
  expect(echoed.bodyText).toBe('')
  expect(echoed.remotePort).toBeGreaterThan(0)
})

test('shows content that is not UTF-8 exactly in Base64', async () => {
  const content = Buffer.from([0, 255, 13, 10, 0xc3, 0xa9])
  const head = `PUT /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${content.length}\r\n\r\n`
  const echoed = await echo(Buffer.concat([Buffer.from(head), content]))
  expect(Buffer.from(echoed.bodyBase64, 'base64')).toEqual(content)
  expect(echoed.bodyText).toBe('\u0000\ufffd\r\né')
  expect(echoed.bodyBytes).toBe(6)
})

test('shows chunked content and trailers', async () => {
  const echoed = await echo(
    'POST /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n' +
      '3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nX-Sum: 42\r\n\r\n',
  )
  expect(echoed.bodyText).toBe('abcde')
  expect(echoed.trailers).toEqual([{ name: 'X-Sum', value: '42' }])
})

test('accepts a target in absolute-form, like a proxy', async () => {
  const target = 'http://books.example/v1/echo?q=1'
  const echoed = await echo(`GET ${target} HTTP/1.1\r\nHost: books.example\r\nConnection: close\r\n\r\n`)
  expect(echoed.url).toBe(target)
})

test('keeps 3000 fields', async () => {
  const fields = Array.from({ length: 3000 }, (_, index) => `x${index}: ${index}\r\n`).join('')
  const echoed = await echo(`GET /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n`)
  expect(echoed.headers).toHaveLength(3002)
  expect(echoed.headers.at(-1)).toEqual({ name: 'x2999', value: '2999' })
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('accepts %s', async method => {
  const response = await fetch(`${api.baseUrl}/echo`, { method })
  expect(await response.json()).toMatchObject({ method })
})

test('responds to HEAD with the fields of GET and no content', async () => {
  const answer = await exchangeBytes(
    api.port,
    'HEAD /v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(answer.toString()).toMatch(/\r\nContent-Length: \d{2,}\r\n/)
  expect(answer.toString()).toMatch(/\r\n\r\n$/)
})
