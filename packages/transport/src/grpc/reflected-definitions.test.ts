import { reflectedDefinitionsInMemory } from '@parley/engine'
import { fetchDefinition } from '@parley/engine/grpc'
import { defaultGrpcOptions, grpcCallOf, newAuth, newGrpcRequest, row } from '@parley/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyContext, filesOfTexts, startGrpcEngine, type TestCall } from './grpc.testkit.ts'
import { type ReflectingServer, startReflectingServer } from './start-reflecting-server.testkit.ts'

const asked = 'ServerReflectionInfo'
const shop = (more = '') => `syntax = "proto3"; package shop;
message M { int64 id = 1; ${more} }
service Books { rpc Get(M) returns (M); rpc Put(M) returns (M); }`

let server: ReflectingServer
let client = startGrpcEngine()

beforeEach(async () => {
  server = await startReflectingServer(shop())
  client = startGrpcEngine()
})
afterEach(async () => {
  client.close()
  await server.close()
})

const call = (fields: TestCall = {}) =>
  client.answered({ url: server.address, options: defaultGrpcOptions, ...fields })

/** Returns the paths of a call. */
async function pathsOf(fields: TestCall = {}): Promise<readonly string[]> {
  await call(fields)
  return server.takePaths()
}

test('a server that has answered and leaves its call open is waited for no longer', async () => {
  server.leaveOpen()
  expect(await pathsOf()).toEqual([asked, 'Get'])
})

test('what the server leaves out of its description is a notice of each call', async () => {
  await server.describe(shop('Gone gone = 2; } message Gone {'))
  const leftOut = {
    code: 'FAULTY_RESPONSE',
    text: 'the definition of the service is incomplete: The type .shop.Gone is missing, so whatever uses it in shop.proto is left out',
  }
  for (const _ of [1, 2]) expect((await call()).exchange.notices).toEqual([leftOut])
  await server.describe(shop())
  client.close()
  client = startGrpcEngine()
  expect((await call()).exchange.notices).toEqual([])
})

describe('a server that was asked before', () => {
  beforeEach(async () => {
    expect(await pathsOf()).toEqual([asked, 'Get'])
  })

  test('is not asked again for the same service', async () => {
    expect(await pathsOf()).toEqual(['Get'])
    expect(await pathsOf({ method: 'shop.Books/Put', messages: ['{"id": 1}'] })).toEqual(['Put'])
  })

  test.each([
    ['authorization', { auth: { ...newAuth('bearer'), token: 'other' } }],
    ['metadata', { metadata: [row('x-tenant', 'other')] }],
  ])('is asked again with other %s', async (_, fields) => {
    expect(await pathsOf(fields)).toEqual([asked, 'Get'])
    expect(await pathsOf(fields)).toEqual(['Get'])
    expect(await pathsOf()).toEqual(['Get'])
  })

  test('is asked again with other values of variables', async () => {
    const contextWith = (text: string) => ({
      ...emptyContext,
      liveScopes: [{ name: 'session', values: new Map([['v', { text, isLiteral: false }]]) } as const],
    })
    const metadata = [row('x-tenant', '{{v}}')]
    expect(await pathsOf({ metadata, context: contextWith('a') })).toEqual([asked, 'Get'])
    expect(await pathsOf({ metadata, context: contextWith('a') })).toEqual(['Get'])
    expect(await pathsOf({ metadata, context: contextWith('b') })).toEqual([asked, 'Get'])
  })

  test('is asked again for a method that it did not have', async () => {
    await server.describe(shop().replace('rpc Put', 'rpc New(M) returns (M); rpc Put'))
    expect(await pathsOf({ method: 'shop.Books/New' })).toEqual([asked, 'New'])
    const { failure } = await client.failure({
      url: server.address,
      options: defaultGrpcOptions,
      method: 'shop.Books/Nope',
    })
    expect(failure.code).toBe('GRPC_METHOD_UNKNOWN')
  })

  test('is asked again for a field that it did not have, before the call', async () => {
    await server.describe(shop('string title = 2;'), new Uint8Array([0x12, 1, 97]))
    const { text, exchange } = await call({ messages: ['{"title": "a"}'] })
    expect(JSON.parse(text)).toEqual({ title: 'a' })
    expect(exchange.request.headers).toContainEqual({ name: ':path', value: '/shop.Books/Get' })
    expect(server.takePaths()).toEqual([asked, 'Get'])
    const { failure } = await client.failure({
      url: server.address,
      options: defaultGrpcOptions,
      messages: ['{"nope": 1}'],
    })
    expect(failure.code).toBe('GRPC_MESSAGE_INVALID')
    expect(server.takePaths()).toEqual([asked])
  })

  test('is asked again after a call over another connection', async () => {
    server.disconnect()
    expect(await pathsOf()).toEqual(['Get'])
    expect(await pathsOf()).toEqual([asked, 'Get'])
    expect(await pathsOf()).toEqual(['Get'])
  })

  test('is asked when its definition is refreshed, which later calls use', async () => {
    await server.describe(shop('string title = 2;'), new Uint8Array([0x12, 1, 97]))
    expect(JSON.parse((await call()).text)).toEqual({ 2: 'YQ==' })
    const request = newGrpcRequest({ url: server.address, method: 'shop.Books/Get' })
    const subject = {
      request: grpcCallOf(request),
      context: emptyContext,
      ports: client.engine.ports,
      signal: new AbortController().signal,
    }
    const refreshed = await fetchDefinition(subject, filesOfTexts({}))
    expect(refreshed.ok).toBe(true)
    server.takePaths()
    expect(JSON.parse((await call()).text)).toEqual({ title: 'a' })
    expect(server.takePaths()).toEqual(['Get'])
  })
})

test('definitions are used for five minutes, and of fifty servers at most', async () => {
  let now = 0
  const definitions = reflectedDefinitionsInMemory(() => now)
  const ports = { reflectedDefinitions: definitions }
  expect(await pathsOf({ ports })).toEqual([asked, 'Get'])
  now += 299_999
  expect(await pathsOf({ ports })).toEqual(['Get'])
  now += 1
  expect(await pathsOf({ ports })).toEqual([asked, 'Get'])
  for (let at = 0; at < 50; at += 1) await call({ ports, metadata: [row('x-tenant', String(at))] })
  server.takePaths()
  expect(await pathsOf({ ports, metadata: [row('x-tenant', '49')] })).toEqual(['Get'])
  expect(await pathsOf({ ports })).toEqual([asked, 'Get'])
})
