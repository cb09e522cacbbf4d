import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { newHttpRequest, noScripts } from '@parley/model'
import { startSink, waitFor } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LoadDetails, RunInfo } from '../contract/index.ts'
import { collectionOf, runEnd, runIn } from '../runs/run-fixture.testkit.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'
import { startLoad } from './load-fixture.testkit.ts'

const running = useSharedServerWithSamples()
const needsLocust = needs(existsSync('/usr/bin/locust'), 'Locust (python3-locust)')
const timeout = 60_000

/** Returns the requests of a local server; every third one fails. */
async function shop(): Promise<{ readonly id: string; readonly count: () => number }> {
  const sink = await startSink(() => ({
    statusCode: sink.requests.length % 3 === 0 ? 500 : 200,
    headers: ['Content-Type', 'application/json'],
    content: '{}',
  }))
  onTestFinished(() => sink.close())
  const request = (name: string) =>
    newHttpRequest({ name, url: `${sink.url}/${name}`, auth: { type: 'none' }, scripts: noScripts })
  const id = await collectionOf(running.client, 'Load', [request('a'), request('b')])
  return { id, count: () => sink.requests.length }
}

describe('a load test here', needsLocust, () => {
  test('is live, ends with its figures, and is kept, listed and exported as a run', { timeout }, async () => {
    const { client, window } = running
    const { id } = await shop()
    const runId = await startLoad(client, window, id, {
      shape: { iterations: 100, think: { from: 0.03, to: 0.03 }, thresholds: ['errors<1%', 'p95<9000'] },
    })
    const live = await waitFor(() => figuresOf(runIn(window, runId)), 'figures while it runs', {
      timeoutMs: 30_000,
    })
    expect(live).toMatchObject({ state: 'running', load: { users: 2, engine: 'Locust', ending: null } })
    const whileRunning = await client.loads.read({ runId })
    expect(whileRunning.requests.map(({ name }) => name)).toEqual(['Load / a', 'Load / b'])
    expect(whileRunning.points.length).toBeGreaterThan(0)

    const ended = await runEnd(window, runId)
    expect(ended).toMatchObject({
      state: 'ended',
      problem: null,
      requests: 2,
      load: { total: { count: 200 }, ending: { state: 'completed', isPassed: false } },
    })
    const details: LoadDetails = await client.loads.read({ runId })
    expect(details.requests.map(({ count }) => count)).toEqual([100, 100])
    expect(details.thresholds).toMatchObject([{ isMet: false }, { isMet: true }])
    expect(details.errors).toMatchObject([{ error: 'Status 500' }, { error: 'Status 500' }])
    expect(JSON.stringify(details)).not.toContain('histogram')
    expect((await client.runs.list({ targetId: id })).runs).toMatchObject([{ runId, load: ended.load }])
    const report = JSON.parse(await reportOf(window, runId, 'json'))
    expect(report).toMatchObject({ kind: 'load', name: 'Load', total: { count: 200 }, isPassed: false })
    expect(await reportOf(window, runId, 'html')).toContain('<h1>')
    expect(await client.runs.readRows({ runId, from: 0, limit: 10 })).toEqual({ rows: [], totalRows: 0 })

    await client.runs.remove({ runId })
    expect((await client.runs.list({ targetId: id })).runs).toEqual([])
  })

  test('stops at once with the result so far, and only one runs at a time', { timeout }, async () => {
    const { client, window } = running
    const { id, count } = await shop()
    const runId = await startLoad(client, window, id, { shape: { seconds: 50 } })
    await waitFor(() => figuresOf(runIn(window, runId)), 'figures', { timeoutMs: 30_000 })
    const second = await runEnd(window, await startLoad(client, window, id))
    expect(second.problem?.sentence).toBe('Another load test is running.')
    await client.runs.cancel({ runId })
    const ended = await runEnd(window, runId)
    expect(ended.load).toMatchObject({ ending: { state: 'cancelled' } })
    expect(ended.load?.total?.count).toBeGreaterThan(0)
    expect(ended.load?.total?.count).toBeLessThanOrEqual(count())
  })
})

async function reportOf(
  { windowId, events }: WatchedWindow,
  runId: string,
  format: 'json' | 'html',
): Promise<string> {
  const { client, server } = running
  const exportId = randomUUID()
  await client.exports.start({ windowId, exportId, source: { kind: 'run', runId, format } })
  await waitFor(() => events.some(one => one.type === 'export' && one.exportId === exportId), 'the report')
  const { path } = await client.exports.mintTicket({ windowId, exportId })
  return (await fetch(`${server.origin}${path}`)).text()
}

function figuresOf(run: RunInfo | undefined): RunInfo | null {
  return run?.load?.total == null ? null : run
}
