import type { LibraryTree, RunInfo, ShownRunResult, StartRun } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { entriesById, type TreeEntry } from '../../library/find-entry.ts'
import type { WindowContext } from '../../window/window-context.ts'
import type { OpenTab } from '../tabs/request-tab.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import type { DataFile } from './run-data.ts'
import { isFailure } from './run-rows.ts'
import { canRun, newRunForm, type RunForm, type RunSection, type RunTab, tickedOf } from './run-tab.ts'
import { isInProgress, type Runs } from './runs.ts'

/** The state of open runs that does not outlive the window. */
export interface RunPagesState {
  /** The data file of a tab. */
  readonly data: Readonly<Record<string, DataFile>>
  /** The data file that is being read, by tab: a long one takes some seconds. */
  readonly reading: Readonly<Record<string, File>>
  /** The request of the shown run whose exchange and tests show, by tab. */
  readonly chosen: Readonly<Record<string, ChosenRow>>
  /** The run that the shown one is compared with, by tab. */
  readonly compared: Readonly<Record<string, string>>
}

export interface ChosenRow {
  readonly runId: string
  readonly index: number
  /** Null until it is read. */
  readonly shown: ShownRunResult | null
  /** Why it could not be read. */
  readonly problem: string | null
}

export type RunPages = ReturnType<typeof createRunPages>

/** The open runs of the tab strip, and the commands on them. */
export function createRunPages(
  workbench: StoreApi<WorkbenchState>,
  runs: Runs,
  window: Pick<WindowContext, 'newId' | 'describeError'>,
) {
  const store = createStore<RunPagesState>(() => ({ data: {}, reading: {}, chosen: {}, compared: {} }))
  const open = createOpenRuns(workbench)
  const { tabs, find, change } = open
  const load = (tab: RunTab) => loadRuns(runs, tab)

  function show(tabId: string, shownRunId: string | null): void {
    change(tabId, shownRunId === null ? { shownRunId } : { shownRunId, section: 'requests' })
    forget(tabId, 'chosen')
    forget(tabId, 'compared')
    if (shownRunId !== null) runs.watch(shownRunId)
  }

  function forget(tabId: string, part: keyof RunPagesState): void {
    store.setState(state => {
      const { [tabId]: _, ...rest } = state[part]
      return { [part]: rest }
    })
  }

  workbench.subscribe((state, before) => {
    const { data } = store.getState()
    if (state.tabs === before.tabs) return
    for (const tabId of Object.keys(data)) if (find(tabId) === undefined) forget(tabId, 'data')
  })

  const rowChoice = createRowChoice(store, runs, window.describeError)
  chooseFirstFailures(store, runs, tabs, rowChoice.choose)
  return {
    store,
    /** The tabs that were open before the window was loaded again, with their data files. */
    restored(data: RunPagesState['data']): void {
      store.setState({ data })
      for (const tab of tabs()) load(tab)
    },
    edit: (tabId: string, form: Partial<RunForm>) => {
      const tab = find(tabId)
      if (tab !== undefined) change(tabId, { form: { ...tab.form, ...form } })
    },
    show,
    ...createOpening({ workbench, runs, open, newId: window.newId }, load),
    ...createComparing({ store, runs, open, show, forget }),
    ...createStarting({ store, runs, open, show, newId: window.newId }),
    ...createDataChoice(store, forget),
    ...rowChoice,
    chooseSection: (tabId: string, section: RunSection) => change(tabId, { section }),
  }
}

/** The runs among the tabs of the workbench. */
function createOpenRuns(workbench: StoreApi<WorkbenchState>) {
  const tabs = () => workbench.getState().tabs.filter(isRunTab)
  const find = (tabId: string) => tabs().find(tab => tab.id === tabId)
  const change = (tabId: string, next: Partial<RunTab>) =>
    workbench.setState(state => ({
      tabs: state.tabs.map(tab => (tab.id === tabId && isRunTab(tab) ? { ...tab, ...next } : tab)),
    }))
  return { tabs, find, change }
}

/** Reads what a run would send, and the runs that were kept. */
function loadRuns(runs: Runs, { targetId, shownRunId }: RunTab): void {
  void runs.loadPlan(targetId)
  void runs.loadList(targetId)
  if (shownRunId !== null) runs.watch(shownRunId)
}

