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

test('two windows hold 20 slow sends over six connections, and each is cancelled while the others go on', async () => {
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

  for (const { sendId, window } of sends.filter((_, index) => index % 4 === 0)) {
    const callsBefore = demo.activeCallCount()
    const cancelled = client.sends.cancel({ sendId })
    const progress = await waitFor(() => isFailed(window, sendId), 'the event', { intervalMs: 1 })
    expect(progress).toMatchObject({ failure: { kind: 'cancelled' } })
    await waitFor(() => demo.activeCallCount() === callsBefore - 1, 'the call to end', { intervalMs: 1 })
    expect(await cancelled).toEqual({ wasRunning: true })
  }

  expect(demo.activeCallCount()).toBe(15)
  const states = sends.map(({ sendId, window }) => window.latest(sendId)?.state)
  expect(states.filter(state => state === 'awaiting')).toHaveLength(15)
  connections.agent.destroy()
})

function isFailed(window: WatchedWindow, sendId: string) {
  const progress = window.latest(sendId)
  return progress?.state === 'failed' ? progress : null
}
