import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { type DemoApi, startDemoApi } from './start-demo-api.ts'

let api: DemoApi

beforeAll(async () => {
  api = await startDemoApi()
})

afterAll(() => api.close())

test('does not respond before the delay is over', async () => {
  const startMs = performance.now()
  const response = await fetch(`${api.baseUrl}/delay/50`)
  expect(await response.json()).toEqual({ delayedMs: 50 })
  // Node's timers may fire up to a millisecond early.
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(49)
})

test('stops waiting when the client goes away', async () => {
  const cancel = new AbortController()
  const pending = fetch(`${api.baseUrl}/delay/60000`, { signal: cancel.signal })
  await waitFor(() => api.activeCallCount() === 1, 'the call to arrive')
  cancel.abort()
  await expect(pending).rejects.toThrow('aborted')
  await waitFor(() => api.activeCallCount() === 0, 'the call to end')
})

test.each(['60001', '-1', 'soon', '1.5'])('refuses a delay of %s', async delay => {
  expect((await fetch(`${api.baseUrl}/delay/${delay}`)).status).toBe(400)
})
