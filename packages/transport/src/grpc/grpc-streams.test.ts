import type { CallFrame, OpenCall } from '@parley/engine'
import type { SendProgress } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { type GrpcServer, startGrpcServer } from '@parley/testkit/grpc'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyContext, fromProtos, startGrpcEngine, type TestCall } from './grpc.testkit.ts'

let server: GrpcServer
let client = startGrpcEngine()

beforeAll(async () => {
  server = await startGrpcServer()
})
afterAll(() => server.close())
beforeEach(() => {
  client = startGrpcEngine()
})
afterEach(() => client.close())

/** A call that a user has: its log, and what can be done with it. */
function startCall(fields: TestCall) {
  const frames: CallFrame[] = []
  const states: (string | undefined)[] = []
  const stop = new AbortController()
  let call: OpenCall | null = null
  let isOver = false
  const outcome = client
    .call({
      url: server.address,
      options: fromProtos,
      messages: [],
      ...fields,
      ports: {
        grpcCalls: {
          onOpen(opened) {
            call = opened
            return { onFrame: async frame => void frames.push(frame) }
          },
        },
        ...fields.ports,
      },
      signal: stop.signal,
      onProgress: (progress: Extract<SendProgress, { state: 'awaiting' }>) => {
        if (progress.call !== states.at(-1)) states.push(progress.call)
      },
    })
    .finally(() => {
      isOver = true
    })
  const textsOf = (type: string) =>
    frames.filter(one => one.type === type).map(({ payload }) => Buffer.from(payload).toString())
  return {
    outcome,
    states,
    cancel: () => stop.abort(),
    textsOf,
    /** What happened, a line each: `→ text {}`. */
    get lines() {
      return frames.map(
        ({ isSent, type, payload }) =>
          `${isSent ? '→' : '←'} ${type} ${Buffer.from(payload).toString().split('\n')[0]}`,
      )
    },
    async opened(): Promise<OpenCall> {
      await waitFor(() => call !== null || isOver, 'the call')
      if (call === null) throw new Error(JSON.stringify(await outcome))
      return call
    },
    received: (count: number) =>
      waitFor(
        () => frames.filter(({ isSent, type }) => !isSent && type === 'text').length >= count || isOver,
        `${count} messages`,
      ),
  }
}

const chat = { method: 'shop.Books/Chat' } as const

test('messages in both directions are sent one by one, and the call ends with its status', async () => {
  const one = startCall(chat)
  const call = await one.opened()
  expect(await call.send({ data: '{"id": 9007199254740993, "title": "a"}' })).toEqual({
    ok: true,
    value: null,
  })
  await one.received(1)
  expect((await call.send({ data: '{"title": "b"}' })).ok).toBe(true)
  await one.received(2)
  call.end()
  const outcome = await one.outcome
  expect(outcome.ok && outcome.value.exchange.response.grpc).toMatchObject({ code: 0, messageCount: 2 })
  expect(one.lines).toEqual([
    `← connection Connected to ${server.address}`,
    '→ text {"id": 9007199254740993, "title": "a"}',
    expect.stringMatching(/^← metadata Metadata received, \d fields$/),
    '← text {"id":"9007199254740993","title":"You said a"}',
    '→ text {"title": "b"}',
    '← text {"title":"You said b"}',
    '→ end End of messages',
    '← status 0 OK',
  ])
  expect(one.states).toEqual(['open', 'ended'])
})

test('a call to which the server says nothing until the first message is open', async () => {
  const one = startCall({ method: 'shop.Books/Add' })
  const call = await one.opened()
  expect(one.states.at(-1)).toBe('open')
  for (const id of [1, 2, 3]) await call.send({ data: `{"id": ${id}}` })
  call.end()
  const outcome = await one.outcome
  if (!outcome.ok) throw new Error(outcome.failure.failure.code)
  expect(one.textsOf('text').at(-1)).toBe('{"count":3,"ids":["1","2","3"]}')
  expect(JSON.parse(client.engine.bodyText(outcome.value.exchange.response))).toEqual({
    count: 3,
    ids: ['1', '2', '3'],
  })
})

test('selected messages begin the call, and others wait for the user', async () => {
  const one = startCall({ ...chat, messages: ['{"title": "{{name}}"}'], context: contextWith('name', 'x') })
  const call = await one.opened()
  await one.received(1)
  expect(one.textsOf('text')).toEqual(['{"title": "x"}', '{"title":"You said x"}'])
  call.end()
  await one.outcome
})

