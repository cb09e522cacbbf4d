import type { SendFailure } from '@parley/model'
import { startWebSocketServer } from '@parley/testkit'
import { afterAll, expect, test } from 'vitest'
import { startEngine } from '../send-through-engine.testkit.ts'
import { TestConversation } from '../websocket/web-socket.testkit.ts'

const engine = startEngine()
afterAll(() => engine.close())

interface Peer {
  send(data: string | Uint8Array, options?: { readonly binary?: boolean }): void
  close(code?: number, reason?: string): void
  terminate(): void
}

const ack = '{"type":"connection_ack"}'
const next = (payload: string) => `{"id":"1","type":"next","payload":${payload}}`
const complete = '{"id":"1","type":"complete"}'

/** Subscribes to a server that does something when the connection has been opened and after `subscribe`. */
async function listen(open: (peer: Peer) => void, subscribed: (peer: Peer) => void = () => {}) {
  const messages: string[] = []
  const closeCodes: number[] = []
  const server = await startWebSocketServer({
    chooseProtocol: () => 'graphql-transport-ws',
    onConnection: socket => {
      socket.on('close', code => closeCodes.push(code))
      socket.on('message', data => {
        const { type } = JSON.parse(data.toString())
        messages.push(data.toString())
        if (type === 'connection_init') open(socket)
        if (type === 'subscribe') subscribed(socket)
      })
    },
  })
  const conversation = new TestConversation(engine, {
    url: server.url,
    webSocket: null,
    body: {
      type: 'graphql',
      query: 'subscription { a }',
      variables: '',
      subscription: { transport: 'graphql-transport-ws', url: '', connectionParams: '' },
    },
  })
  const outcome = await conversation.outcome
  await expect.poll(() => closeCodes.length).toBe(1)
  await server.close()
  return { conversation, outcome, messages, closeCode: closeCodes[0] }
}

function failureOf({ outcome }: Awaited<ReturnType<typeof listen>>): SendFailure {
  if (outcome.ok) throw new Error('It did not fail')
  return outcome.failure.failure
}

const protocolError = 'SUBSCRIPTION_PROTOCOL_ERROR'

test.each<[string, string | Uint8Array, string]>([
  ['no JSON', '<html>', 'not a JSON object'],
  ['a JSON array', '[]', 'not a JSON object'],
  ['null', 'null', 'not a JSON object'],
  ['an empty message', '', 'not a JSON object'],
  ['a binary message', Uint8Array.of(0, 1), 'not a JSON object'],
  ['a message without a type', '{"id":"1"}', 'not a JSON object'],
  ['a type that is a number', '{"type":1}', 'not a JSON object'],
  ['an unknown type', '{"type":"boom"}', '“boom”'],
  ['the type __proto__', '{"type":"__proto__"}', '“__proto__”'],
  ['a message of the older protocol', '{"type":"data","id":"1","payload":{}}', '“data”'],
  ['a result before the connection is accepted', next('{"data":{}}'), 'before connection_ack'],
])('%s ends the subscription with 4004 (GQ1)', async (_, message, subject) => {
  const ended = await listen(peer => peer.send(message, { binary: typeof message !== 'string' }))
  expect(failureOf(ended)).toMatchObject({ code: protocolError, subject: expect.stringContaining(subject) })
  expect(ended.closeCode).toBe(4004)
})

test('a second connection_ack ends the subscription, which is not started twice (GQ1)', async () => {
  const ended = await listen(peer => {
    peer.send(ack)
    peer.send(ack)
  })
  expect(failureOf(ended)).toMatchObject({ code: protocolError })
  expect(ended.messages.filter(one => one.includes('"subscribe"'))).toHaveLength(1)
})

test('results of other operations are listed, and end nothing (GQ1)', async () => {
  const ended = await listen(
    peer => peer.send(ack),
    peer => {
      for (const type of ['next', 'error', 'complete']) peer.send(`{"id":"2","type":"${type}","payload":[]}`)
      peer.send(next('{"data":{"a":1}}'))
      peer.send(complete)
      peer.send(next('{"data":{"late":1}}'))
    },
  )
  expect(ended.outcome.ok).toBe(true)
  expect(ended.conversation.lines.filter(line => line.startsWith('← next'))).toEqual([
    '← next []',
    '← next {"data":{"a":1}}',
  ])
})

