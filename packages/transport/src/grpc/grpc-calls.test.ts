import { defaultSendSettings, type ScriptRunner, withoutScripts } from '@parley/engine'
import { reflectServer } from '@parley/engine/grpc'
import { defaultGrpcOptions, grpcCallOf, newAuth, newGrpcRequest, ok, row } from '@parley/model'
import { createAuthority, startHttpProxy, startSocksProxy } from '@parley/testkit'
import { type GrpcServer, startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { directPath } from '../connection/network-path.ts'
import { startHttp2Server } from '../http2/start-http2-server.testkit.ts'
import { trusting } from '../transport-fixture.testkit.ts'
import { emptyContext, fromProtos, startGrpcEngine } from './grpc.testkit.ts'

const authority = createAuthority()
let plain: GrpcServer
let secure: GrpcServer
let mutual: GrpcServer
let silent: GrpcServer
let client = startGrpcEngine()

beforeAll(async () => {
  ;[plain, secure, mutual, silent] = await Promise.all([
    startGrpcServer(),
    startGrpcServer({ authority }),
    startGrpcServer({ authority, needsClientCertificate: true }),
    startGrpcServer({ reflects: false }),
  ])
})

afterAll(async () => {
  for (const server of [plain, secure, mutual, silent]) await server.close()
})

beforeEach(() => {
  client = startGrpcEngine()
})
afterEach(() => client.close())

const reflection = defaultGrpcOptions
const book = (id: string, title = `Book ${id}`) => ({
  id,
  title,
  kind: 'KIND_NOVEL',
  cover: 'AQL/',
  stock: { '': '0', here: id },
  printed: '1970-01-01T00:00:01.500Z',
  cents: '9007199254740993',
  isbn: '18446744073709551615',
})

describe.each([
  ['by reflection', reflection],
  ['by .proto files', fromProtos],
])('a call of a server of grpc-js, defined %s', (_, options) => {
  test('unary: every value is exact', async () => {
    const { text, grpc, exchange } = await client.answered({
      url: plain.address,
      options,
      messages: ['{"id": 9007199254740993}'],
    })
    expect(JSON.parse(text)).toEqual(book('9007199254740993'))
    expect(text).toContain('\n  "title": ')
    expect(grpc).toEqual({ code: 0, name: 'OK', message: 'OK', details: [], messageCount: 1 })
    const { headers, trailers } = exchange.response
    expect(headers).toContainEqual({ name: 'x-initial', value: 'first' })
    expect(trailers).toContainEqual({ name: 'x-trailer', value: 'last' })
  })

  test('server streaming: a line a message', async () => {
    const { text, grpc } = await client.answered({
      url: plain.address,
      options,
      method: 'shop.Books/List',
      messages: ['{"count": 1000, "titleLength": 300}'],
    })
    const lines = text.trimEnd().split('\n')
    expect(lines).toHaveLength(1_000)
    expect(JSON.parse(lines[999] ?? '')).toEqual(book('1000', 'x'.repeat(300)))
    expect(grpc?.messageCount).toBe(1_000)
  })

  test('client streaming, and in both directions', async () => {
    const messages = ['{"id": 1, "title": "a"}', '{"id": "9007199254740993", "title": "b"}']
    const added = await client.answered({ url: plain.address, options, method: 'shop.Books/Add', messages })
    expect(JSON.parse(added.text)).toEqual({ count: 2, ids: ['1', '9007199254740993'] })
    const chat = await client.answered({ url: plain.address, options, method: 'shop.Books/Chat', messages })
    expect(chat.text).toBe(
      '{"id":"1","title":"You said a"}\n{"id":"9007199254740993","title":"You said b"}\n',
    )
  })

  test('a status has its name, its message and its details', async () => {
    const { grpc } = await client.answered({
      url: plain.address,
      options,
      method: 'shop.Books/Fail',
      messages: ['{"code": 5, "message": "kein Büchlein: 100%"}'],
    })
    expect(grpc).toMatchObject({ code: 5, name: 'NOT_FOUND', message: 'kein Büchlein: 100%' })
    expect(grpc?.details.map(one => JSON.parse(one))).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'title', description: 'missing' }],
      },
    ])
  })
})

