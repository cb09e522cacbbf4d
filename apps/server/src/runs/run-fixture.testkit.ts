import { randomUUID } from 'node:crypto'
import { type HttpRequest, newHttpRequest, noScripts } from '@parley/model'
import { waitFor } from '@parley/testkit'
import type { RunInfo, RunOptionsInput, StartRun } from '../contract/index.ts'
import type { TestClient } from '../start-test-server.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'

const usualOptions: RunOptionsInput = {
  iterations: 1,
  delayMs: 0,
  stopsOnFailure: false,
  retries: 0,
  retryWaitMs: 0,
  pollEveryMs: 0,
  pollForMs: 60_000,
  parallel: 1,
  scriptsMayChangeOrder: false,
  keptBodies: 'all',
}

/** Creates a request with a post-response script. */
export function tested(name: string, url: string, postResponse = '', preRequest = ''): HttpRequest {
  return newHttpRequest({ name, url, scripts: { ...noScripts, preRequest, postResponse } })
}

export const expectOk = 'pm.test("is OK", () => pm.response.to.have.status(200))'

/** Creates a collection with these requests. Resolves to its ID. */
export async function collectionOf(
  client: TestClient,
  name: string,
  requests: readonly HttpRequest[],
): Promise<string> {
  const made = await client.library.createCollection({ name })
  if (made.state === 'failed') throw new Error(made.sentence)
  for (const request of requests) {
    const added = await client.library.createRequest({ parentId: made.id, request })
    if (added.state === 'failed') throw new Error(added.sentence)
  }
  return made.id
}

/** Returns the latest state of a run that a window received. */
export function runIn(window: WatchedWindow, runId: string): RunInfo | undefined {
  const events = window.events.filter(event => event.type === 'run')
  return events.findLast(event => event.run.runId === runId)?.run
}

export async function startRun(
  client: TestClient,
  window: WatchedWindow,
  targetId: string,
  more: Partial<Pick<StartRun, 'keys' | 'polled' | 'data'>> & {
    readonly options?: Partial<RunOptionsInput>
  } = {},
): Promise<string> {
  const runId = randomUUID()
  const { options = {}, keys = null, polled = [], data = null } = more
  await client.runs.start({
    windowId: window.windowId,
    runId,
    targetId,
    keys,
    polled,
    data,
    options: { ...usualOptions, ...options },
  })
  return runId
}

/** Resolves to the final state of a run. */
export function runEnd(window: WatchedWindow, runId: string): Promise<RunInfo> {
  return waitFor(
    () => {
      const run = runIn(window, runId)
      return run?.state === 'ended' || run?.state === 'failed' ? run : null
    },
    () => `the end of the run, which is ${runIn(window, runId)?.state}`,
    { timeoutMs: 60_000 },
  )
}
