import type { HistoryEntry, HistorySummary } from '@parley/model'
import type { DescribedProblem, HistoryEvent, HistoryList } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../server-client/server-client.ts'
import type { WindowContext } from '../window/window-context.ts'

/** What is known about the history of sends (behaviour 2.4); null until it is read. */
export interface HistoryState {
  readonly search: string
  /** Newest first; only those whose method or URL contains the searched text. */
  readonly entries: readonly HistorySummary[] | null
  readonly totalEntries: number
  /** The request whose runs are listed, and its runs. */
  readonly runsOf: string | null
  readonly runs: readonly HistorySummary[] | null
  /** Why nothing can be read, or why the latest send could not be stored. */
  readonly problem: DescribedProblem | null
}

/** The calls about the history. */
export type HistoryCalls = Pick<ServerClient['history'], 'list' | 'read' | 'remove' | 'clear'>

export type History = ReturnType<typeof createHistory>

/** The history as the page shows it; it is read again whenever the server reports a change. */
export function createHistory(
  calls: HistoryCalls,
  { toasts, describeError }: Pick<WindowContext, 'toasts' | 'describeError'>,
) {
  const store = createStore<HistoryState>(() => ({
    search: '',
    entries: null,
    totalEntries: 0,
    runsOf: null,
    runs: null,
    problem: null,
  }))
  const { loadEntries, loadRuns } = createListing(store, calls, describeError)
  const orToast = async <Value>(title: string, call: Promise<Value>): Promise<Value | null> => {
    try {
      return await call
    } catch (error) {
      toasts.showError(title, describeError(error))
      return null
    }
  }
  let revision = -1
  let isWanted = false

  return {
    store,
    /** Call when the history is shown: from now on it is kept up to date. */
    load(): void {
      isWanted = true
      void loadEntries()
    },
    receive(event: HistoryEvent): void {
      store.setState({ problem: event.problem })
      if (event.revision === revision) return
      revision = event.revision
      if (isWanted) void loadEntries()
      void loadRuns()
    },
    /** Filters by URL and method (behaviour 4.1). */
    search(search: string): void {
      store.setState({ search })
      void loadEntries()
    },
    /** Lists the runs of one request, and keeps up with them. */
    listRuns(requestId: string): void {
      if (store.getState().runsOf !== requestId) store.setState({ runsOf: requestId, runs: null })
      void loadRuns()
    },
    /** All entries, newest first; none if they cannot be read. */
    listAll: async () => (await calls.list({}).catch(() => null))?.entries ?? [],
    /** Returns a whole entry; null if it no longer exists, which a toast reports. */
    read: (id: string): Promise<HistoryEntry | null> => orToast('Not opened', calls.read({ id })),
    /** Removes one entry. */
    remove: async (id: string): Promise<void> =>
      void (await orToast('Not deleted', calls.remove({ ids: [id] }))),
    /** Removes all entries, after confirmation. */
    clear: async (): Promise<void> => void (await orToast('Not cleared', calls.clear())),
  }
}

/** What reads the entries and the runs that are shown. */
function createListing(
  store: StoreApi<HistoryState>,
  calls: Pick<HistoryCalls, 'list'>,
  describeError: WindowContext['describeError'],
) {
  async function loadEntries(): Promise<void> {
    const { search } = store.getState()
    const listed = await listedOrNull({ search })
    if (listed === null || search !== store.getState().search) return
    const { entries, totalEntries, locked } = listed
    store.setState({ entries, totalEntries, ...(locked === null ? {} : { problem: locked }) })
  }

  async function loadRuns(): Promise<void> {
    const { runsOf } = store.getState()
    if (runsOf === null) return
    const listed = await listedOrNull({ requestId: runsOf })
    if (listed !== null && store.getState().runsOf === runsOf) store.setState({ runs: listed.entries })
  }

  async function listedOrNull(query: Parameters<HistoryCalls['list']>[0]): Promise<HistoryList | null> {
    try {
      return await calls.list(query)
    } catch (error) {
      store.setState({ problem: { sentence: describeError(error), nextStep: '' } })
      return null
    }
  }

  return { loadEntries, loadRuns }
}
