import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { largeJsonChunks } from './samples/large-json.ts'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

const someSizes = [1000, 1001, 1024, 1107, 4096, 65_535, 65_536, 100_003, 1_000_000, 5_000_001]

test.each(someSizes)('gives a JSON list of exactly %i bytes', async size => {
  const response = await fetch(`${api.baseUrl}/large?bytes=${size}`)
  expect(response.headers.get('content-length')).toBe(String(size))
  const content = await response.text()
  expect(content.length).toBe(size)
  const records: { id: number }[] = JSON.parse(content)
  expect(new Set(records.map(record => record.id)).size).toBe(records.length)
  expect(records[0]?.id).toBe(1_000_000_000)
})

test('returns each size within one record length exactly', () => {
  for (let size = 1000; size < 1250; size += 1) {
    const text = Buffer.concat([...largeJsonChunks(size)]).toString()
    expect(text.length).toBe(size)
    expect(JSON.parse(text).length).toBeGreaterThan(7)
  }
})

test('keeps each chunk small', () => {
  let largest = 0
  for (const chunk of largeJsonChunks(2_000_000)) largest = Math.max(largest, chunk.length)
  expect(largest).toBeLessThanOrEqual(64 * 1024)
})

test.each([1, 29, 65_536, 65_537, 3_000_000])('gives a single line of exactly %i bytes', async size => {
  const response = await fetch(`${api.baseUrl}/large-line?bytes=${size}`)
  expect(response.headers.get('content-length')).toBe(String(size))
  const text = await response.text()
  expect(text.length).toBe(size)
  expect(text).not.toMatch(/[\r\n]/)
})

test.each([0, 1, 256, 65_537, 200_000])('gives %i counting bytes', async size => {
  const response = await fetch(`${api.baseUrl}/binary?bytes=${size}`)
  const content = new Uint8Array(await response.arrayBuffer())
  expect(content.length).toBe(size)
  expect(content.every((byte, index) => byte === index % 256)).toBe(true)
})

test.each([
  'large?bytes=999',
  'large?bytes=1073741825',
  'large?bytes=1MB',
  'large-line?bytes=0',
  'binary?bytes=-1',
])('refuses %s', async path => {
  expect((await fetch(`${api.baseUrl}/${path}`)).status).toBe(400)
})

test('responds to HEAD for 1 GiB with its length and nothing else', async () => {
  const response = await fetch(`${api.baseUrl}/large?bytes=1073741824`, { method: 'HEAD' })
  expect(response.headers.get('content-length')).toBe('1073741824')
  expect(await response.text()).toBe('')
})

test('generates no more than the client reads, and stops when the client leaves', async () => {
  const socket = connect(api.port, '127.0.0.1')
  socket.write('GET /v1/large?bytes=1000000000 HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise(resolve => socket.once('readable', resolve))
  // Nothing is read from here on. If the response were generated regardless, it would fill this process's
  // memory.
  const before = process.memoryUsage().arrayBuffers
  for (let index = 0; index < 2000; index += 1) await turn()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
  expect(api.activeCallCount()).toBe(1)
  socket.destroy()
  await waitFor(() => api.activeCallCount() === 0, 'the answer to stop')
})
