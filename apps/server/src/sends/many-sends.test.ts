import { randomUUID } from 'node:crypto'
import { newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, expect, test } from 'vitest'
import { createTestClient, startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { browserLikeFetch, type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

let running: TestServer | undefined

afterEach(async () => {
  await running?.close()
})

test('two windows hold 20 slow sends over six connections, and one is cancelled within 100 ms', async () => {
  running = await startTestServer()
  const { demo, server } = running
  const connections = browserLikeFetch()
  const client = createTestClient(server, connections.fetch)
  const windows = [await watchWindow(client), await watchWindow(client)]
  const sends: { readonly sendId: string; readonly window: WatchedWindow }[] = []
  for (const window of windows) {
    for (let index = 0; index < 10; index += 1) {
      const sendId = randomUUID()
      const request = newHttpRequest({ method: 'GET', url: `${demo.baseUrl}/delay/60000` })
      await client.sends.start({
        windowId: window.windowId,
        sendId,
        requestId: 'r1',
        parentId: null,
        request,
      })
      sends.push({ sendId, window })
    }
  }
  await waitFor(() => demo.activeCallCount() === 20, '20 calls at the demo API')

  const notifiedMs: number[] = []
  const closedMs: number[] = []
  for (const { sendId, window } of sends.filter((_, index) => index % 4 === 0)) {
    const callsBefore = demo.activeCallCount()
    const startedAt = performance.now()
    const closed = waitFor(() => demo.activeCallCount() < callsBefore, 'the call to end', { intervalMs: 1 })
    const cancelled = client.sends.cancel({ sendId })
    const progress = await waitFor(() => isFailed(window, sendId), 'the event', { intervalMs: 1 })
    expect(progress).toMatchObject({ failure: { kind: 'cancelled' } })
    notifiedMs.push(performance.now() - startedAt)
    await closed
    closedMs.push(performance.now() - startedAt)
    expect(await cancelled).toEqual({ wasRunning: true })
  }
  expect(median(notifiedMs)).toBeLessThan(100)
  expect(median(closedMs)).toBeLessThan(100)

  expect(demo.activeCallCount()).toBe(15)
  const states = sends.map(({ sendId, window }) => window.latest(sendId)?.state)
  expect(states.filter(state => state === 'awaiting')).toHaveLength(15)
  connections.agent.destroy()
})

function isFailed(window: WatchedWindow, sendId: string) {
  const progress = window.latest(sendId)
  return progress?.state === 'failed' ? progress : null
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY
}
