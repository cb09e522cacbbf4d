import type { RunRow } from '@parley/engine'
import type { RunInfo, RunList, RunPlanItem, RunRows, StartRun } from '@parley/server/contract'
import { describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { createRunPages } from './run-pages.ts'
import type { RunTab } from './run-tab.ts'
import { createRuns, type RunCalls } from './runs.ts'

const summary = {
  startedAt: 1,
  elapsedMs: 1,
  state: 'running',
  iterations: 1,
  counts: { passed: 0, failed: 0, error: 0, skipped: 0, cancelled: 0 },
  requests: 0,
  sends: 0,
  testsPassed: 0,
  testsFailed: 0,
  scriptErrors: 0,
  receivedBytes: 0,
  sentBytes: 0,
  responseMs: { total: 0, least: 0, most: 0, count: 0 },
} as const

function info(more: Partial<RunInfo> = {}): RunInfo {
  const options = {
    iterations: 1,
    delayMs: 0,
    stopsOnFailure: false,
    retries: 0,
    retryWaitMs: 0,
    pollEveryMs: 0,
    pollForMs: 0,
    parallel: 1,
    scriptsMayChangeOrder: false,
    keptBodies: 'all',
  } as const
  return {
    runId: 'r',
    targetId: 't',
    name: 'Shop',
    state: 'running',
    startedAt: 1,
    environmentName: null,
    options,
    dataName: null,
    requests: 1,
    summary,
    totalRows: 0,
    current: null,
    problem: null,
    notes: [],
    ...more,
  }
}

const entry = {
  node: { kind: 'folder', id: 't', name: 'Shop', children: [] },
  path: ['C'],
  parentId: 'c',
} as const

function setUp(patch: Partial<RunCalls> = {}) {
  const kept: RunRow[] = []
  const started: StartRun[] = []
  const list: { value: RunList } = { value: { runs: [], locked: null } }
  const readRows = vi.fn(
    async ({ from }: { readonly from: number }): Promise<RunRows> => ({
      rows: kept.slice(from, from + 2),
      totalRows: kept.length,
    }),
  )
  const readPlanned = vi.fn(async () => ({ items: [{ key: 'a' } as RunPlanItem] }))
  const calls: RunCalls = {
    plan: async () => ({}),
    async start(start) {
      started.push(start)
      return { runId: start.runId }
    },
    cancel: async () => ({ wasRunning: true }),
    list: async () => list.value,
    readPlanned,
    readRows,
    readResult: async () => {
      throw new Error('gone')
    },
    remove: async () => ({}),
    ...patch,
  }
  const window = createTestWindow({ describeError: String })
  const runs = createRuns(calls, window)
  const workbench = createStore<WorkbenchState>(() => ({
    tabs: [],
    activeTabId: null,
    closingTabId: null,
    closing: { tabIds: [], opensFresh: false },
  }))
  const pages = createRunPages(workbench, runs, window)
  const tab = () => workbench.getState().tabs[0] as RunTab
  return { runs, pages, workbench, tab, kept, started, list, readPlanned, readRows }
}

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ index }) as RunRow)

describe('the known runs', () => {
  test('shown rows are read piece by piece, and again once there are more', async () => {
    const { runs, kept, readRows } = setUp()
    kept.push(...rows(5))
    runs.receive(info({ totalRows: 5 }))
    expect(readRows).not.toHaveBeenCalled()
    runs.watch('r')
    await vi.waitFor(() => expect(runs.store.getState().rows.r).toHaveLength(5))
    kept.push(...rows(3))
    runs.receive(info({ totalRows: 8 }))
    await vi.waitFor(() => expect(runs.store.getState().rows.r).toHaveLength(8))
    expect(readRows.mock.calls.map(([{ from }]) => from)).toEqual([0, 2, 4, 5, 7])
  })

  test('what a run sends is read once, when it runs and is shown', async () => {
    const { runs, readPlanned } = setUp()
    runs.watch('r')
    runs.receive(info({ state: 'preparing' }))
    expect(readPlanned).not.toHaveBeenCalled()
    runs.receive(info())
    runs.receive(info({ totalRows: 1 }))
    await vi.waitFor(() => expect(runs.store.getState().planned.r).toEqual([{ key: 'a' }]))
    runs.receive(info({ state: 'ended' }))
    expect(readPlanned).toHaveBeenCalledTimes(1)
  })

  test('rows that end during the read of an empty piece are read', async () => {
    const answers = [Promise.withResolvers<RunRows>(), Promise.withResolvers<RunRows>()]
    let calls = 0
    const readRows: RunCalls['readRows'] = () => {
      calls += 1
      return answers[calls - 1]?.promise ?? Promise.reject(new Error('asked too often'))
    }
    const { runs } = setUp({ readRows })
    runs.receive(info())
    runs.watch('r')
    runs.receive(info({ state: 'ended', totalRows: 2 }))
    answers[0]?.resolve({ rows: [], totalRows: 0 })
    answers[1]?.resolve({ rows: rows(2), totalRows: 2 })
    await vi.waitFor(() => expect(runs.store.getState().rows.r).toHaveLength(2))
  })

  test('a list does not override a later event, but ends runs that the server no longer has', async () => {
    const { runs, list } = setUp()
    list.value = { runs: [info({ totalRows: 1 })], locked: null }
    runs.receive(info({ state: 'ended', totalRows: 2 }))
    await runs.loadList('t')
    expect(runs.store.getState().infos.r).toMatchObject({ state: 'ended', totalRows: 2 })
    runs.receive(info({ state: 'running', totalRows: 2 }))
    list.value = { runs: [info({ state: 'ended', totalRows: 1 })], locked: null }
    await runs.loadList('t')
    expect(runs.store.getState().infos.r?.state).toBe('ended')
  })

  test('a failed command is reported', async () => {
    const refuse = async () => {
      throw new Error('no server')
    }
    const { runs } = setUp({ start: refuse })
    const { options } = info()
    expect(await runs.start({ runId: 'r', targetId: 't', options, keys: null, polled: [], data: null })).toBe(
      false,
    )
    expect(runs.store.getState().problems.t).toBe('Error: no server')
  })
})

