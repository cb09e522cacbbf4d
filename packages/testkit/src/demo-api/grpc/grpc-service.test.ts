import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, credentials, type ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '../../wait-for.ts'
import { type DemoApi, startDemoApi } from '../index.ts'
import { bookshopProto } from './bookshop-proto.ts'

let demo: DemoApi
const sockets: Socket[] = []

beforeEach(async () => {
  demo = await startDemoApi()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await demo.close()
})

/** Sends bytes one by one, and returns what the server answers. */
async function exchange(text: string): Promise<string> {
  const socket = connect(demo.port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket
    .on('error', () => {})
    .on('data', bytes => {
      received += bytes.toString('latin1')
    })
  for (const character of text) await new Promise<void>(resolve => socket.write(character, () => resolve()))
  await waitFor(() => received !== '', 'an answer')
  return received
}

test('HTTP/1.1 is answered on the same port, however its bytes arrive', async () => {
  expect(await exchange('POST /v1/echo HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200/,
  )
  expect(await exchange('PRIVATE / HTTP/1.1\r\nHost: h\r\n\r\n')).toMatch(/^HTTP\/1\.1 4/)
})

/** The service as another client knows it. */
function bookshop(): ServiceDefinition {
  const folder = mkdtempSync(join(tmpdir(), 'bookshop-'))
  writeFileSync(join(folder, 'bookshop.proto'), bookshopProto)
  const loaded = loadSync('bookshop.proto', { includeDirs: [folder], longs: String, defaults: true })
  rmSync(folder, { recursive: true })
  return loaded['bookshop.Books'] as ServiceDefinition
}

const service = bookshop()

/** Calls a method with messages, and returns those of the server and the code of the status. */
async function call(name: string, ...messages: readonly object[]) {
  const method = service[name]
  if (method === undefined) throw new Error(name)
  const client = new Client(`127.0.0.1:${demo.port}`, credentials.createInsecure())
  const duplex = client.makeBidiStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
  )
  const received: unknown[] = []
  duplex.on('data', one => received.push(one)).on('error', () => {})
  const ended = new Promise<number>(resolve => duplex.on('status', ({ code }) => resolve(code)))
  for (const message of messages) duplex.write(message)
  duplex.end()
  const code = await ended
  client.close()
  return { received, code }
}

test('books are returned, listed, added and reserved', async () => {
  const one = await call('GetBook', { id: 1204 })
  expect(one).toMatchObject({ code: 0, received: [{ id: '1204', price: { currency: 'EUR' } }] })
  expect(await call('GetBook', { id: 1 })).toEqual({ code: 5, received: [] })
  const listed = await call('ListBooks', { author: 'le guin' })
  expect(listed.received.length).toBeGreaterThan(1)
  const books = [
    { title: 'Lavinia', author: 'Ursula K. Le Guin' },
    { title: 'Voices', author: 'Ursula K. Le Guin' },
  ]
  expect(await call('AddBooks', ...books)).toMatchObject({ code: 0, received: [{ ids: ['2001', '2002'] }] })
  expect(await call('AddBooks', { title: '' })).toMatchObject({ code: 3 })
  expect((await call('ListBooks', { author: 'le guin' })).received).toHaveLength(listed.received.length + 2)
  const reserved = await call('Reserve', { id: 1204, quantity: 2 }, { id: 1204 }, { id: 1204, quantity: 100 })
  expect(reserved).toMatchObject({ code: 8, received: [{ left: 38 }, { left: 37 }] })
})

test('a request over HTTP/2 that is no call is refused with a sentence', async () => {
  const session = connectHttp2(`http://127.0.0.1:${demo.port}`)
  const stream = session.request({ ':path': '/v1/books' })
  let [status, text] = [0, '']
  stream.on('response', headers => {
    status = Number(headers[':status'])
  })
  stream.setEncoding('utf8').on('data', piece => {
    text += piece
  })
  await new Promise(resolve => stream.once('close', resolve))
  session.destroy()
  expect(status).toBe(505)
  expect(text).toContain('Send this request with HTTP/1.1.')
})

test('a method that is not there, and messages that are none', async () => {
  const raw = async (path: string, bytes: Buffer) => {
    const client = new Client(`127.0.0.1:${demo.port}`, credentials.createInsecure())
    const identity = (one: Buffer) => one
    const code = await new Promise<number>(resolve => {
      client
        .makeBidiStreamRequest(path, identity, identity)
        .on('data', () => {})
        .on('error', () => {})
        .on('status', status => resolve(status.code))
        .end(bytes)
    })
    client.close()
    return code
  }
  expect(await raw('/bookshop.Books/None', Buffer.alloc(0))).toBe(12)
  expect(await raw('/v1/bookshop.Books/GetBook', Buffer.from([8, 180, 9]))).toBe(0)
  expect(await raw('/bookshop.Books/GetBook', Buffer.from([255]))).toBe(13)
  expect(await raw('/bookshop.Books/GetBook', Buffer.alloc(5_000_000))).toBe(8)
})
