import type { RunRow } from '@parley/engine'
import type { RunInfo, RunList, RunPlanEvent, RunPlanItem, StartRun } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'

/** What is known about runs; the server keeps them, whatever the window does. */
export interface RunsState {
  /** By ID; the latest known state. */
  readonly infos: Readonly<Record<string, RunInfo>>
  /** The requests that ended, in the order in which they did. */
  readonly rows: Readonly<Record<string, readonly RunRow[]>>
  /** What a shown run in progress sends in each iteration, by its ID. */
  readonly planned: Readonly<Record<string, readonly RunPlanItem[]>>
  /** What a run of a target would send. */
  readonly plans: Readonly<Record<string, RunPlanEvent['plan']>>
  /** The runs of a target that are kept, newest first. */
  readonly lists: Readonly<Record<string, RunList>>
  /** Why the last command failed, by target. */
  readonly problems: Readonly<Record<string, string>>
}

/** The calls about runs. */
export type RunCalls = Pick<
  ServerClient['runs'],
  'plan' | 'start' | 'cancel' | 'list' | 'readPlanned' | 'readRows' | 'readResult' | 'remove'
>

/** Rows are read in pieces of this length. */
const rowsAtOnce = 320

export type Runs = ReturnType<typeof createRuns>

/** The runs that the window knows of. */
export function createRuns(
  calls: RunCalls,
  { windowId, describeError }: Pick<WindowContext, 'windowId' | 'describeError'>,
) {
  const store = createStore<RunsState>(() => ({
    infos: {},
    rows: {},
    planned: {},
    plans: {},
    lists: {},
    problems: {},
  }))

  function notify(targetId: string, problem: string): void {
    store.setState(({ problems }) => ({ problems: { ...problems, [targetId]: problem } }))
  }

  const lists = createLists(store, calls, { notify, describeError })

  return {
    store,
    ...lists,
    /** Reads what a run of a target would send; the previous plan is shown until then. */
    async loadPlan(targetId: string): Promise<void> {
      try {
        await calls.plan({ windowId, targetId })
      } catch (error) {
        notify(targetId, describeError(error))
      }
    },
    /** Resolves to true if it began. */
    async start(start: Omit<StartRun, 'windowId'>): Promise<boolean> {
      notify(start.targetId, '')
      try {
        await calls.start({ windowId, ...start })
        return true
      } catch (error) {
        notify(start.targetId, describeError(error))
        return false
      }
    },
    /** An error here means that the server is lost, which the event stream reports. */
    cancel: (runId: string) => void calls.cancel({ runId }).catch(() => undefined),
    readResult: (runId: string, index: number) => calls.readResult({ runId, index }),
    async remove({ runId, targetId }: Pick<RunInfo, 'runId' | 'targetId'>): Promise<void> {
      try {
        await calls.remove({ runId })
      } catch (error) {
        notify(targetId, describeError(error))
      }
      await lists.loadList(targetId)
    },
    ...createRowReading(store, calls, { notify, describeError, ...lists }),
    receivePlan({ targetId, plan }: RunPlanEvent): void {
      store.setState(({ plans }) => ({ plans: { ...plans, [targetId]: plan } }))
    },
  }
}

/** What reads the runs of a target that are kept. */
function createLists(
  store: StoreApi<RunsState>,
  calls: Pick<RunCalls, 'list'>,
  { notify, describeError }: Pick<RunHelpers, 'notify' | 'describeError'>,
) {
  async function loadList(targetId: string): Promise<void> {
    try {
      const list = await calls.list({ targetId })
      store.setState(({ lists, infos }) => ({
        lists: { ...lists, [targetId]: list },
        infos: {
          ...infos,
          ...Object.fromEntries(list.runs.map(run => [run.runId, later(run, infos[run.runId])])),
        },
      }))
    } catch (error) {
      notify(targetId, describeError(error))
    }
  }

  return { loadList }
}

interface RunHelpers {
  readonly notify: (targetId: string, problem: string) => void
  readonly loadList: (targetId: string) => Promise<void>
  readonly describeError: WindowContext['describeError']
}

/** Returns what reads what a run sends, once it is known and shown. Without it, only the rows that ended are listed. */
function createPlannedReading(
  store: StoreApi<RunsState>,
  calls: Pick<RunCalls, 'readPlanned'>,
  watched: ReadonlySet<string>,
  { notify, describeError }: Pick<RunHelpers, 'notify' | 'describeError'>,
) {
  return async (runId: string): Promise<void> => {
    const { infos, planned } = store.getState()
    if (!watched.has(runId) || infos[runId]?.state !== 'running' || runId in planned) return
    store.setState({ planned: { ...planned, [runId]: [] } })
    try {
      const { items } = await calls.readPlanned({ runId })
      store.setState(state => ({ planned: { ...state.planned, [runId]: items } }))
    } catch (error) {
      notify(infos[runId].targetId, describeError(error))
    }
  }
}

/** What keeps the rows of shown runs up to date. */
function createRowReading(
  store: StoreApi<RunsState>,
  calls: Pick<RunCalls, 'readRows' | 'readPlanned'>,
  helpers: RunHelpers,
) {
  const { notify, loadList, describeError } = helpers
  /** The runs whose rows are shown. */
  const watched = new Set<string>()
  const reading = new Set<string>()
  const readPlanned = createPlannedReading(store, calls, watched, helpers)

  /** Reads the rows that have ended since, piece by piece, until there are no more. */
  async function readRows(runId: string): Promise<void> {
    if (reading.has(runId)) return
    reading.add(runId)
    try {
      for (;;) {
        const announced = store.getState().infos[runId]?.totalRows ?? 0
        const known = store.getState().rows[runId] ?? []
        const { rows, totalRows } = await calls.readRows({ runId, from: known.length, limit: rowsAtOnce })
        const next = [...known, ...rows]
        store.setState(state => ({ rows: { ...state.rows, [runId]: next } }))
        const announcedNow = store.getState().infos[runId]?.totalRows ?? 0
        // Rows that ended while an empty response was on its way are not announced again.
        const isBehind = announcedNow > announced
        if (next.length >= Math.max(totalRows, announcedNow) || (rows.length === 0 && !isBehind)) return
      }
    } catch (error) {
      const targetId = store.getState().infos[runId]?.targetId
      if (targetId !== undefined) notify(targetId, describeError(error))
    } finally {
      reading.delete(runId)
    }
  }

  return {
    /** Call when the rows of a run are shown: from now on they are kept up to date. */
    watch(runId: string): void {
      watched.add(runId)
      void readRows(runId)
      void readPlanned(runId)
    },
    receive(run: RunInfo): void {
      const before = store.getState().infos[run.runId]
      store.setState(({ infos }) => ({ infos: { ...infos, [run.runId]: run } }))
      if (watched.has(run.runId) && run.totalRows > (store.getState().rows[run.runId]?.length ?? 0))
        void readRows(run.runId)
      void readPlanned(run.runId)
      const hasChanged = before === undefined || before.state !== run.state
      if (hasChanged && run.targetId in store.getState().lists) void loadList(run.targetId)
    },
  }
}

/** Returns whether a run is in progress. */
export function isInProgress(run: RunInfo | undefined): boolean {
  return run?.state === 'preparing' || run?.state === 'running'
}

/** Returns what was listed, unless an event has reported a newer state since. */
function later(listed: RunInfo, known: RunInfo | undefined): RunInfo {
  if (known === undefined || !isInProgress(listed)) return listed
  return isInProgress(known) && known.totalRows < listed.totalRows ? listed : known
}