describe('what a call sends', () => {
  const metadataOf = async (one: object) => {
    const { text } = await client.answered({
      url: plain.address,
      method: 'shop.Books/Metadata',
      options: fromProtos,
      ...one,
    })
    return JSON.parse(text).values
  }

  test('metadata, binary metadata, authorization and the deadline', async () => {
    expect(
      await metadataOf({
        metadata: [row('X-Key', 'a'), row('x-key', 'b'), row('x-bytes-bin', 'AQL/')],
        auth: { ...newAuth('bearer'), token: 't' },
        options: { ...fromProtos, deadlineMs: 100_000 },
      }),
    ).toMatchObject({ 'x-key': 'a, b', 'x-bytes-bin': '0102ff', authorization: 'Bearer t' })
  })

  test('a deadline that the server does not keep', async () => {
    const options = { ...fromProtos, deadlineMs: 200 }
    const outcome = await client.call({ url: plain.address, method: 'shop.Books/Wait', options })
    // Either side may notice it first.
    const code = outcome.ok ? outcome.value.exchange.response.grpc?.name : outcome.failure.failure.code
    expect(code).toMatch(/DEADLINE_EXCEEDED$/)
  })

  test('compressed messages', async () => {
    const { exchange, text } = await client.answered({
      url: plain.address,
      options: { ...fromProtos, compression: 'gzip' },
      messages: ['{"id": 5}'],
    })
    expect(JSON.parse(text).id).toBe('5')
    expect(exchange.request.headers).toContainEqual({ name: 'grpc-encoding', value: 'gzip' })
  })

  test.each([
    [row('grpc-timeout', '1S'), 'GRPC_METADATA_RESERVED'],
    [row('te', 'trailers'), 'GRPC_METADATA_RESERVED'],
    [row('Content-Type', 'text/plain'), 'GRPC_METADATA_RESERVED'],
    [row(':path', '/'), 'GRPC_METADATA_RESERVED'],
    [row('x-bin', '%%'), 'GRPC_METADATA_NOT_BASE64'],
    [row('x y', '1'), 'INVALID_HEADER_NAME'],
  ])('the metadata %j is refused', async (one, code) => {
    const { failure } = await client.failure({ url: plain.address, metadata: [one] })
    expect(failure).toMatchObject({ code, step: 'prepare' })
  })

  test.each([
    [{ method: '' }, 'GRPC_METHOD_MISSING'],
    [{ method: 'shop.Books/Nope' }, 'GRPC_METHOD_UNKNOWN'],
    [{ method: 'shop.Nope/Get' }, 'GRPC_METHOD_UNKNOWN'],
    [{ method: 'shop.Nope/Get', options: reflection }, 'GRPC_SYMBOL_UNKNOWN'],
    [{ messages: ['{"nope": 1}'] }, 'GRPC_MESSAGE_INVALID'],
    [{ messages: ['{"id": '] }, 'GRPC_MESSAGE_INVALID'],
    [{ url: 'unix:/tmp/socket' }, 'GRPC_SOCKET_FILE'],
    [{ protoFilePath: 'missing.proto' }, 'GRPC_DEFINITION'],
    [{ protoFilePath: '' }, 'GRPC_DEFINITION'],
    [{ options: { ...fromProtos, definition: 'descriptorSet' } as const }, 'GRPC_DEFINITION'],
  ])('%j is refused before anything is sent', async (fields, code) => {
    const { failure } = await client.failure({ url: plain.address, ...fields })
    expect(failure).toMatchObject({ code, step: 'prepare' })
  })

  test('variables in the URL, the metadata and the message', async () => {
    const values = new Map([
      ['v', { text: '7', isLiteral: false }],
      ['host', { text: plain.address, isLiteral: false }],
    ])
    const context = { ...emptyContext, liveScopes: [{ name: 'session', values } as const] }
    const { text } = await client.answered({
      url: 'grpc://{{host}}',
      messages: ['{"id": {{v}}}'],
      context,
    })
    expect(JSON.parse(text).id).toBe('7')
  })

  test('a script that sets the body stops the call', async () => {
    const scripts: ScriptRunner = {
      ...withoutScripts,
      runPreRequest: async ({ resolved }) => {
        const content = { text: '{}', mediaType: null }
        const overrides = { method: null, setHeaders: [], deletedHeaders: [], content }
        return ok({ stage: 'scripted', scopes: resolved.scopes, overrides, results: [] })
      },
    }
    const { failure } = await client.failure({ url: plain.address, ports: { scripts } })
    expect(failure.code).toBe('GRPC_BODY_BY_SCRIPT')
  })

  test('calls share a connection', async () => {
    await client.answered({ url: plain.address })
    const { exchange } = await client.answered({ url: plain.address })
    expect(exchange.connection.isReused).toBe(true)
  })
})

