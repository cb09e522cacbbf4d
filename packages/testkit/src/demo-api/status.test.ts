import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchangeBytes } from '../servers/exchange-bytes.ts'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

async function answerOf(code: string, method = 'GET'): Promise<string> {
  const head = `${method} /v1/status/${code} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  return (await exchangeBytes(api.port, head)).toString()
}

test.each([
  ['200', 'HTTP/1.1 200 OK\r\n'],
  ['299', 'HTTP/1.1 299 \r\n'],
  ['302', 'HTTP/1.1 302 Found\r\n'],
  ['404', 'HTTP/1.1 404 Not Found\r\n'],
  ['418', "HTTP/1.1 418 I'm a Teapot\r\n"],
  ['503', 'HTTP/1.1 503 Service Unavailable\r\n'],
  ['599', 'HTTP/1.1 599 \r\n'],
])('answers %s with its standard phrase', async (code, statusLine) => {
  const answer = await answerOf(code)
  expect(answer.slice(0, statusLine.length)).toBe(statusLine)
  expect(answer).toContain(`{"statusCode":${code},`)
})

test.each(['204', '205', '304'])('sends %s without content', async code => {
  const answer = await answerOf(code)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `))
  expect(answer).toMatch(/\r\n\r\n$/)
  expect(/content-length: 0/i.test(answer)).toBe(code === '205')
})

test('sends the fields that a status requires', async () => {
  expect(await answerOf('401')).toContain('\r\nWWW-Authenticate: Basic realm="demo"\r\n')
  expect(await answerOf('407')).toContain('\r\nProxy-Authenticate: Basic realm="demo"\r\n')
  expect(await answerOf('405')).toContain('\r\nAllow: GET\r\n')
})

test.each(['100', '101', '199', '600', '99', '0', '-200', '2e2', 'abc', '200%20'])(
  'refuses %s',
  async code => {
    const answer = await answerOf(code)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('"invalid_parameter"')
  },
)

test('accepts any method', async () => {
  expect(await answerOf('201', 'DELETE')).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
})
