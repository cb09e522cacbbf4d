/// <reference path="../servers/ws-server.d.ts" />
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let demo: DemoApi
beforeAll(async () => {
  demo = await startDemoApi()
})
afterAll(() => demo.close())

/** Opens a WebSocket, and returns what it receives until it is closed. */
async function converse(path: string, first?: string) {
  const socket = new WebSocket(`${demo.baseUrl.replace('http', 'ws')}${path}`, ['chat'])
  const received: string[] = []
  socket.on('open', () => {
    if (first !== undefined) socket.send(first)
    if (first !== undefined) socket.send('close')
  })
  socket.on('message', data => received.push(data.toString()))
  return new Promise<{ received: readonly string[]; end: string }>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code, reason) => resolve({ received, end: `${code} ${reason.toString()}` }))
  })
}

test('the echo returns messages until it is asked to close', async () => {
  expect(await converse('/echo', 'hello')).toEqual({ received: ['hello'], end: '1000 as you wish' })
})

test('the ticker sends as many messages as were asked for', async () => {
  const { received, end } = await converse('/ticker?count=2&intervalMs=1')
  expect(received.map(text => JSON.parse(text))).toEqual([
    { tick: 1, bookId: 1204, inStock: 99 },
    { tick: 2, bookId: 1204, inStock: 98 },
  ])
  expect(end).toBe('1000 that was the last one')
  expect((await converse('/ticker?count=x')).end).toContain('1008')
})

test('another path is refused', async () => {
  await expect(converse('/books')).rejects.toThrow('404')
  expect((await fetch(`${demo.baseUrl}/echo`)).status).toBe(200)
})

test('the demo API closes with its connections', async () => {
  const own = await startDemoApi()
  const socket = new WebSocket(`${own.baseUrl.replace('http', 'ws')}/ticker`)
  await new Promise<void>(resolve => socket.once('open', () => resolve()))
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  await own.close()
  await closed
})

/** Sends messages to `/graphql`, and returns what it answers until it closes the connection or completes. */
async function subscribe(messages: readonly object[], protocol = 'graphql-transport-ws') {
  const socket = new WebSocket(`${demo.baseUrl.replace('http', 'ws')}/graphql`, [protocol])
  const received: string[] = []
  socket.on('open', () => {
    for (const message of messages) socket.send(JSON.stringify(message))
  })
  socket.on('message', data => {
    received.push(data.toString())
    if (/"type":"(?:complete|error)"/.test(data.toString())) socket.close()
  })
  const code = await new Promise<number>(resolve => socket.on('close', resolve))
  return { received, code }
}

const init = { type: 'connection_init' }
const start = (query: string) => ({ id: '1', type: 'subscribe', payload: { query } })

test('a subscription runs over a WebSocket', async () => {
  const stock = start('subscription { stock(count: 2, intervalMs: 1) { inStock } }')
  expect((await subscribe([init, { type: 'ping' }, stock])).received).toEqual([
    '{"type":"connection_ack"}',
    '{"type":"pong"}',
    '{"id":"1","type":"next","payload":{"data":{"stock":{"inStock":99}}}}',
    '{"id":"1","type":"next","payload":{"data":{"stock":{"inStock":98}}}}',
    '{"id":"1","type":"complete"}',
  ])
  expect((await subscribe([init, start('{ books(first: 1) { title } }')])).received[1]).toContain('"next"')
  expect((await subscribe([init, start('{ gone }')])).received[1]).toContain('Cannot query field')
  expect((await subscribe([init, start('{')])).received[1]).toContain('Syntax Error')
})

test.each([
  [4400, [{ type: 'boom' }]],
  [4401, [start('{ books { id } }')]],
  [4429, [init, init]],
  [4409, [init, start('subscription { stock(count: 0) { inStock } }'), start('{ books { id } }')]],
])('a client that breaks the protocol of subscriptions is told so by %i', async (code, messages) => {
  expect((await subscribe(messages)).code).toBe(code)
})

test('another subprotocol for subscriptions is refused', async () => {
  expect((await subscribe([], 'graphql-ws')).code).toBe(4406)
})
