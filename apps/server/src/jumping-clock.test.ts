import { randomUUID } from 'node:crypto'
import { newHttpRequest } from '@parley/model'
import { type FixedAnswer, startRawServer, startSink, waitFor } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { collectionOf, expectOk, runEnd, startRun, tested } from './runs/run-fixture.testkit.ts'
import { startTestServer, type TestServer } from './start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from './watch-window.testkit.ts'

const yearMs = 365 * 86_400_000
const answer: FixedAnswer = { statusCode: 200, headers: [], content: 'ok' }

let running: TestServer
let window: WatchedWindow
let jumpsMs = 0
const trueNow = Date.now

/** Moves the clock that people and machines set; `performance.now()` goes on. */
function jump(ms: number): void {
  jumpsMs += ms
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + jumpsMs)
}

beforeAll(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
})
afterEach(() => {
  vi.restoreAllMocks()
  jumpsMs = 0
})
afterAll(async () => {
  await window.close()
  await running.close()
})

/** Sends a request, and resolves to how it ended. */
async function send(url: string, settings: object = {}) {
  const sendId = randomUUID()
  const request = newHttpRequest({ url })
  await running.client.sends.start({
    ...{ windowId: window.windowId, sendId, requestId: randomUUID(), parentId: null },
    request: { ...request, settings: { ...request.settings, ...settings } },
  })
  return waitFor(() => {
    const progress = window.latest(sendId)
    return progress?.state === 'answered' || progress?.state === 'failed' ? progress : null
  }, 'the end of the send')
}

test.each([
  ['ahead', yearMs],
  ['back', -yearMs],
])('a clock that is set %s by a year amid a run changes no duration (ST17)', async (_, ms) => {
  const sink = await startSink(() => {
    jump(ms)
    return answer
  })
  const requests = [0, 1, 2].map(at => tested(`R${at}`, sink.url, expectOk))
  const runId = await startRun(running.client, window, await collectionOf(running.client, 'Runs', requests))
  const run = await runEnd(window, runId)
  expect(run).toMatchObject({ state: 'ended', totalRows: 3, summary: { counts: { passed: 3 } } })
  expect(run.summary?.elapsedMs).toBeGreaterThan(0)
  expect(run.summary?.elapsedMs).toBeLessThan(60_000)
  await sink.close()
})

test.each([
  ['ahead', yearMs],
  ['back', -yearMs],
])('a timeout neither comes at once nor never if the clock is set %s by a year (ST17)', async (_, ms) => {
  const sink = await startSink(() => {
    jump(ms)
    return answer
  })
  expect(await send(sink.url, { timeoutMs: 20_000 })).toMatchObject({ state: 'answered' })
  const silent = await startRawServer(async connection => {
    await connection.receiveUntil('\r\n\r\n')
    jump(ms)
    await connection.closed
  })
  expect(await send(silent.url, { timeoutMs: 100 })).toMatchObject({
    state: 'failed',
    failure: { code: 'REQUEST_TIMEOUT' },
  })
  await silent.close()
  await sink.close()
})
