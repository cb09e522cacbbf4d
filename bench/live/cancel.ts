import { randomUUID } from 'node:crypto'
import { newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { startTestServer } from '../../apps/server/src/start-test-server.testkit.ts'
import { watchWindow } from '../../apps/server/src/watch-window.testkit.ts'

/** Measures how long a cancel takes amid 20 slow sends: until the window hears of it, and until its call has ended. */
const sends = 20
const { client, demo, close } = await startTestServer()
const window = await watchWindow(client)
const url = `${demo.baseUrl}/delay/60000`
const request = newHttpRequest({ method: 'GET', url })
const sendIds = Array.from({ length: sends }, () => randomUUID())
for (const sendId of sendIds)
  await client.sends.start({ windowId: window.windowId, sendId, requestId: 'r1', parentId: null, request })
await waitFor(() => demo.activeCallCount() === sends, 'all calls at the demo API')
const heardMs: number[] = []
const endedMs: number[] = []
for (const sendId of sendIds) {
  const calls = demo.activeCallCount()
  const startedAt = performance.now()
  const often = { intervalMs: 1 }
  const ended = waitFor(() => demo.activeCallCount() < calls, 'the call to end', often)
  void client.sends.cancel({ sendId })
  await waitFor(() => window.latest(sendId)?.state === 'failed', 'the event', often)
  heardMs.push(performance.now() - startedAt)
  await ended
  endedMs.push(performance.now() - startedAt)
}
await window.close()
await close()
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0
process.stdout.write(
  `Cancelled: the window hears of it after ${median(heardMs).toFixed(1)} ms, the call has ended after ${median(endedMs).toFixed(1)} ms (medians of ${sends}, at most 100).\n`,
)
