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
