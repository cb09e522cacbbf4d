import type { VariableScope } from '@parley/engine'
import { type GraphQlBody, row, type SendFailure } from '@parley/model'
import { startWebSocketServer, type TestWebSocketServer } from '@parley/testkit'
import { type GraphQlServer, startGraphQlServer } from '@parley/testkit/graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEngine } from '../send-through-engine.testkit.ts'
import { TestConversation } from '../websocket/web-socket.testkit.ts'

const engine = startEngine()
let server: GraphQlServer
beforeAll(async () => {
  server = await startGraphQlServer()
})
afterAll(async () => {
  engine.close()
  await server.close()
})

const countdown = 'subscription Countdown($from: Int!) { countdown(from: $from) }'

interface Subscription extends Partial<GraphQlBody> {
  readonly url?: string
  readonly transport?: string
  readonly connectionParams?: string
}

function subscribe({ url, transport, connectionParams = '', ...fields }: Subscription, more = {}) {
  return new TestConversation(engine, {
    url: url ?? server.url,
    method: 'POST',
    webSocket: null,
    body: {
      type: 'graphql',
      query: countdown,
      variables: '{"from": 1}',
      subscription: { transport: transport ?? 'graphql-transport-ws', url: '', connectionParams },
      ...fields,
    },
    ...more,
  })
}

async function failureOf(conversation: TestConversation): Promise<SendFailure> {
  const outcome = await conversation.outcome
  if (outcome.ok) throw new Error('It did not fail')
  return outcome.failure.failure
}

describe('with graphql-ws', () => {
  test('all messages are listed, and the end of the subscription closes the connection (GQ1)', async () => {
    const conversation = subscribe({ connectionParams: '{"token": "right", "id": 9007199254740993}' })
    const outcome = await conversation.outcome
    expect(conversation.lines).toEqual([
      '→ connection_init {"token": "right", "id": 9007199254740993}',
      '← connection_ack',
      `→ subscribe {"query":${JSON.stringify(countdown)},"variables":{"from": 1}}`,
      '← next {"data":{"countdown":1}}',
      '← next {"data":{"countdown":0}}',
      '← complete',
      '→ close 1000 Normal Closure',
      '← close 1000 Normal Closure',
    ])
    if (!outcome.ok) throw new Error(outcome.failure.failure.code)
    const { request, response } = outcome.value.exchange
    expect(request).toMatchObject({ method: 'GET', targetUri: server.url.replace('http', 'ws') })
    const names = request.headers.map(({ name }) => name.toLowerCase())
    expect(names).not.toEqual(expect.arrayContaining(['accept']))
    expect(names).not.toEqual(expect.arrayContaining(['content-type']))
    expect(response.webSocket).toMatchObject({ subprotocol: 'graphql-transport-ws', end: { by: 'peer' } })
    expect(server.connectionParams.at(-1)).toMatchObject({ token: 'right' })
  })

  test('Auto opens a WebSocket for a URL of one, and events of HTTP for another', async () => {
    const webSocket = subscribe({ url: server.url.replace('http', 'ws'), transport: 'auto' })
    expect((await webSocket.outcome).ok).toBe(true)
    expect(webSocket.lines).toContain('← next {"data":{"countdown":0}}')
    const overHttp = subscribe({ transport: 'auto' })
    const outcome = await overHttp.outcome
    expect(outcome.ok && outcome.value.exchange.response.content.mediaType).toBe('text/event-stream')
    expect(overHttp.lines).toEqual([])
  })

  test('one of several operations, its own URL and headers of the handshake', async () => {
    const conversation = subscribe({
      url: 'http://127.0.0.1:1/nothing',
      query: `query A { books { title } } ${countdown}`,
      operationName: 'Countdown',
      subscription: { transport: 'graphql-transport-ws', url: server.url, connectionParams: '' },
    })
    expect((await conversation.outcome).ok).toBe(true)
    expect(conversation.lines[2]).toContain('"operationName":"Countdown"')
  })

  test('results with errors have a type of their own', async () => {
    const conversation = subscribe({ query: 'subscription { failing }', variables: '' })
    await conversation.outcome
    expect(conversation.frames.map(({ type }) => type)).toContain('error')
    expect(await failureOf(conversation)).toMatchObject({
      code: 'SUBSCRIPTION_FAILED',
      subject: 'The source failed',
    })
  })

  test('a query that the server does not accept is refused with its reason', async () => {
    const failure = await failureOf(subscribe({ query: 'subscription { nothing }', variables: '' }))
    expect(failure.code).toBe('SUBSCRIPTION_REFUSED')
    expect(failure.subject).toContain('Cannot query field "nothing"')
  })

  test('connection parameters that the server does not accept are named by its close code', async () => {
    const conversation = subscribe({ connectionParams: '{"token": "wrong"}' })
    expect(await failureOf(conversation)).toMatchObject({
      code: 'SUBSCRIPTION_CLOSED',
      subject: '4403: Forbidden',
    })
    const outcome = await conversation.outcome
    expect(!outcome.ok && outcome.failure.response?.webSocket?.end).toMatchObject({ code: 4403 })
  })

  test('Stop completes the subscription before the connection is closed', async () => {
    const endless = subscribe({ variables: '{"from": 1000000}' })
    await endless.opened()
    await expect.poll(() => endless.lines.length).toBeGreaterThan(5)
    endless.cancel()
    expect(await failureOf(endless)).toMatchObject({ kind: 'cancelled' })
    const sent = endless.lines.filter(line => line.startsWith('→'))
    expect(sent.slice(-2)).toEqual(['→ complete', '→ close 1000 Normal Closure'])
  })

  test('names are filled in in all parts, and secrets are listed by their names', async () => {
    const scope: VariableScope = {
      name: 'session',
      values: new Map([
        ['token', { text: 'a-very-secret-token', isLiteral: false }],
        ['from', { text: '0', isLiteral: false }],
      ]),
      secretNames: new Set(['token']),
    }
    const conversation = subscribe(
      { connectionParams: '{"token": "{{token}}"}', variables: '{"from": {{from}}}' },
      { context: { liveScopes: [scope] } },
    )
    await conversation.outcome
    expect(conversation.lines[0]).toBe('→ connection_init {"token": "{{token}}"}')
    expect(conversation.lines).toContain('← next {"data":{"countdown":0}}')
    expect(server.connectionParams.at(-1)).toEqual({ token: 'a-very-secret-token' })
  })

  test.each([
    ['connection parameters that are no object', { connectionParams: '[1]' }, 'INVALID_CONNECTION_PARAMS'],
    ['connection parameters that are no JSON', { connectionParams: '{token}' }, 'INVALID_CONNECTION_PARAMS'],
    ['variables that are no JSON', { variables: '{' }, 'INVALID_GRAPHQL_VARIABLES'],
    ['files', { uploads: [{ variable: 'a', filePath: '/x' }] }, 'UPLOAD_WITH_WEBSOCKET'],
    ['SSE at a URL of a WebSocket', { transport: 'sse', url: 'ws://127.0.0.1:1' }, 'WEBSOCKET_NEEDED'],
  ])('%s: nothing is sent', async (_, fields, code) => {
    expect(await failureOf(subscribe(fields))).toMatchObject({ code, step: 'prepare' })
  })

  test('a server that only speaks another subprotocol is refused', async () => {
    const other = await startWebSocketServer({ chooseProtocol: () => '' })
    const failure = await failureOf(subscribe({ url: other.url }))
    expect(failure).toMatchObject({ code: 'SUBSCRIPTION_SUBPROTOCOL', subject: '' })
    await other.close()
  })

  test('a server that refuses the upgrade answers as over HTTP', async () => {
    const sink = await startWebSocketServer({
      refuse: (_, socket) => {
        socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno')
        return true
      },
    })
    const outcome = await subscribe({ url: sink.url }, { headers: [row('X-Key', 'a')] }).outcome
    expect(outcome.ok && outcome.value.exchange.response.statusCode).toBe(401)
    expect(sink.handshakes[0]?.rawHeaders).toEqual(expect.arrayContaining(['X-Key', 'graphql-transport-ws']))
    await sink.close()
  })
})

