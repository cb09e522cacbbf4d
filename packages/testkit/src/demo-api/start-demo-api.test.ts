import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exchangeBytes } from '../servers/exchange-bytes.ts'
import { waitFor } from '../wait-for.ts'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeEach(async () => {
  api = await startDemoApi()
})

afterEach(() => api.close())

async function exchange(head: string, content: string | Uint8Array = ''): Promise<string> {
  const message = Buffer.concat([Buffer.from(`${head}\r\nHost: x\r\n\r\n`), Buffer.from(content)])
  return (await exchangeBytes(api.port, message)).toString()
}

const limitBytes = 10 * 1024 * 1024

test('lists its endpoints, with and without a slash at the end', async () => {
  const response = await fetch(`${api.baseUrl}/`)
  expect(response.headers.get('date')).toMatch(/GMT$/)
  const index: { endpoints: { method: string; path: string; summary: string }[] } = await response.json()
  expect(index.endpoints).toContainEqual({ method: 'ANY', path: '/v1/echo', summary: expect.any(String) })
  expect(index.endpoints.length).toBeGreaterThan(30)
  expect(await (await fetch(api.baseUrl)).json()).toEqual(index)
})

test.each(['/v1/nothing', '/', '/v2/books', '/v1/books/', '/v1//books', '/V1/books', '/v1/x/../books', '*'])(
  'answers 404 for %s',
  async target => {
    const answer = await exchange(`GET ${target} HTTP/1.1\r\nConnection: close`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/)
    expect(answer).toContain('{"error":{"code":"not_found"')
  },
)

test('answers 400 for a broken percent-encoding in a path', async () => {
  expect(await exchange('GET /v1/books/%zz HTTP/1.1\r\nConnection: close')).toContain('"malformed_path"')
})

test('names the allowed methods in 405 and OPTIONS', async () => {
  const refused = await fetch(`${api.baseUrl}/books`, { method: 'DELETE' })
  expect(refused.status).toBe(405)
  expect(refused.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  const options = await fetch(`${api.baseUrl}/books/1204`, { method: 'OPTIONS' })
  expect(options.status).toBe(204)
  expect(options.headers.get('allow')).toBe('GET, HEAD, PUT, PATCH, DELETE, OPTIONS')
})

test('answers HEAD like GET, without content', async () => {
  const answer = await exchange('HEAD /v1/books HTTP/1.1\r\nConnection: close')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/Content-Length: \d{4}\r\n/)
  expect(answer).toMatch(/\r\n\r\n$/)
})

test('takes content and tells its length', async () => {
  const whole = await fetch(`${api.baseUrl}/echo`, { method: 'POST', body: new Uint8Array(100_000) })
  expect(await whole.json()).toMatchObject({ bodyBytes: 100_000 })
})

test('responds with 413 at once to an announced length', async () => {
  const socket = connect(api.port, '127.0.0.1')
  socket.write(`POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${limitBytes + 1}\r\n\r\n`)
  const answer = await new Promise<Buffer>(resolve => socket.once('data', resolve))
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
  await waitFor(() => api.activeCallCount() === 0, 'the refused call to end')
})

test('responds with 413 to chunked content, even to a client that sends everything before it reads', async () => {
  const socket = connect(api.port, '127.0.0.1')
  socket.write('POST /v1/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  const content = `100000\r\n${'x'.repeat(0x100000)}\r\n`.repeat(30)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(`${content}0\r\n\r\n`, error => (error ? reject(error) : resolve()))
  })
  expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 413 .*"content_too_large"/s)
})

test.each(['\u0000\u0001garbage\r\n\r\n', 'GET\r\n\r\n', `GET /${'x'.repeat(70_000)} HTTP/1.1\r\n\r\n`])(
  'responds to invalid requests with a client error and keeps running (%#)',
  async message => {
    expect((await exchangeBytes(api.port, message)).toString()).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect((await fetch(`${api.baseUrl}/books`)).status).toBe(200)
  },
)

test('keeps running when a client leaves in the middle of its content', async () => {
  const socket = connect(api.port, '127.0.0.1')
  socket.write('POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"tit')
  await waitFor(() => api.activeCallCount() === 1, 'the call to arrive')
  socket.resetAndDestroy()
  await waitFor(() => api.activeCallCount() === 0, 'the call to end')
  expect((await fetch(`${api.baseUrl}/books`)).status).toBe(200)
})

test('close aborts active calls and frees the port', async () => {
  const pending = fetch(`${api.baseUrl}/delay/60000`)
  const refused = expect(pending).rejects.toThrow()
  await waitFor(() => api.activeCallCount() === 1, 'the call to arrive')
  await api.close()
  await refused
  await api.close()
  const again = await startDemoApi({ port: api.port })
  expect(again.port).toBe(api.port)
  await again.close()
})

test('rejects if the port is taken', async () => {
  await expect(startDemoApi({ port: api.port })).rejects.toThrow('EADDRINUSE')
})
