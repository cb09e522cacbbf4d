import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { exchangeBytes } from './exchange-bytes.ts'
import {
  endConnection,
  holdOpen,
  type RawScript,
  receiveBytes,
  receiveHead,
  resetConnection,
} from './raw-script.ts'
import { type RawServer, startRawServer } from './start-raw-server.ts'

const servers: RawServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(script: RawScript): Promise<RawServer> {
  const server = await startRawServer(script)
  servers.push(server)
  return server
}

const head = 'GET / HTTP/1.1\r\nhOST:  x\r\n\r\n'

test('responds with the given bytes and records the exact bytes received', async () => {
  const server = await start('HTTP/1.1 200 \u00d6k\r\nContent-Length: 2\r\n\r\nhi')
  const response = await fetch(server.url)
  expect(await response.text()).toBe('hi')
  const bytes = Buffer.from([0x47, 0x00, 0xff, 0x0d, 0x0a, 0x0d, 0x0a])
  expect(await exchangeBytes(server.port, bytes)).toEqual(
    Buffer.from('HTTP/1.1 200 Ök\r\nContent-Length: 2\r\n\r\nhi'),
  )
  expect(server.connections).toHaveLength(2)
  expect(server.receivedBytes(0).toString()).toMatch(/^GET \/ HTTP\/1\.1\r\n/)
  expect(server.receivedBytes(1)).toEqual(bytes)
  expect(() => server.receivedBytes(2)).toThrow(RangeError)
})

test('sends nothing before the previous step is done', async () => {
  const server = await start([receiveHead, 'first ', receiveBytes(3), Uint8Array.of(0xff), endConnection])
  const socket = connect(server.port, '127.0.0.1')
  socket.write(head.slice(0, 10))
  await server.waitForConnection(0)
  await waitFor(() => server.receivedBytes(0).length === 10, 'the first bytes')
  expect(socket.bytesRead).toBe(0)
  socket.write(`${head.slice(10)}ab`)
  await waitFor(() => socket.bytesRead === 6, 'the first answer')
  socket.write('c')
  expect(await buffer(socket)).toEqual(Buffer.from([...Buffer.from('first '), 0xff]))
  expect(server.receivedBytes(0).toString()).toBe(`${head}abc`)
})

test('serves several requests on one connection, one for each step', async () => {
  const server = await start([receiveHead, '1', receiveHead, '2', endConnection])
  expect((await exchangeBytes(server.port, head + head)).toString()).toBe('12')
})

test('resets the connection', async () => {
  const server = await start([receiveHead, resetConnection])
  await expect(exchangeBytes(server.port, head)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('closes after the first bytes of a response', async () => {
  const server = await start([receiveHead, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal', endConnection])
  const response = await fetch(server.url)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('keeps a connection open, and reports when the client leaves', async () => {
  const server = await start([receiveHead, holdOpen, 'never sent'])
  const cancel = new AbortController()
  const pending = fetch(server.url, { signal: cancel.signal })
  const connection = await server.waitForConnection(0)
  await waitFor(() => connection.receivedBytes().includes('\r\n\r\n'), 'the request')
  expect(connection.socket.closed).toBe(false)
  cancel.abort()
  await expect(pending).rejects.toThrow('aborted')
  await server.waitForConnectionClose(0)
  expect(connection.socket.bytesWritten).toBe(0)
})

test('accepts a reset by the client', async () => {
  const server = await start([receiveHead, 'answer'])
  const socket = connect(server.port, '127.0.0.1')
  await server.waitForConnection(0)
  socket.resetAndDestroy()
  await server.waitForConnectionClose(0)
})

test('accepts a handler that treats each connection differently', async () => {
  const server = await start(async connection => {
    const line = await connection.receiveUntil('\n')
    await connection.send(`${connection.index}:${line.toString()}`)
    connection.end()
  })
  expect((await exchangeBytes(server.port, 'a\nrest')).toString()).toBe('0:a\n')
  expect((await exchangeBytes(server.port, 'b\n')).toString()).toBe('1:b\n')
})

test('close resets open connections, and rejects if a script failed', async () => {
  const holding = await startRawServer([holdOpen])
  const socket = connect(holding.port, '127.0.0.1')
  await holding.waitForConnection(0)
  const closed = new Promise(resolve => socket.once('close', resolve))
  socket.resume()
  await holding.close()
  await closed
  const failing = await startRawServer(() => {
    throw new Error('a mistake in the script')
  })
  expect((await exchangeBytes(failing.port, head)).toString()).toBe('')
  await expect(failing.close()).rejects.toThrow('a mistake in the script')
})
