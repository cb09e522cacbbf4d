import type { ReportedTab } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import type { WindowIdentity } from '../events/window-identity.ts'
import { fitsLastCall, type LastCall } from '../server-client/last-call.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { RunPages } from '../workbench/runs/run-pages.ts'
import { isUnsaved, type OpenTab } from '../workbench/tabs/request-tab.ts'
import { createTabJournal, type TabJournalPorts } from '../workbench/tabs/tab-journal.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { WindowWorkspaces } from './follow-workspace.ts'
import type { WindowContext } from './window-context.ts'

export interface WindowJournalOptions {
  readonly calls: Pick<ServerClient['tabs'], 'save'>
  readonly lastCall: LastCall
  readonly identity: WindowIdentity
  readonly workspaces: Pick<StoreApi<WindowWorkspaces>, 'getState'>
  readonly workbench: Pick<Workbench, 'store'>
  readonly runPages: Pick<RunPages, 'store'>
  readonly window: WindowContext
}

/** The journal of the tabs of a window, which the server keeps for the workspace that the window shows. */
export function createWindowJournal(options: WindowJournalOptions) {
  const { calls, lastCall, identity, workspaces, workbench, runPages, window } = options

  let naming: typeof import('../workbench/runs/unsaved-content.ts') | null = null
  let isLoading = false
  /** Whether tabs were saved before the words were there. */
  let isNameless = false

  function tabsInput(sent: Parameters<TabJournalPorts['save']>[0], isLast: boolean) {
    return {
      windowId: identity.windowId,
      sequence: identity.nextSequence(),
      isLast,
      workspaceFolder: workspaces.getState().shown ?? '',
      tabs: [...sent.tabs],
      activeTabId: sent.activeTabId,
    }
  }

  /**
   * Loads the words that name what is not saved, with the first unsaved change. No save waits for them: the browser may
   * be asking whether to close the page.
   */
  function loadNaming(): void {
    if (naming !== null || isLoading || !workbench.store.getState().tabs.some(isUnsaved)) return
    isLoading = true
    import('../workbench/runs/unsaved-content.ts')
      .then(loaded => {
        naming = loaded
        if (isNameless) journal.resave()
      })
      .catch(() => {
        isLoading = false
      })
  }

  /** Names what is not saved, for programs that send what is. */
  function withNames(input: ReturnType<typeof tabsInput>): ReturnType<typeof tabsInput> {
    if (naming === null) {
      isNameless ||= workbench.store.getState().tabs.some(isUnsaved)
      return input
    }
    return { ...input, tabs: namedTabs(naming, input.tabs, workbench.store.getState().tabs) }
  }

  const ports: TabJournalPorts = {
    save: sent => calls.save(withNames(tabsInput(sent, false))),
    saveLast(sent) {
      const input = withNames(tabsInput(sent, true))
      const hasSentTabs = lastCall('tabs/save', input)
      if (hasSentTabs) identity.storeForNextPage({ sequence: input.sequence, hasSentTabs })
      return hasSentTabs
    },
    fitsLast: fitsLastCall,
  }
  const journal = createTabJournal(workbench.store, runPages.store, ports, window)
  workbench.store.subscribe(loadNaming)
  return journal
}

/** Returns the tabs with what is not saved in them. */
function namedTabs(
  { unsavedContent, unsavedWords }: typeof import('../workbench/runs/unsaved-content.ts'),
  sent: readonly ReportedTab[],
  open: readonly OpenTab[],
): ReportedTab[] {
  const found = open.flatMap(tab => unsavedContent(tab) ?? [])
  const byTab = new Map(found.map(one => [one.tabId, one]))
  return sent.map(tab => {
    const one = byTab.get(tab.tabId)
    if (one === undefined) return tab
    return { ...tab, unsaved: { entryId: one.entryId, words: unsavedWords(one).slice(0, 500) } }
  })
}