interface OpeningParts {
  readonly workbench: StoreApi<WorkbenchState>
  readonly runs: Runs
  readonly open: ReturnType<typeof createOpenRuns>
  readonly newId: WindowContext['newId']
}

/** What opens runs, and follows the library. */
function createOpening({ workbench, runs, open, newId }: OpeningParts, load: (tab: RunTab) => void) {
  const { tabs, change } = open
  return {
    /** Opens the run or load test of a collection, folder or request, or shows the tab that it is open in. */
    open({ node, path }: TreeEntry, isLoad = false): void {
      const opened = tabs().find(tab => tab.targetId === node.id && !tab.isLoad === !isLoad)
      const tab: RunTab = opened ?? {
        kind: 'run',
        id: newId(),
        targetId: node.id,
        isLoad,
        targetKind: node.kind === 'request' ? 'request' : node.kind,
        name: node.name,
        path,
        isLost: false,
        form: newRunForm,
        shownRunId: runInProgress(runs, node.id, isLoad)?.runId ?? null,
        section: 'requests',
      }
      workbench.setState(state => ({
        tabs: opened === undefined ? [...state.tabs, tab] : state.tabs,
        activeTabId: tab.id,
      }))
      load(tab)
    },
    /** Updates to a changed library, which may change what would be sent. */
    follow(tree: LibraryTree): void {
      const entries = entriesById(tree)
      for (const tab of tabs()) {
        const entry = entries.get(tab.targetId)
        const isLost = entry === undefined
        const { name, path } = entry === undefined ? tab : { name: entry.node.name, path: entry.path }
        if (isLost !== tab.isLost || name !== tab.name || path.join('/') !== tab.path.join('/'))
          change(tab.id, { isLost, name, path })
        if (!isLost) void runs.loadPlan(tab.targetId)
      }
    },
  }
}

interface ComparingParts extends Pick<StartingParts, 'store' | 'runs' | 'open'> {
  readonly show: (tabId: string, runId: string | null) => void
  readonly forget: (tabId: string, part: 'compared') => void
}

/** What compares runs with the shown one, and removes them. */
function createComparing({ store, runs, open: { find }, show, forget }: ComparingParts) {
  return {
    /** Compares another run with the shown one. */
    compare(tabId: string, runId: string): void {
      store.setState(({ compared }) => ({ compared: { ...compared, [tabId]: runId } }))
      runs.watch(runId)
    },
    endComparing: (tabId: string) => forget(tabId, 'compared'),
    /** Removes a run, wherever it is shown. */
    async remove(tabId: string, run: RunInfo): Promise<void> {
      await runs.remove(run)
      if (find(tabId)?.shownRunId === run.runId) show(tabId, null)
      if (store.getState().compared[tabId] === run.runId) forget(tabId, 'compared')
    },
  }
}

interface StartingParts {
  readonly store: StoreApi<RunPagesState>
  readonly runs: Runs
  readonly open: ReturnType<typeof createOpenRuns>
  readonly show: (tabId: string, runId: string) => void
  readonly newId: WindowContext['newId']
}

/** What starts and stops runs. */
function createStarting({ store, runs, open: { find }, show, newId }: StartingParts) {
  function shownRunOf(tabId: string): RunInfo | undefined {
    return runs.store.getState().infos[find(tabId)?.shownRunId ?? '']
  }

  /** `keys`: those of the requests to send; null: the ticked ones. */
  async function start(tabId: string, keys: readonly string[] | null): Promise<void> {
    const tab = find(tabId)
    if (tab === undefined) return
    const runId = newId()
    const ticked = tickedOf(runs.store.getState().plans[tab.targetId], tab.form)
    const all = tab.form.leftOut.length === 0 ? null : ticked.map(item => item.key)
    const data = store.getState().data[tabId]
    const isStarted = await runs.start({
      runId,
      targetId: tab.targetId,
      keys: keys === null ? all && [...all] : [...keys],
      polled: [...tab.form.polled],
      ...inputOf(tab.form, data),
    })
    if (isStarted) show(tabId, runId)
  }

  return {
    /** Sends the ticked requests. */
    start: (tabId: string) => start(tabId, null),
    /** Does what the button Run or Run again does, unless the shown run has not ended or the button is disabled. */
    startByShortcut(tabId: string): void {
      const tab = find(tabId)
      if (tab === undefined || tab.isLoad === true || isInProgress(shownRunOf(tabId))) return
      const ticked = tickedOf(runs.store.getState().plans[tab.targetId], tab.form)
      const { data, reading } = store.getState()
      if (tab.shownRunId !== null || canRun(ticked, data[tabId], reading[tabId])) void start(tabId, null)
    },
    /** Stops the shown run. */
    stop(tabId: string): void {
      const run = shownRunOf(tabId)
      if (isInProgress(run)) runs.cancel(run?.runId ?? '')
    },
    startOnly: (tabId: string, keys: readonly string[]) => start(tabId, keys),
  }
}

