import { randomUUID } from 'node:crypto'
import { waitFor } from '@parley/testkit'
import type { LoadOutcome, LoadShapeInput, StartLoad } from '../contract/index.ts'
import type { TestClient } from '../start-test-server.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'

export const usualShape: LoadShapeInput = {
  users: 2,
  requestsPerSecond: null,
  rampSeconds: 0,
  seconds: 10,
  iterations: null,
  think: { from: 0.05, to: 0.05 },
  thresholds: [],
}

/** Resolves to the outcome of a call about load tests. */
export async function outcomeOf(
  window: WatchedWindow,
  call: (task: { readonly windowId: string; readonly taskId: string }) => Promise<unknown>,
): Promise<LoadOutcome> {
  const taskId = randomUUID()
  await call({ windowId: window.windowId, taskId })
  return waitFor(
    () => window.events.find(event => event.type === 'load' && event.taskId === taskId),
    'the outcome of a call about load tests',
  ).then(event => {
    if (event.type !== 'load') throw new Error('another event')
    return event.outcome
  })
}

/** Begins a load test here, with one user and three rounds unless it says otherwise. */
export async function startLoad(
  client: TestClient,
  window: WatchedWindow,
  targetId: string,
  more: Partial<Pick<StartLoad, 'data' | 'host'>> & { readonly shape?: Partial<LoadShapeInput> } = {},
): Promise<string> {
  const runId = randomUUID()
  const { shape = {}, data = null, host = '' } = more
  const input = { windowId: window.windowId, runId, targetId, data, host }
  await client.loads.start({ ...input, shape: { ...usualShape, ...shape } })
  return runId
}