describe('an open run', () => {
  test('has one tab for each target, and shows the run in progress', () => {
    const { runs, pages, workbench, tab } = setUp()
    runs.receive(info({ runId: 'going' }))
    pages.open(entry)
    pages.open(entry)
    expect(workbench.getState().tabs).toHaveLength(1)
    expect(tab()).toMatchObject({ kind: 'run', targetKind: 'folder', name: 'Shop', shownRunId: 'going' })
  })

  test('sends the ticked requests, once for each row of data', async () => {
    const { runs, pages, tab, started } = setUp()
    pages.open(entry)
    const item = { requestId: 'r', name: '', path: [], method: 'GET', tags: [], isStream: false }
    const items = ['a', 'b'].map(key => ({ ...item, key }))
    runs.receivePlan({ type: 'runPlan', targetId: 't', plan: { state: 'read', items } })
    await pages.start(tab().id)
    expect(started[0]).toMatchObject({ keys: null, data: null, options: { iterations: 1 } })
    expect(tab().shownRunId).toBe(started[0]?.runId)
    pages.edit(tab().id, { leftOut: ['b'], polled: ['a'], pollEveryMs: 50 })
    await pages.chooseData(tab().id, new File(['n\n1\n2\n3'], 'n.csv'))
    await pages.start(tab().id)
    expect(started[1]).toMatchObject({
      keys: ['a'],
      polled: ['a'],
      data: { name: 'n.csv', text: 'n\n1\n2\n3' },
      options: { iterations: 3, pollEveryMs: 50, pollForMs: 60_000 },
    })
    expect(started[1]?.options).not.toHaveProperty('leftOut')
    await pages.startOnly(tab().id, ['b'])
    expect(started[2]?.keys).toEqual(['b'])
  })

  test('no run begins while a data file is read, and the file that was chosen last counts', async () => {
    const { runs, pages, tab, started } = setUp()
    pages.open(entry)
    const items = [{ key: 'a' } as RunPlanItem]
    runs.receivePlan({ type: 'runPlan', targetId: 't', plan: { state: 'read', items } })
    const { id } = tab()
    const first = pages.chooseData(id, new File(['n\n1\n2\n3'], 'three.csv'))
    const second = pages.chooseData(id, new File(['n\n1\n2'], 'two.csv'))
    pages.startByShortcut(id)
    await Promise.all([first, second])
    expect(started).toEqual([])
    expect(pages.store.getState()).toMatchObject({ reading: {}, data: { [id]: { name: 'two.csv' } } })
    pages.startByShortcut(id)
    expect(started).toMatchObject([{ options: { iterations: 2 } }])
    const removed = pages.chooseData(id, new File(['n\n1'], 'one.csv'))
    pages.removeData(id)
    await removed
    expect(pages.store.getState()).toMatchObject({ reading: {}, data: {} })
  })

  test('the first failure is chosen once the run is over, unless a request was chosen before', async () => {
    const { runs, pages, tab, kept } = setUp()
    kept.push({ index: 0, status: 'passed' } as RunRow, { index: 1, status: 'failed' } as RunRow)
    const end = async (runId: string) => {
      runs.receive(info({ runId, totalRows: 2 }))
      await vi.waitFor(() => expect(runs.store.getState().rows[runId]).toHaveLength(2))
      runs.receive(info({ runId, totalRows: 2, state: 'ended' }))
    }
    const chosen = () => pages.store.getState().chosen[tab().id]
    pages.open(entry)
    pages.show(tab().id, 'r')
    runs.receive(info({ totalRows: 2 }))
    await vi.waitFor(() => expect(runs.store.getState().rows.r).toHaveLength(2))
    expect(chosen()).toBeUndefined()
    await end('r')
    expect(chosen()).toMatchObject({ runId: 'r', index: 1 })
    pages.show(tab().id, 's')
    await pages.choose(tab().id, 's', 0)
    await end('s')
    expect(chosen()).toMatchObject({ runId: 's', index: 0 })
  })

  test('a result that cannot be read says so, and a removed run is no longer shown', async () => {
    const { runs, pages, tab } = setUp()
    pages.open(entry)
    runs.receive(info({ state: 'ended' }))
    pages.show(tab().id, 'r')
    await pages.choose(tab().id, 'r', 0)
    expect(pages.store.getState().chosen[tab().id]).toMatchObject({ problem: 'Error: gone', shown: null })
    await pages.remove(tab().id, info())
    expect(tab().shownRunId).toBeNull()
    expect(pages.store.getState().chosen).toEqual({})
  })

  test('follows its target', () => {
    const { pages, tab } = setUp()
    pages.open(entry)
    const container = { kind: 'collection', id: 't', name: 'Other', children: [] } as const
    pages.follow({ revision: 'r1', workspaceName: 'W', collections: [container] })
    expect(tab()).toMatchObject({ name: 'Other', isLost: false })
    pages.follow({ revision: 'r1', workspaceName: 'W', collections: [] })
    expect(tab()).toMatchObject({ name: 'Other', isLost: true })
  })
})
