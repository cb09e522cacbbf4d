import {
  authSessionInMemory,
  type EnginePorts,
  type GrpcCallHost,
  type RequestContext,
  type ScriptRunner,
  withoutScripts,
} from '@parley/engine'
import { reflectServer } from '@parley/engine/grpc'
import { type GrpcRequest, grpcCallOf, newAuth, newGrpcRequest, ok, row } from '@parley/model'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Http2TestServer, startHttp2Server } from '../http2/start-http2-server.testkit.ts'
import { askingHost, canary, contextOf, namesOf, setByScript } from '../secret-ways-out.testkit.ts'
import { fromProtos, startGrpcEngine } from './grpc.testkit.ts'

/** Servers that fail each call, and keep what they received. */
let good: Http2TestServer
let evil: Http2TestServer
let atEvil: string[] = []
let client = startGrpcEngine()

beforeAll(async () => {
  good = await startHttp2Server('http', stream => stream.respond(failed, { endStream: true }))
  evil = await startHttp2Server('http', (stream, rawHeaders) => {
    const pieces: Buffer[] = []
    stream.on('data', (bytes: Buffer) => pieces.push(bytes))
    stream.on('end', () => {
      atEvil.push(`${rawHeaders.join('\n')}\n${Buffer.concat(pieces).toString('latin1')}`)
      stream.respond(failed, { endStream: true })
    })
  })
})

afterEach(() => {
  atEvil = []
  client.close()
  client = startGrpcEngine()
})

afterAll(async () => {
  client.close()
  await good.close()
  await evil.close()
})

const failed = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '13' }

/** Where a call may have a secret. */
const places = {
  metadata: { metadata: [row('x-key', 'v {{secret}}')] },
  'metadata name': { metadata: [row('x-{{secret}}', 'v')] },
  path: { url: '{{scheme}}://{{host}}:{{port}}/{{secret}}' },
  bearer: { auth: { ...newAuth('bearer'), token: '{{secret}}' } },
  'API key': { auth: { ...newAuth('apiKey'), key: 'x-key', value: '{{secret}}' } },
} as const satisfies Readonly<Record<string, Partial<GrpcRequest>>>

/** In a message only of the call itself, as questions about services are Parley's own. */
const placesOfCalls = {
  ...places,
  message: { messages: [{ title: '', selected: true, text: '{"id": 1, "title": "{{secret}}"}' }] },
} as const satisfies Readonly<Record<string, Partial<GrpcRequest>>>

/** The parts of the address that a script may choose. */
const choices = {
  host: () => ({
    typed: { scheme: 'grpc', host: 'localhost', port: String(evil.port) },
    scripted: { host: '127.0.0.1' },
  }),
  port: () => ({
    typed: { scheme: 'grpc', host: '127.0.0.1', port: String(good.port) },
    scripted: { port: String(evil.port) },
  }),
  scheme: () => ({
    typed: { scheme: 'grpcs', host: '127.0.0.1', port: String(evil.port) },
    scripted: { scheme: 'grpc' },
  }),
}

const url = '{{scheme}}://{{host}}:{{port}}'
const requestIn = (place: Partial<GrpcRequest>) =>
  newGrpcRequest({
    name: 'Call',
    url,
    method: 'shop.Books/Chat',
    methodType: 'bidirectionalStreaming',
    protoFilePath: 'shop.proto',
    options: fromProtos,
    ...place,
  })

type Values = Readonly<Record<string, string>>
type Host = ReturnType<typeof askingHost>

const contextWith = (typed: Values, live: RequestContext['liveScopes'] = []): RequestContext => ({
  ...contextOf({ request: {}, typed, scripted: {}, scope: 'global' }),
  liveScopes: live,
})

/** A call whose pre-request script sets values. */
async function callWith(
  place: Partial<GrpcRequest>,
  typed: Values,
  scripted: Values,
  host: Host & Pick<EnginePorts, 'grpcCalls'>,
) {
  const scripts: ScriptRunner = {
    ...withoutScripts,
    runPreRequest: async ({ resolved }) =>
      ok({
        stage: 'scripted',
        scopes: [setByScript('send', scripted), ...resolved.scopes],
        overrides: { method: null, setHeaders: [], deletedHeaders: [], content: null },
        results: [],
      }),
  }
  const { messages, ...fields } = requestIn(place)
  const ports = { ...host, scripts, authSession: authSessionInMemory() }
  const texts = messages.map(({ text }) => text)
  const outcome = await client.call({ ...fields, messages: texts, context: contextWith(typed), ports })
  return outcome.ok ? '' : outcome.failure.failure.code
}

/** A message of a call that has begun. Returns why it was not sent. */
async function sendWith(
  { messages = [], ...place }: Partial<GrpcRequest>,
  typed: Values,
  scripted: Values,
  host: Host,
) {
  let code = ''
  const grpcCalls: GrpcCallHost = {
    onOpen(call) {
      const sent = Promise.all(messages.map(({ text }) => call.send({ data: text })))
      void sent.then(results => {
        for (const one of results) if (!one.ok) code ||= one.failure.code
      })
      call.end()
      return { onFrame: async () => {} }
    },
  }
  await callWith(place, typed, scripted, { ...host, grpcCalls })
  return code
}

/** A question about the services, after the script of an earlier send has set session values. */
async function askWith(place: Partial<GrpcRequest>, typed: Values, scripted: Values, host: Host) {
  const server = reflectServer(
    grpcCallOf(requestIn(place)),
    contextWith(typed, [setByScript('session', scripted)]),
    { ...client.engine.ports, ...host, authSession: authSessionInMemory() },
    new AbortController().signal,
  )
  const services = await server.listServices()
  return services.ok ? '' : services.failure.code
}

const ways = [
  ...Object.entries(placesOfCalls).map(([name, place]) => ['grpc', name, place, callWith] as const),
  ['grpcMessage', 'later message', placesOfCalls.message, sendWith] as const,
  ...Object.entries(places).map(([name, place]) => ['reflection', name, place, askWith] as const),
]

describe('a secret of a call on its way to an origin that a script chose (SE8)', () => {
  const table = ways.flatMap(([way, name, place, run]) =>
    Object.entries(choices).map(([part, chosen]) => [way, name, part, place, run, chosen] as const),
  )
  test.each(table)('%s, secret in the %s, %s chosen', async (_way, _name, _part, place, run, chosen) => {
    const { typed, scripted } = chosen()
    const refusing = askingHost(false)
    expect(await run(place, typed, scripted, refusing)).toBe('SECRET_HOST_NOT_ALLOWED')
    expect(refusing.asked).toMatchObject([{ origin: `http://127.0.0.1:${evil.port}`, chosenBy: 'script' }])
    expect(refusing.asked.flatMap(namesOf)).toContain('secret')
    expect(atEvil.join('\n')).not.toContain(canary)
    await run(place, typed, scripted, askingHost(true))
    expect(atEvil.join('\n')).toContain(canary)
  })

  test.each(ways)(
    '%s, secret in the %s: nobody is asked where the user chose',
    async (_w, _n, place, run) => {
      const host = askingHost(false)
      await run(place, { scheme: 'grpc', host: '127.0.0.1', port: String(evil.port) }, {}, host)
      expect(host.asked).toEqual([])
      expect(atEvil.join('\n')).toContain(canary)
    },
  )
})