test('pings are answered with their payload, also before the connection is accepted (GQ1)', async () => {
  const ended = await listen(
    peer => {
      peer.send('{"type":"ping","payload":{"n":9007199254740993}}')
      peer.send(ack)
    },
    peer => {
      peer.send('{"type":"pong"}')
      peer.send('{"type":"ping"}')
      peer.send(complete)
    },
  )
  expect(ended.messages.filter(one => one.includes('pong'))).toEqual([
    '{"type":"pong","payload":{"n":9007199254740993}}',
    '{"type":"pong"}',
  ])
})

test.each([
  ['a list', '[{"message":"No"},{"message":"Never"}]', 'No'],
  ['one error', '{"message":"No"}', 'No'],
  ['a text', '"No"', 'No'],
  ['nothing', 'null', 'The server gave no reason'],
  ['errors without a message', '[{}]', 'The server gave no reason'],
  ['a message that is an object', '[{"message":{"a":1}}]', '{"a":1}'],
  ['a message of 1 MB', `[{"message":"${'x'.repeat(1_000_000)}"}]`, 'x'.repeat(2000)],
])('errors as %s give the reason (GQ1)', async (_, payload, reason) => {
  const ended = await listen(
    peer => peer.send(ack),
    peer => peer.send(`{"id":"1","type":"error","payload":${payload}}`),
  )
  expect(failureOf(ended)).toMatchObject({ code: 'SUBSCRIPTION_REFUSED', subject: reason })
})

test.each([
  ['a list', '[{"message":"a"}]', true],
  ['an empty list', '[]', false],
  ['a text', '"broken"', true],
  ['null', 'null', false],
])('a result whose errors are %s (GQ1)', async (_, errors, isMarked) => {
  const ended = await listen(
    peer => peer.send(ack),
    peer => {
      peer.send(next(`{"data":{"n":12345678901234567890},"errors":${errors}}`))
      peer.send(complete)
    },
  )
  const line = `← next${isMarked ? ' with errors' : ''} {"data":{"n":12345678901234567890},"errors":${errors}}`
  expect(ended.conversation.lines).toContain(line)
})

test('of two payloads the last one counts, and text in strings is no member (GQ1)', async () => {
  const ended = await listen(
    peer => peer.send(ack),
    peer => {
      peer.send(
        '{"id":"1","x":"\\"payload\\":{","payload":1,"type":"next", "payl\\u006fad" : [ {"}":"]"} ] }',
      )
      peer.send(complete)
    },
  )
  expect(ended.conversation.lines).toContain('← next [ {"}":"]"} ]')
})

test.each([
  [4400, '', '4400: Bad request'],
  [4401, 'no token', '4401: no token'],
  [4406, '', '4406: Subprotocol not acceptable'],
  [4408, 'Connection initialisation timeout', '4408: Connection initialisation timeout'],
  [4409, '', '4409: Subscriber already exists'],
  [4429, '', '4429: Too many initialisation requests'],
  [4499, '', '4499'],
  [1011, 'it crashed', '1011 Internal Error: it crashed'],
  [1000, '', '1000 Normal Closure'],
])(
  'the close code %i before the connection is accepted is a failure (GQ1)',
  async (code, reason, subject) => {
    expect(failureOf(await listen(peer => peer.close(code, reason)))).toMatchObject({
      code: 'SUBSCRIPTION_CLOSED',
      subject,
    })
  },
)

test.each([
  [1000, true],
  [1001, true],
  [4499, false],
])('after the start the close code %i ends the subscription; normally: %s (GQ1)', async (code, isNormal) => {
  const ended = await listen(
    peer => peer.send(ack),
    peer => peer.close(code),
  )
  expect(ended.outcome.ok).toBe(isNormal)
})

test('a connection that breaks is broken, and a result nested 100,000 deep is none (GQ1)', async () => {
  expect(failureOf(await listen(peer => peer.terminate()))).toMatchObject({ code: 'WEBSOCKET_BROKEN' })
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const ended = await listen(
    peer => peer.send(ack),
    peer => {
      peer.send(next(deep))
      peer.send(complete)
    },
  )
  expect(ended.conversation.lines).toContain(`← next ${deep}`)
})
