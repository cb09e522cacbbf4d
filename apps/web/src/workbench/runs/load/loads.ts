import type { LoadDetails, LoadEvent, LoadOutcome, LoadPlanned, RunInfo } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerClient } from '../../../server-client/server-client.ts'
import type { WindowContext } from '../../../window/window-context.ts'
import type { WorkbenchState } from '../../workbench-state.ts'
import type { RunPages } from '../run-pages.ts'
import type { RunTab } from '../run-tab.ts'
import { type LoadForm, newLoadForm, shapeOf } from './load-form.ts'

/** What is known about load tests. */
export interface LoadsState {
  /** What the load test of a tab would send. */
  readonly plans: Readonly<Record<string, LoadPlanned | Extract<LoadOutcome, { state: 'failed' }>>>
  /** How the last export of a tab ended. */
  readonly exports: Readonly<Record<string, Exclude<LoadOutcome, LoadPlanned>>>
  /** The figures of load tests that are shown, by the ID of the run. */
  readonly details: Readonly<Record<string, LoadDetails>>
  /** Why the last command of a tab failed. */
  readonly problems: Readonly<Record<string, string>>
}

/** Load tests of the window: their plans, exports and figures. */
export function createLoads(
  calls: ServerClient['loads'],
  workbench: Pick<StoreApi<WorkbenchState>, 'getState'>,
  runPages: Pick<RunPages, 'edit' | 'show' | 'store'>,
  window: Pick<WindowContext, 'windowId' | 'newId' | 'describeError'>,
) {
  const store = createStore<LoadsState>(() => ({ plans: {}, exports: {}, details: {}, problems: {} }))
  const { windowId } = window
  const tasks = createTasks(store, window)
  /** The options as they are now: those of a tab that was rendered may be older. */
  const currentForm = (tabId: string): LoadForm => {
    const tab = workbench.getState().tabs.find(one => one.id === tabId)
    return tab?.kind === 'run' ? formOf(tab) : newLoadForm
  }
  /** What a call about the load test of a tab is about. */
  const sourceOf = ({ id, targetId }: Pick<RunTab, 'id' | 'targetId'>) => {
    const data = runPages.store.getState().data[id]
    return { windowId, targetId, data: data === undefined ? null : { name: data.name, text: data.text } }
  }
  return {
    store,
    receive: tasks.receive,
    edit: (tabId: string, change: Partial<LoadForm>) =>
      runPages.edit(tabId, { load: { ...currentForm(tabId), ...change } }),
    /** Reads what a load test would send; the previous plan is shown until then. */
    async plan(tab: Pick<RunTab, 'id' | 'targetId'>): Promise<void> {
      await tasks.start(tab.id, 'plans', taskId => calls.plan({ ...sourceOf(tab), taskId }))
    },
    /** Writes the folder that was typed. */
    async export(tab: Pick<RunTab, 'id' | 'targetId'>): Promise<void> {
      const form = currentForm(tab.id)
      const { engine, folder } = form
      await tasks.start(tab.id, 'exports', taskId =>
        calls.export({ ...sourceOf(tab), taskId, engine, folder, shape: shapeOf(form) }),
      )
    },
    /** Runs it here, and shows it. */
    async start(tab: Pick<RunTab, 'id' | 'targetId'>): Promise<void> {
      const runId = window.newId()
      const form = currentForm(tab.id)
      const isStarted = await tasks.call(tab.id, () =>
        calls.start({ ...sourceOf(tab), runId, shape: shapeOf(form), host: form.host.trim() }),
      )
      if (isStarted) runPages.show(tab.id, runId)
    },
    /** Reads the figures of a load test by request. */
    async read({ runId }: Pick<RunInfo, 'runId'>): Promise<void> {
      try {
        const read = await calls.read({ runId })
        store.setState(({ details }) => ({ details: { ...details, [runId]: read } }))
      } catch {
        // A test that ended without a result has no figures, and a lost server is reported by the event stream.
      }
    },
  }
}

/** The calls whose outcome comes later. */
function createTasks(
  store: StoreApi<LoadsState>,
  { newId, describeError }: Pick<WindowContext, 'newId' | 'describeError'>,
) {
  /** The tabs that wait for an outcome, and where it is shown, by the ID of the call. */
  const waiting = new Map<string, { readonly tabId: string; readonly part: 'plans' | 'exports' }>()
  const put = <Part extends 'plans' | 'exports' | 'problems'>(
    part: Part,
    tabId: string,
    value: LoadsState[Part][string],
  ) => store.setState(state => ({ [part]: { ...state[part], [tabId]: value } }))

  /** Calls the server; a failure is shown in the tab. */
  async function call(tabId: string, work: () => Promise<unknown>): Promise<boolean> {
    put('problems', tabId, '')
    try {
      await work()
      return true
    } catch (error) {
      put('problems', tabId, describeError(error))
      return false
    }
  }

  return {
    call,
    async start(
      tabId: string,
      part: 'plans' | 'exports',
      work: (taskId: string) => Promise<unknown>,
    ): Promise<void> {
      const taskId = newId()
      waiting.set(taskId, { tabId, part })
      await call(tabId, () => work(taskId))
    },
    receive({ taskId, outcome }: LoadEvent): void {
      const task = waiting.get(taskId)
      waiting.delete(taskId)
      if (task === undefined) return
      const { tabId, part } = task
      if (outcome.state === 'planned') put('plans', tabId, outcome)
      else if (outcome.state === 'written' || part === 'exports') put('exports', tabId, outcome)
      else put('plans', tabId, outcome)
    },
  }
}

/** The options of the load test of a tab. */
export function formOf({ form }: Pick<RunTab, 'form'>): LoadForm {
  return form.load ?? newLoadForm
}