describe('over TLS', () => {
  const own = authority.issue({ usage: 'client', name: 'client' })

  test('with the authority of the server', async () => {
    client.close()
    client = startGrpcEngine({ choosePath: trusting(authority.certificatePem) })
    const { exchange, grpc } = await client.answered({
      url: `grpcs://${secure.address}`,
      options: reflection,
    })
    expect(grpc?.code).toBe(0)
    expect(exchange.connection.tls?.protocol).toBe('TLSv1.3')
  })

  test('an authority that is not trusted is a failure', async () => {
    const { failure } = await client.failure({ url: `grpcs://${secure.address}` })
    expect(failure.kind).toBe('tls')
  })

  test('a client certificate, and the refusal without one', async () => {
    const path = trusting(authority.certificatePem)
    client.close()
    client = startGrpcEngine({ choosePath: path })
    const refused = await client.call({ url: `https://${mutual.address}` })
    expect(refused.ok).toBe(false)
    client.close()
    client = startGrpcEngine({
      choosePath: async (...chosen) => ({
        ...(await path(...chosen)),
        tls: {
          ...(await path(...chosen)).tls,
          clientCertificate: {
            type: 'pem',
            certificate: own.certificatePem,
            privateKey: own.privateKeyPem,
            passphrase: '',
          },
        },
      }),
    })
    const { grpc } = await client.answered({ url: `https://${mutual.address}`, options: reflection })
    expect(grpc?.code).toBe(0)
  })
})

describe('through a proxy', () => {
  test.each(['http', 'socks5'] as const)('%s', async type => {
    const proxy = type === 'http' ? await startHttpProxy() : await startSocksProxy()
    client.close()
    const server = { type, host: '127.0.0.1', port: proxy.port, username: '', password: '' }
    client = startGrpcEngine({ choosePath: async () => ({ ...directPath, proxy: server }) })
    const { exchange, grpc } = await client.answered({ url: plain.address, options: reflection })
    expect(grpc?.code).toBe(0)
    expect(exchange.connection.proxy).toContain(String(proxy.port))
    client.close()
    await proxy.close()
  })
})

describe('server reflection', () => {
  const ask = (url: string) =>
    reflectServer(
      grpcCallOf(newGrpcRequest({ url })),
      emptyContext,
      client.engine.ports,
      new AbortController().signal,
    )

  test('lists services, and describes them', async () => {
    const server = ask(plain.address)
    expect(await server.listServices()).toEqual({ ok: true, value: ['shop.Books'] })
    const registry = await server.registryOf(['shop.Books'])
    expect(registry.ok && registry.value.getService('shop.Books')?.methods).toHaveLength(7)
  })

  test('is said to be missing', async () => {
    const services = await ask(silent.address).listServices()
    expect(services).toMatchObject({ ok: false, failure: { code: 'GRPC_REFLECTION', step: 'response' } })
    const { failure } = await client.failure({ url: silent.address, options: reflection })
    expect(failure.subject).toMatch(/^12 UNIMPLEMENTED/)
  })

  test('asks for the older version where the newer one is unknown', async () => {
    const paths: string[] = []
    const server = await startHttp2Server('http', (stream, rawHeaders) => {
      const path = rawHeaders[rawHeaders.indexOf(':path') + 1] ?? ''
      paths.push(path)
      const status = path.includes('v1alpha') ? '0' : '12'
      stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status },
        { endStream: true },
      )
    })
    await ask(`127.0.0.1:${server.port}`).listServices()
    await server.close()
    expect(paths).toEqual([
      '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
      '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
    ])
  })

  test('a server that is not there is a failure of the connection', async () => {
    const services = await ask('127.0.0.1:1').listServices()
    expect(services).toMatchObject({ ok: false, failure: { code: 'ECONNREFUSED' } })
  })
})

test('a request whose deadline is not set keeps the time limit of the settings', async () => {
  const server = await startHttp2Server('http', () => {})
  const context = { ...emptyContext, defaultSettings: { ...defaultSendSettings, timeoutMs: 100 } }
  const { failure } = await client.failure({ url: `127.0.0.1:${server.port}`, context })
  await server.close()
  expect(failure.code).toBe('REQUEST_TIMEOUT')
})

test('a query in the URL is refused, as the path of a call is that of its method alone', async () => {
  for (const options of [reflection, fromProtos]) {
    const { failure } = await client.failure({ url: `${plain.address}?a=b`, options })
    expect(failure).toMatchObject({ code: 'GRPC_QUERY', step: 'prepare' })
  }
})
