import type { LoadInfo, LoadTotals, RunInfo } from '@parley/server/contract'
import { describe, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../../window/window-context.testkit.ts'
import type { WorkbenchState } from '../../workbench-state.ts'
import { createRunPages } from '../run-pages.ts'
import { createRuns } from '../runs.ts'
import { comparedLoads, p95Difference } from './compare-loads.ts'
import { newLoadForm, shapeOf, shapeProblemHere, thresholdProblem } from './load-form.ts'
import {
  axisTop,
  errorWords,
  loadEndWords,
  loadShare,
  loadStateWords,
  progressWords,
  shownRequest,
} from './load-words.ts'
import { createLoads, formOf } from './loads.ts'

const totals: LoadTotals = {
  name: 'All requests',
  method: '',
  count: 200,
  failures: 1,
  totalMs: 0,
  minMs: 1,
  maxMs: 9,
  perSecond: 20,
  averageMs: 5,
  medianMs: 5,
  p95Ms: 8,
  p99Ms: 9,
}

const load: LoadInfo = {
  engine: 'Locust',
  users: 2,
  requestsPerSecond: null,
  plannedSeconds: 300,
  iterations: null,
  total: totals,
  elapsedMs: 98_000,
  ending: null,
}

const runOf = (change: Partial<LoadInfo> = {}, more: Partial<RunInfo> = {}) => ({
  runId: 'r',
  targetId: 't',
  name: 'Shop',
  state: 'running' as const,
  startedAt: 0,
  environmentName: null,
  options: {
    iterations: 1,
    delayMs: 0,
    stopsOnFailure: false,
    retries: 0,
    retryWaitMs: 0,
    pollEveryMs: 0,
    pollForMs: 0,
    parallel: 1,
    scriptsMayChangeOrder: false,
    keptBodies: 'none' as const,
  },
  dataName: null,
  requests: 4,
  summary: null,
  totalRows: 0,
  current: null,
  problem: null,
  notes: [],
  ...more,
  load: { ...load, ...change },
})

describe('the words of a load test', () => {
  test('say how far it is, by its time or its rounds', () => {
    expect(progressWords(runOf())).toBe('01:38 of 05:00')
    expect(loadShare(runOf())).toBeCloseTo(0.327, 3)
    const rounds = runOf({ iterations: 100 })
    expect(progressWords(rounds)).toBe('01:38, 100 rounds')
    expect(loadShare(rounds)).toBe(0.5)
    expect(loadShare(runOf({}, { state: 'ended' }))).toBe(1)
  })

  test('say how it ended, once it has', () => {
    expect(loadEndWords(runOf())).toBe('')
    const passed = runOf({ ending: { state: 'completed', isPassed: true } }, { state: 'ended' })
    expect(loadEndWords(passed)).toBe('Load test ended: 200 requests, 1 failed, median 5 ms.')
    expect(loadStateWords(passed)).toBe('Load test, passed')
    const stopped = runOf(
      { total: null, ending: { state: 'cancelled', isPassed: false } },
      { state: 'ended' },
    )
    expect(loadEndWords(stopped)).toBe('Load test stopped without a result.')
    expect(loadStateWords(stopped)).toBe('Load test, stopped')
  })

  test('round figures, and leave the collection out of names', () => {
    expect([errorWords(totals), errorWords({ count: 0, failures: 0 })]).toEqual(['0.5 %', '0 %'])
    expect([0, 3, 7, 10, 14, 871, 5000].map(axisTop)).toEqual([1, 3, 9, 10, 15, 900, 6000])
    expect(shownRequest({ name: 'Shop / Books / Add', method: 'GET' }).name).toBe('Books / Add')
  })
})

test('options become a shape, and say what does not run here', () => {
  expect(shapeOf(newLoadForm)).toMatchObject({ users: 5, requestsPerSecond: null, iterations: null })
  const form = {
    ...newLoadForm,
    ...({ pace: 'rate', length: 'rounds' } as const),
    ...{ thinkFromMs: 500, thinkToMs: 2000, thresholds: ' p95<300  errors<1%' },
  }
  expect(shapeOf(form)).toMatchObject({
    requestsPerSecond: 50,
    iterations: 100,
    think: { from: 0.5, to: 2 },
    thresholds: ['p95<300', 'errors<1%'],
  })
  expect(thresholdProblem(form)).toBeNull()
  expect(thresholdProblem({ thresholds: 'p95<300 slow' })).toMatch(/^“slow” is no threshold/)
  expect(shapeProblemHere({ ...form, users: 51 })).toBe('At most 50 users run here.')
  expect(shapeProblemHere({ ...newLoadForm, seconds: 55, rampSeconds: 6 })).toMatch(/at most 60 s/)
})

test('two load tests are compared by request, and all of them together', () => {
  const one = { ...totals, name: 'Shop / A', method: 'GET' }
  const details = (requests: readonly LoadTotals[]) => ({ requests, errors: [], thresholds: [], points: [] })
  const rows = comparedLoads(runOf({}, { runId: 'l' }), runOf({}, { runId: 'r' }), {
    l: details([one]),
    r: details([
      { ...one, p95Ms: 20 },
      { ...one, name: 'Shop / B' },
    ]),
  })
  expect(rows.map(row => [row.name, p95Difference(row)])).toEqual([
    ['All requests', '0 ms'],
    ['Shop / A', '+12 ms'],
    ['Shop / B', ''],
  ])
})

/** Opens the load test of a folder, with a server that answers nothing. */
function openLoad() {
  const asked: { readonly name: string; readonly taskId: string }[] = []
  const note = (name: string) => async (input: { readonly taskId: string }) => {
    asked.push({ name, taskId: input.taskId })
    return {}
  }
  const gone = async () => {
    throw new Error('gone')
  }
  const calls = { plan: note('plan'), export: note('export'), start: gone, read: gone }
  const runCalls = {
    ...{ plan: async () => ({}), start: gone, cancel: gone, list: gone },
    ...{ readPlanned: gone, readRows: gone, readResult: gone, remove: gone },
  }
  const workbench = createStore<WorkbenchState>(() => ({
    tabs: [],
    activeTabId: null,
    closingTabId: null,
    closing: { tabIds: [], opensFresh: false },
  }))
  const window = createTestWindow()
  const runPages = createRunPages(workbench, createRuns(runCalls, window), window)
  const node = { kind: 'folder', id: 't', name: 'Shop', children: [] } as const
  runPages.open({ node, path: [], parentId: null }, true)
  const tab = () => {
    const [opened] = workbench.getState().tabs
    if (opened?.kind !== 'run') throw new Error('no load test')
    return opened
  }
  return { loads: createLoads(calls, workbench, runPages, window), tab, asked }
}

test('an edit changes the options as they are now, also if another one was not rendered yet', () => {
  const { loads, tab } = openLoad()
  expect(tab().isLoad).toBe(true)
  const { id } = tab()
  loads.edit(id, { seconds: 8 })
  loads.edit(id, { users: 3 })
  expect(formOf(tab())).toMatchObject({ seconds: 8, users: 3 })
})

test('the outcome of a plan and of an export are shown apart, and a failed call says why', async () => {
  const { loads, tab, asked } = openLoad()
  const { id } = tab()
  const failed = { state: 'failed', sentence: 'No.', nextStep: '' } as const
  await loads.plan(tab())
  await loads.export(tab())
  expect(asked.map(({ name }) => name)).toEqual(['plan', 'export'])
  for (const { taskId } of asked.toReversed()) loads.receive({ type: 'load', taskId, outcome: failed })
  expect(loads.store.getState()).toMatchObject({ plans: { [id]: failed }, exports: { [id]: failed } })
  await loads.start(tab())
  expect(loads.store.getState().problems[id]).toBe('gone')
})