test('a stream of the server needs no end of the user', async () => {
  const one = startCall({ method: 'shop.Books/List', messages: ['{"count": 500}'] })
  const outcome = await one.outcome
  expect(outcome.ok && outcome.value.exchange.response.grpc?.messageCount).toBe(500)
  expect(one.textsOf('text')).toHaveLength(501)
  expect(one.states).toEqual(['ended'])
  // The messages are in the log alone.
  expect(outcome.ok && client.engine.bodyText(outcome.value.exchange.response)).toBe('')
})

describe('a message that is not sent', () => {
  test('is reported, and the call goes on', async () => {
    const one = startCall(chat)
    const call = await one.opened()
    const refused = await call.send({ data: '{"titel": "a"}' })
    expect(refused.ok === false && [refused.failure.code, refused.failure.subject]).toEqual([
      'GRPC_MESSAGE_INVALID',
      expect.stringContaining('titel'),
    ])
    expect((await call.send({ data: '{"title": "b"}' })).ok).toBe(true)
    await one.received(1)
    call.end()
    const late = await call.send({ data: '{}' })
    expect(late.ok === false && late.failure.code).toBe('GRPC_CALL_ENDED')
    await one.outcome
  })

  test('ends a call that begins with it before anything is sent', async () => {
    const { failure } = await client.failure({
      ...chat,
      url: server.address,
      messages: ['{"titel": "a"}'],
      ports: { grpcCalls: { onOpen: () => ({ onFrame: async () => {} }) } },
    })
    expect(failure.code).toBe('GRPC_MESSAGE_INVALID')
  })
})

test('a call that the user cancels takes no more messages', async () => {
  const one = startCall({ method: 'shop.Books/Chat', messages: [] })
  const call = await one.opened()
  one.cancel()
  const outcome = await one.outcome
  expect(outcome.ok === false && outcome.failure.failure.code).toBe('CANCELLED')
  const late = await call.send({ data: '{}' })
  expect(late.ok === false && late.failure.code).toBe('GRPC_CALL_ENDED')
  expect(one.textsOf('failure')).toEqual([])
})

test('many messages leave in their order, whatever their size', async () => {
  const one = startCall(chat)
  const call = await one.opened()
  const titles = Array.from({ length: 60 }, (_, at) => `${at} ${'x'.repeat(at * 500)}`)
  const sent = titles.map(title => call.send({ data: JSON.stringify({ title }) }))
  call.end()
  expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true)
  await one.outcome
  const received = one.textsOf('text').flatMap(text => /You said (\d+ x*)/.exec(text)?.[1] ?? [])
  expect(received.map(text => text.length)).toEqual(titles.map(text => text.length))
})

test('the deadline ends a call that the user leaves open', async () => {
  const one = startCall({ ...chat, options: { ...fromProtos, deadlineMs: 300 } })
  await one.opened()
  const outcome = await one.outcome
  // Either side may notice it first.
  const code = outcome.ok ? outcome.value.exchange.response.grpc?.name : outcome.failure.failure.code
  expect(code).toMatch(/DEADLINE_EXCEEDED$/)
})

test('messages are compressed, also those that follow', async () => {
  const one = startCall({ ...chat, options: { ...fromProtos, compression: 'gzip' } })
  const call = await one.opened()
  await call.send({ data: '{"title": "a"}' })
  call.end()
  await one.outcome
  expect(one.textsOf('text')[1]).toBe('{"title":"You said a"}')
})

test('a secret in a message has its name in the log', async () => {
  const one = startCall({
    ...chat,
    messages: ['{"title": "{{key}}"}'],
    context: {
      ...emptyContext,
      globalVariables: [{ secret: true, name: 'key', enabled: true, allowedToScripts: false }],
      secretValues: { global: new Map([['key', 'hunter22']]) },
    },
  })
  const call = await one.opened()
  await call.send({ data: '{"title": "again {{key}}"}' })
  call.end()
  await one.outcome
  const sent = one.lines.filter(line => line.startsWith('→ text'))
  expect(sent).toEqual(['→ text {"title": "{{key}}"}', '→ text {"title": "again {{key}}"}'])
})

function contextWith(name: string, value: string) {
  return {
    ...emptyContext,
    liveScopes: [{ name: 'session', values: new Map([[name, { text: value, isLiteral: false }]]) }] as const,
  }
}
