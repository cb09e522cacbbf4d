import { randomUUID } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerHttp2Stream } from 'node:http2'
import { join } from 'node:path'
import { type GrpcPart, grpcCallOf, type HttpRequest, newGrpcRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { type GrpcServer, shopProtos, startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SchemaEvent } from '../contract/index.ts'
import { startTestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'
import { hasEnded, previews, useStreamFixture } from './stream-fixture.testkit.ts'

const fixture = useStreamFixture()
let grpc: GrpcServer
let window: WatchedWindow

beforeAll(async () => {
  grpc = await startGrpcServer()
})
afterAll(() => grpc.close())
beforeEach(async () => {
  window = await watchWindow(fixture.client)
  return () => window.close()
})

const callOf = (change: Partial<GrpcPart> = {}): HttpRequest =>
  grpcCallOf(newGrpcRequest({ url: grpc.address, method: 'shop.Books/Chat', ...change }))

const selected = (text: string) => ({ title: '', selected: true, text })

async function start(change: Partial<GrpcPart>): Promise<string> {
  const { url, grpc: part } = callOf(change)
  return fixture.send(url, { method: 'POST', ...(part && { grpc: part }) })
}

test('a call in both directions is a session: sent to, ended by its user, and kept', async () => {
  const { client } = fixture
  const sessionId = await start({ messages: [selected('{"title": "a"}')] })
  await waitFor(
    async () => (await client.live.rows({ sessionId, from: 0, count: 0 }).catch(() => null)) !== null,
    'the session',
  )
  await fixture.rowsWhen(sessionId, ({ rows }) => rows.some(one => one.preview.includes('You said a')))
  const send = (data: string) => client.live.send({ sessionId, format: 'json', data })
  expect(await send('{"title": "b"}')).toEqual({ problem: null })
  expect(await send('{"titel": "b"}')).toMatchObject({
    problem: { sentence: expect.stringContaining('titel') },
  })
  expect(await client.live.ping({ sessionId })).toMatchObject({
    problem: { sentence: expect.stringContaining('not possible') },
  })
  await fixture.rowsWhen(sessionId, ({ rows }) => rows.some(one => one.preview.includes('You said b')))
  expect(await client.live.end({ sessionId })).toEqual({ problem: null })
  const ended = await fixture.rowsWhen(sessionId, hasEnded)
  expect(ended.state).toEqual({ state: 'ended', by: 'peer' })
  expect(ended.counts).toEqual({ received: 2, sent: 2, notes: 4, dropped: 0 })
  expect(previews(ended)).toEqual([
    `Connected to ${grpc.address}`,
    '{"title": "a"}',
    expect.stringMatching(/^Metadata received, \d fields$/),
    '{"title":"You said a"}',
    '{"title": "b"}',
    '{"title":"You said b"}',
    'End of messages',
    '0 OK',
  ])
  // The number of the field, its length, and the title; the server writes the ID 0 as well.
  const sizes = ({ rows }: typeof ended) =>
    rows.filter(({ type }) => type === 'text').map(({ sizeBytes }) => sizeBytes)
  const wire = [3, 'You said a'.length + 2 + 2]
  expect(sizes(ended)).toEqual([...wire, ...wire])
  const summary = await waitFor(async () => {
    const { entries } = await client.history.list({ requestId: null })
    return entries.find(({ id }) => id === sessionId) ?? null
  }, 'the entry')
  expect(summary).toMatchObject({
    kind: 'grpc',
    callStatus: { code: 0, name: 'OK' },
    messages: { received: 2, sent: 2 },
  })
  await client.sends.release({ sendId: sessionId })
  const kept = await fixture.rowsWhen(sessionId, hasEnded)
  expect(previews(kept)).toEqual(previews(ended))
  expect(sizes(kept)).toEqual(sizes(ended))
})

test('a unary call is an ordinary response with its message as JSON', async () => {
  const sendId = await start({ method: 'shop.Books/Get', messages: [selected('{"id": 9007199254740993}')] })
  const outcome = await fixture.outcomeOf(sendId)
  expect(outcome).toMatchObject({
    state: 'answered',
    exchange: {
      response: {
        content: { mediaType: 'application/json' },
        grpc: { code: 0, messageCount: 1 },
      },
    },
  })
})

async function definitionOf(request: HttpRequest): Promise<SchemaEvent['progress']> {
  const fetchId = randomUUID()
  const { windowId } = window
  const subject = { parentId: null, requestId: 'r', request }
  await fixture.client.schemas.fetch({ ...subject, windowId, fetchId, runsScripts: false, mayAsk: true })
  const latest = () =>
    window.events.filter(event => event.type === 'schema').findLast(event => event.fetchId === fetchId)
  const found = await waitFor(() => latest()?.progress.state !== 'fetching' && latest(), 'the definition')
  return found.progress
}

const defined = (change: Partial<GrpcPart['options']>, protoFilePath = '') => {
  const { options } = newGrpcRequest()
  return callOf({ protoFilePath, options: { ...options, ...change } })
}

test('the definition of all services is fetched by reflection, and found again', async () => {
  const request = defined({})
  const fetched = await definitionOf(request)
  if (fetched.state !== 'fetched') throw new Error(JSON.stringify(fetched))
  expect(fetched.schema.format).toBe('descriptorSet')
  const again = await fixture.client.schemas.find({ parentId: null, requestId: 'r', request })
  expect(again.schema).toEqual(fetched.schema)
  const elsewhere = { ...request, url: 'localhost:1' }
  expect(await fixture.client.schemas.find({ parentId: null, requestId: 'r', request: elsewhere })).toEqual({
    schema: null,
  })
})

test('.proto files are read within the workspace only (GR1)', async () => {
  const folder = join(fixture.server.appDataFolder, 'workspaces', 'bookshop')
  mkdirSync(join(folder, 'protos'))
  for (const [name, text] of Object.entries(shopProtos)) writeFileSync(join(folder, 'protos', name), text)
  symlinkSync('/etc/hostname', join(folder, 'protos', 'link.proto'))
  const proto = (path: string) => definitionOf(defined({ definition: 'proto' }, path))
  expect(await proto('protos/shop.proto')).toMatchObject({ state: 'fetched' })
  for (const path of ['../outside.proto', 'protos/link.proto', '/etc/hostname'])
    expect(await proto(path), path).toMatchObject({
      state: 'failed',
      problem: {
        code: 'GRPC_DEFINITION_OUTSIDE',
        sentence: expect.stringContaining('outside the workspace'),
      },
    })
  expect(await proto('protos/none.proto')).toMatchObject({
    problem: { sentence: expect.stringContaining('was not found') },
  })
  const { paths } = await fixture.client.schemas.files({ kind: 'proto' })
  expect(paths).toEqual(['protos/kinds.proto', 'protos/shop.proto'])
})

test('a server that streams for ever is left when its page is closed (GR1)', async () => {
  const streams: ServerHttp2Stream[] = []
  const endless = createServer().on('stream', (stream: ServerHttp2Stream) => {
    streams.push(stream)
    const message = Buffer.from([0, 0, 0, 0, 2, 8, 1])
    const write = () => {
      while (!stream.destroyed && stream.write(message));
    }
    stream.on('error', () => {}).on('drain', write)
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
    write()
  })
  await new Promise<void>(resolve => endless.listen(0, '127.0.0.1', resolve))
  const address = endless.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const running = await startTestServer({ windowGraceMs: 50 })
  const folder = join(running.appDataFolder, 'workspaces', 'bookshop', 'protos')
  mkdirSync(folder)
  for (const [name, text] of Object.entries(shopProtos)) writeFileSync(join(folder, name), text)
  const own = await watchWindow(running.client)
  const request = grpcCallOf(
    newGrpcRequest({
      url: `127.0.0.1:${port}`,
      method: 'shop.Books/List',
      protoFilePath: 'protos/shop.proto',
      options: { ...newGrpcRequest().options, definition: 'proto' },
    }),
  )
  const sendId = randomUUID()
  const { windowId } = own
  await running.client.sends.start({ windowId, sendId, requestId: 'r', parentId: null, request })
  await waitFor(async () => {
    const rows = await running.client.live.rows({ sessionId: sendId, from: 0, count: 0 }).catch(() => null)
    return (rows?.counts.received ?? 0) > 100
  }, 'messages')
  await own.lose()
  await waitFor(() => streams.every(({ destroyed }) => destroyed), 'the end of the stream')
  expect(streams).toHaveLength(1)
  await running.close()
  endless.close()
})
