import { connect } from 'node:net'
import { flood, floodBytes } from '@parley/testkit/flood'
import { expect, test } from 'vitest'
import { listening } from './agents-over-http.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()

test('an agent that reads no answer is read no further (MC1)', async () => {
  const { port, authorization } = await listening(fixture)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const request = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}\r\n\r\n${body}`,
  ].join('\r\n')
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.on('error', () => {})
  await new Promise(resolve => socket.once('connect', resolve))
  expect(await flood(socket, Buffer.from(request))).toBeLessThan(floodBytes / 2)
  socket.destroy()
})
