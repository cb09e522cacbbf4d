import type { StoreApi } from 'zustand/vanilla'
import type { OpenTab } from '../tabs/request-tab.ts'
import type { Compare } from './difference.ts'
import type { DocumentTab, OpenedDocument, SavedDocument } from './document.ts'
import { reconcile } from './reconcile.ts'

/** The part of the workbench that holds open documents. */
export type OpenTabs = StoreApi<{ readonly tabs: readonly OpenTab[]; readonly activeTabId: string | null }>

/** One kind of document: which tabs hold it, and how it is read, saved and compared. */
export interface DocumentKind<Value, Tab extends OpenTab & DocumentTab<Value>> {
  owns(tab: OpenTab): tab is Tab
  /** Which file a tab edits; null: it has none yet, or the file was deleted. */
  fileId(tab: Tab): string | null
  /** Null if the file cannot be read right now. */
  read(tab: Tab): Promise<OpenedDocument<Value> | null>
  /** Writes over the version that the value is based on. */
  save(tab: Tab, value: Value, baseVersion: string | null): Promise<SavedDocument<Value, Tab>>
  readonly compare: Compare<Value>
}

/** The open tabs of one kind of document. */
export interface DocumentTabs<Value, Tab> {
  tabs(): readonly Tab[]
  find(tabId: string | null): Tab | undefined
  change(tabId: string, next: (tab: Tab) => Tab): void
  /**
   * Takes over the current content of a file unless that loses something. Returns false if the user has to
   * decide.
   */
  takeOver(tabId: string, theirs: OpenedDocument<Value>): boolean
  /** Changes a tab and shows it; one that was closed is opened again. */
  changeAndShow(tab: Tab, next: (tab: Tab) => Tab): void
}

export function createDocumentTabs<Value, Tab extends OpenTab & DocumentTab<Value>>(
  workbench: OpenTabs,
  kind: DocumentKind<Value, Tab>,
): DocumentTabs<Value, Tab> {
  const tabs = () => workbench.getState().tabs.filter(kind.owns)
  const find = (tabId: string | null): Tab | undefined => tabs().find(tab => tab.id === tabId)
  const change = (tabId: string, next: (tab: Tab) => Tab) =>
    workbench.setState(state => ({
      tabs: state.tabs.map(tab => (tab.id === tabId && kind.owns(tab) ? next(tab) : tab)),
    }))
  return {
    tabs,
    find,
    change,
    takeOver(tabId, theirs) {
      const tab = find(tabId)
      const reconciled = tab === undefined ? null : reconcile(tab, theirs, kind.compare)
      if (reconciled !== null) change(tabId, one => ({ ...one, ...reconciled }))
      return reconciled !== null
    },
    changeAndShow(tab, next) {
      if (find(tab.id) !== undefined) change(tab.id, next)
      else workbench.setState(state => ({ tabs: [...state.tabs, next(tab)] }))
      workbench.setState({ activeTabId: tab.id })
    },
  }
}