/** What chooses the data file of a run. */
function createDataChoice(
  store: StoreApi<RunPagesState>,
  forget: (tabId: string, part: 'data' | 'reading') => void,
) {
  return {
    /** Sets a data file, and reads its rows; no run begins meanwhile. */
    async chooseData(tabId: string, file: File): Promise<void> {
      store.setState(({ reading }) => ({ reading: { ...reading, [tabId]: file } }))
      // Another one may be chosen meanwhile.
      const isLatest = () => store.getState().reading[tabId] === file
      try {
        const { readDataFile } = await import('./run-data.ts')
        const read = await readDataFile(file)
        if (isLatest()) store.setState(({ data }) => ({ data: { ...data, [tabId]: read } }))
      } finally {
        if (isLatest()) forget(tabId, 'reading')
      }
    },
    removeData(tabId: string): void {
      forget(tabId, 'reading')
      forget(tabId, 'data')
    },
  }
}

/** What chooses the request of a run whose exchange is shown. */
function createRowChoice(
  store: StoreApi<RunPagesState>,
  runs: Runs,
  describeError: WindowContext['describeError'],
) {
  return {
    /** Shows the exchange and the tests of a request of the shown run. */
    async choose(tabId: string, runId: string, index: number): Promise<void> {
      const put = (row: ChosenRow) =>
        store.setState(({ chosen }) => ({ chosen: { ...chosen, [tabId]: row } }))
      const before = store.getState().chosen[tabId]
      // The previous result is shown until the next one is loaded, so that nothing flashes.
      put({ runId, index, shown: before?.runId === runId ? before.shown : null, problem: null })
      const isStill = () => {
        const now = store.getState().chosen[tabId]
        return now?.runId === runId && now.index === index
      }
      try {
        const shown = await runs.readResult(runId, index)
        if (isStill()) put({ runId, index, shown, problem: null })
      } catch (error) {
        if (isStill()) put({ runId, index, shown: null, problem: describeError(error) })
      }
    },
  }
}

/** Shows why a run failed, once all of it is known, unless a request of it was chosen before. */
function chooseFirstFailures(
  store: StoreApi<RunPagesState>,
  runs: Runs,
  tabs: () => readonly RunTab[],
  choose: (tabId: string, runId: string, index: number) => Promise<void>,
): void {
  runs.store.subscribe(({ infos, rows }) => {
    for (const { id, shownRunId } of tabs()) {
      const run = infos[shownRunId ?? '']
      if (run === undefined || isInProgress(run) || store.getState().chosen[id]?.runId === run.runId) continue
      const ended = rows[run.runId] ?? []
      const failed = ended.length === run.totalRows ? ended.find(isFailure) : undefined
      if (failed !== undefined) void choose(id, run.runId, failed.index)
    }
  })
}

function isRunTab(tab: OpenTab): tab is RunTab {
  return tab.kind === 'run'
}

function runInProgress(runs: Runs, targetId: string, isLoad: boolean): RunInfo | undefined {
  return Object.values(runs.store.getState().infos).find(
    run => run.targetId === targetId && !run.load === !isLoad && isInProgress(run),
  )
}

function inputOf(form: RunForm, data: DataFile | undefined): Pick<StartRun, 'options' | 'data'> {
  const { leftOut: _left, polled: _polled, load: _load, iterations, ...options } = form
  return {
    options: { ...options, iterations: iterations ?? Math.max(1, data?.totalRows ?? 1) },
    data: data === undefined ? null : { name: data.name, text: data.text },
  }
}
