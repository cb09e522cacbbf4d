import type { ReportedTab } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import type { WindowIdentity } from '../events/window-identity.ts'
import { fitsLastCall, type LastCall } from '../server-client/last-call.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import type { RunPages } from '../workbench/runs/run-pages.ts'
import { unsavedOf, unsavedWords } from '../workbench/runs/unsaved-for-run.ts'
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

  function tabsInput(sent: Parameters<TabJournalPorts['save']>[0], isLast: boolean) {
    return {
      windowId: identity.windowId,
      sequence: identity.nextSequence(),
      isLast,
      workspaceFolder: workspaces.getState().shown ?? '',
      tabs: withUnsaved(sent.tabs),
      activeTabId: sent.activeTabId,
    }
  }

  /** Names what is not saved, for programs that send what is. */
  function withUnsaved(tabs: readonly ReportedTab[]): ReportedTab[] {
    const shown = new Map(workbench.store.getState().tabs.map(tab => [tab.id, tab]))
    return tabs.map(tab => {
      const open = shown.get(tab.tabId)
      const found = open === undefined ? null : unsavedOf(open)
      if (found === null) return tab
      return { ...tab, unsaved: { entryId: found.entryId, words: unsavedWords(found).slice(0, 500) } }
    })
  }

  const ports: TabJournalPorts = {
    save: sent => calls.save(tabsInput(sent, false)),
    saveLast(sent) {
      const input = tabsInput(sent, true)
      const hasSentTabs = lastCall('tabs/save', input)
      if (hasSentTabs) identity.storeForNextPage({ sequence: input.sequence, hasSentTabs })
      return hasSentTabs
    },
    fitsLast: fitsLastCall,
  }
  return createTabJournal(workbench.store, runPages.store, ports, window)
}
