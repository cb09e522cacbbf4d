import { randomUUID } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GrpcPart, grpcCallOf, type HttpRequest, newGrpcRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { type GrpcServer, shopProtos, startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SchemaEvent } from '../contract/index.ts'
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
    '0 OK: OK',
  ])
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

test('.proto files are read within the workspace only', async () => {
  const folder = join(fixture.server.appDataFolder, 'workspaces', 'bookshop')
  mkdirSync(join(folder, 'protos'))
  for (const [name, text] of Object.entries(shopProtos)) writeFileSync(join(folder, 'protos', name), text)
  symlinkSync('/etc/hostname', join(folder, 'protos', 'link.proto'))
  const proto = (path: string) => definitionOf(defined({ definition: 'proto' }, path))
  expect(await proto('protos/shop.proto')).toMatchObject({ state: 'fetched' })
  for (const path of ['../outside.proto', 'protos/link.proto', '/etc/hostname'])
    expect(await proto(path), path).toMatchObject({
      state: 'failed',
      problem: { code: 'GRPC_DEFINITION', sentence: expect.stringContaining('outside the workspace') },
    })
  expect(await proto('protos/none.proto')).toMatchObject({
    problem: { sentence: expect.stringContaining('was not found') },
  })
  const { paths } = await fixture.client.schemas.files({ kind: 'proto' })
  expect(paths).toEqual(['protos/kinds.proto', 'protos/shop.proto'])
})
