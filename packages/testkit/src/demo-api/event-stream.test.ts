import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

test('sends events with id, event and data, and ends after count', async () => {
  const response = await fetch(`${api.baseUrl}/events?count=2&intervalMs=0`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await response.text()).toBe(
    ': the stream is open\nretry: 2000\n\n' +
      'id: 1\nevent: stock\ndata: {"bookId":1204,"inStock":99}\n\n' +
      'id: 2\nevent: stock\ndata: {"bookId":1204,"inStock":98}\n\n',
  )
})

test('continues after the last event that the client received', async () => {
  const headers = { 'Last-Event-ID': '41' }
  const text = await (await fetch(`${api.baseUrl}/events?count=1`, { headers })).text()
  expect(text).toContain('\nid: 42\n')
})

test('ignores an unknown id and begins with the first event', async () => {
  const headers = { 'Last-Event-ID': 'x'.repeat(1000) }
  expect(await (await fetch(`${api.baseUrl}/events?count=1`, { headers })).text()).toContain('\nid: 1\n')
})

test.each(['intervalMs=60000', 'intervalMs=0'])(
  'stops an endless stream (%s) when the client goes',
  async interval => {
    const cancel = new AbortController()
    const response = await fetch(`${api.baseUrl}/events?count=0&${interval}`, { signal: cancel.signal })
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toContain('the stream is open')
    expect(api.activeCallCount()).toBe(1)
    cancel.abort()
    await waitFor(() => api.activeCallCount() === 0, 'the stream to stop')
  },
)

test('responds to other calls during an endless stream without pauses', async () => {
  const cancel = new AbortController()
  const stream = await fetch(`${api.baseUrl}/events?count=0&intervalMs=0`, { signal: cancel.signal })
  expect((await fetch(`${api.baseUrl}/books`)).status).toBe(200)
  cancel.abort()
  await expect(stream.text()).rejects.toThrow('aborted')
})

test.each(['count=-1', 'count=x', 'intervalMs=60001', 'intervalMs='])('refuses %s', async query => {
  expect((await fetch(`${api.baseUrl}/events?${query}`)).status).toBe(400)
})
