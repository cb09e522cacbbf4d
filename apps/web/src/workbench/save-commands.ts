import type { HttpRequest } from '@parley/model'
import type { CreatedRequest, OpenedRequest, SavedRequest } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { isRequestTab, type RequestSource, type RequestTab } from './request-tab.ts'
import { requestTab, type WorkbenchState } from './workbench.ts'

/** What saving asks of the user. */
export interface SavingState {
  /** The unsaved new request that wants a name and a place; null: none. */
  readonly placingTabId: string | null
  /** A tab whose file was changed outside since it was opened, with what stands there now. */
  readonly conflict: { readonly tabId: string; readonly theirs: OpenedRequest } | null
}

export interface SavingPorts {
  saveRequest(id: string, request: HttpRequest, baseVersion: string): Promise<SavedRequest>
  /** The runs of the unsaved tab go with the request. */
  createRequest(parentId: string, request: HttpRequest, tabId: string): Promise<CreatedRequest>
  /** Told why a tab stays unsaved. */
  notSaved(reason: string): void
  describeError(error: unknown): string
}

/** A place in the library. */
export type SavePlace = Pick<RequestSource, 'parentId' | 'path'>

/** Save, in place or with a place that the user chooses (spec 3). */
export function createSaving(workbench: StoreApi<WorkbenchState>, ports: SavingPorts) {
  const store = createStore<SavingState>(() => ({ placingTabId: null, conflict: null }))
  const findTab = (tabId: string) => requestTab(workbench.getState(), tabId) ?? undefined
  const changeTab = (tabId: string, change: (tab: RequestTab) => RequestTab) =>
    workbench.setState(state => ({
      tabs: state.tabs.map(tab => (tab.id === tabId && isRequestTab(tab) ? change(tab) : tab)),
    }))

  /** Told how the Save request dialog ended: whether the request was saved. */
  let placed: (isSaved: boolean) => void = () => {}

  /** True once it is saved. */
  async function saveOver(tabId: string, baseVersion: string): Promise<boolean> {
    const tab = findTab(tabId)
    if (tab === undefined || tab.source === null) return false
    const { draft } = tab
    try {
      const saved = await ports.saveRequest(tab.source.requestId, draft, baseVersion)
      if (saved.state === 'failed') ports.notSaved(`${saved.sentence} ${saved.nextStep}`)
      else if (saved.state === 'changed') store.setState({ conflict: { tabId, theirs: saved.theirs } })
      else changeTab(tabId, one => ({ ...one, saved: draft, version: saved.version }))
      return saved.state === 'saved'
    } catch (error) {
      ports.notSaved(ports.describeError(error))
      return false
    }
  }

  let last: Promise<void> = Promise.resolve()
  /** A save that overtakes another one would take its file for changed by somebody else. */
  function afterOthers<Value>(task: () => Promise<Value>): Promise<Value> {
    const done = last.then(task)
    last = done.then(noValue, noValue)
    return done
  }

  function endPlacing(isSaved: boolean): void {
    store.setState({ placingTabId: null })
    placed(isSaved)
  }

  function askForPlace(tabId: string): Promise<boolean> {
    placed(false)
    store.setState({ placingTabId: tabId })
    return new Promise(resolve => {
      placed = resolve
    })
  }

  return {
    store,
    /** Does something that saves must not overtake. */
    afterOthers,
    /** In place where the request stands in a collection, else asks for a name and a place. True once it is saved. */
    async save(tabId: string | null): Promise<boolean> {
      const tab = tabId === null ? undefined : findTab(tabId)
      if (tab === undefined) return false
      if (tab.source === null) return askForPlace(tab.id)
      return afterOthers(async () => saveOver(tab.id, findTab(tab.id)?.version ?? tab.version))
    },
    /** True once it is saved. */
    async saveHere(tabId: string, name: string, { parentId, path }: SavePlace): Promise<string | null> {
      const tab = findTab(tabId)
      if (tab === undefined) return null
      const named = { ...tab.draft, name }
      try {
        const created = await ports.createRequest(parentId, named, tabId)
        if (created.state === 'failed') return `${created.sentence} ${created.nextStep}`
        const { id, version } = created
        const source = { requestId: id, parentId, path }
        changeTab(tabId, one => ({
          ...one,
          source,
          copiedFrom: null,
          version,
          saved: named,
          draft: { ...one.draft, name },
        }))
        endPlacing(true)
        return null
      } catch (error) {
        return ports.describeError(error)
      }
    },
    stopPlacing: () => endPlacing(false),
    /** Asks which is to stay, unless that is being asked of another tab: its save then asks. */
    askWhichStays(tabId: string, theirs: OpenedRequest): void {
      if (store.getState().conflict === null) store.setState({ conflict: { tabId, theirs } })
    },
    /** Writes this tab over what stands in the file now. */
    async keepMine(): Promise<void> {
      const { conflict } = store.getState()
      store.setState({ conflict: null })
      if (conflict !== null) await saveOver(conflict.tabId, conflict.theirs.version)
    },
    /** Takes what stands in the file in the place of what was typed. */
    takeTheirs(): void {
      const { conflict } = store.getState()
      store.setState({ conflict: null })
      if (conflict === null) return
      const { request, version } = conflict.theirs
      changeTab(conflict.tabId, tab => ({ ...tab, saved: request, draft: request, version }))
    },
    decideLater: () => store.setState({ conflict: null }),
  }
}

function noValue(): void {}