describe('with the legacy subprotocol', () => {
  let legacy: TestWebSocketServer
  const received: unknown[] = []
  beforeAll(async () => {
    legacy = await startWebSocketServer({
      chooseProtocol: offered => (offered.includes('graphql-ws') ? 'graphql-ws' : ''),
      onConnection: socket => socket.on('message', data => answer(socket, data.toString())),
    })
  })
  afterAll(() => legacy.close())

  function answer(socket: { send(text: string): void }, text: string): void {
    const message = JSON.parse(text)
    received.push(message)
    const send = (one: object) => socket.send(JSON.stringify(one))
    if (message.type === 'connection_init') {
      if (message.payload?.token === 'wrong') send({ type: 'connection_error', payload: { message: 'No' } })
      else for (const type of ['connection_ack', 'ka']) send({ type })
    }
    if (message.type !== 'start') return
    const { id } = message
    send({ id, type: 'data', payload: { data: { left: 1 } } })
    send({ id, type: 'data', payload: { data: null, errors: [{ message: 'Half' }] } })
    if (message.payload?.query?.includes('half')) send({ id, type: 'error', payload: { message: 'Broke' } })
    send({ id, type: 'complete' })
  }

  test.each(['graphql-ws', 'auto'])('%s subscribes, and reads the results', async transport => {
    const conversation = subscribe({ url: legacy.url, transport })
    expect((await conversation.outcome).ok).toBe(true)
    expect(conversation.frames.map(({ type }) => type)).toEqual([
      'connection_init',
      'connection_ack',
      'start',
      'ka',
      'data',
      'data with errors',
      'complete',
      'close',
      'close',
    ])
  })

  test('an error after a result is no refusal', async () => {
    const query = 'subscription { half }'
    const failed = subscribe({ url: legacy.url, transport: 'graphql-ws', query, variables: '' })
    expect(await failureOf(failed)).toMatchObject({ code: 'SUBSCRIPTION_FAILED', subject: 'Broke' })
  })

  test('a refused connection says why', async () => {
    const refused = subscribe({
      url: legacy.url,
      transport: 'graphql-ws',
      connectionParams: '{"token":"wrong"}',
    })
    expect(await failureOf(refused)).toMatchObject({ code: 'SUBSCRIPTION_REFUSED', subject: 'No' })
  })
})
