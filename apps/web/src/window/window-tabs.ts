import type { WindowIdentity } from '../events/window-identity.ts'
import type { Library } from '../library/library.ts'
import type { LastCall } from '../server-client/last-call.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import { dataEntryId, restoredData } from '../workbench/runs/run-data-content.ts'
import type { RunPages } from '../workbench/runs/run-pages.ts'
import { restoredTab } from '../workbench/tabs/tab-content.ts'
import type { VariableTabs } from '../workbench/tabs/variable-tabs.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { claimTabs } from './claim-tabs.ts'
import { createWindowWorkspaces, followWorkspace } from './follow-workspace.ts'
import type { WindowContext } from './window-context.ts'
import { createWindowJournal } from './window-journal.ts'

/** The calls that start a window and save its tabs. */
export interface WindowTabsCalls {
  readonly tabs: ServerClient['tabs']
  readonly library: Pick<ServerClient['library'], 'readTree'>
}

/** The stores whose tabs come back. */
export interface WindowTabsStores {
  readonly workbench: Workbench
  readonly library: Pick<Library, 'load'>
  readonly variableTabs: Pick<VariableTabs, 'readAll'>
  readonly runPages: RunPages
}

export type WindowTabs = ReturnType<typeof createWindowTabs>

/**
 * Saves the tabs of a window on the server, and gives a new window the tabs that were open in its workspace.
 */
export function createWindowTabs(
  calls: WindowTabsCalls,
  lastCall: LastCall,
  identity: WindowIdentity,
  { workbench, library, variableTabs, runPages }: WindowTabsStores,
  window: WindowContext,
) {
  const workspaces = createWindowWorkspaces()
  const parts = { lastCall, identity, workspaces, workbench, runPages, window }
  const journal = createWindowJournal({ calls: calls.tabs, ...parts })
  followWorkspace(workspaces, journal.isEverythingStored)

  /** Restores the tabs that were open; without any, the first request is opened. */
  async function open(): Promise<void> {
    let isShown = false
    // The tree may be large, so it is read while the tabs are claimed.
    const reading = calls.library.readTree()
    reading.catch(() => undefined)
    const claimed = await claimTabs(calls.tabs, identity, window, () => {
      if (!isShown) void library.load({ opensFirst: false, reading })
      isShown = true
    })
    if (claimed !== null) workspaces.setState({ shown: claimed.workspaceFolder })
    const { tabs, activeTabId } = claimed ?? { tabs: [], activeTabId: null }
    const restored = tabs.flatMap(tab => restoredTab(tab) ?? [])
    const data = await restoredData(tabs)
    // Most windows have no tabs yet, and need not load it.
    const isFirst = workbench.store.getState().tabs.length === 0
    const loaded = isFirst ? null : await import('../workbench/commands/join-restored.ts').catch(() => null)
    workbench.restoreTabs(restored, activeTabId, loaded?.joinRestored)
    variableTabs.readAll()
    runPages.restored(data)
    const all = [...restored.map(({ id }) => id), ...Object.keys(data).map(dataEntryId)]
    // Before the first tab can be typed into.
    journal.start(tabs, restored, new Set(all), data)
    const isEmpty = workbench.store.getState().tabs.length === 0
    // The tree that was shown meanwhile may have changed.
    await library.load({ opensFirst: isEmpty, reading: isShown ? calls.library.readTree() : reading })
    await workbench.resumeSends()
  }

  return {
    open,
    /** Another workspace may have been opened, by any window. */
    receiveWorkspace: (folder: string) => workspaces.setState({ opened: folder }),
    /** Whether the window can close without asking: unsaved state is sent with the last call. */
    canClose: () => journal.isEverythingStored() || (window.isServerThere() && journal.canClose()),
    /** Writes changes immediately, because the window may be closed without notice. */
    hide: () => journal.hide(),
    /** The page closes. */
    close(): void {
      if (journal.close()) return
      const sequence = identity.nextSequence()
      lastCall('events/leave', { windowId: identity.windowId, sequence })
      identity.storeForNextPage({ sequence, hasSentTabs: false })
    },
    /** Sends all tabs to a restarted server, which does not have them. */
    resave: () => journal.resave(),
  }
}
