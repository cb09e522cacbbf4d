import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { exchangeBytes } from './exchange-bytes.ts'
import { type Sink, startSink } from './start-sink.ts'

let sink: Sink | undefined

afterEach(() => sink?.close())

test('records requests in order and unchanged, and responds with 200', async () => {
  sink = await startSink()
  const message =
    'PUT /a?b=%zz HTTP/1.1\r\nhOST: x\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\nConnection: close\r\n\r\n'
  const answer = await exchangeBytes(sink.port, Buffer.concat([Buffer.from(message), Buffer.from([0, 255])]))
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{\}$/)
  await fetch(`${sink.url}/second`)
  const [first, second] = await sink.waitForRequests(2)
  expect(first).toEqual({
    method: 'PUT',
    url: '/a?b=%zz',
    headers: [
      { name: 'hOST', value: 'x' },
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
      { name: 'Content-Length', value: '2' },
      { name: 'Connection', value: 'close' },
    ],
    content: Buffer.from([0, 255]),
  })
  expect(second?.url).toBe('/second')
})

test('sends the configured response', async () => {
  sink = await startSink(request => ({ statusCode: 202, headers: ['X-Url', request.url], content: 'später' }))
  const response = await fetch(`${sink.url}/x`)
  expect([response.status, response.headers.get('x-url'), await response.text()]).toEqual([
    202,
    '/x',
    'später',
  ])
})

test('does not record an incomplete request', async () => {
  sink = await startSink()
  const socket = connect(sink.port, '127.0.0.1')
  socket.end('POST /cut HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345')
  await buffer(socket)
  await fetch(`${sink.url}/whole`)
  expect(sink.requests.map(request => request.url)).toEqual(['/whole'])
})
