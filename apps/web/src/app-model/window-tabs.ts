import type { GivenTabs } from '@parley/server/contract'
import type { WindowIdentity } from '../events/window-identity.ts'
import type { createLibrary } from '../library/library.ts'
import { describeCallError } from '../server-client/describe-error.ts'
import { fitsLastCall, type LastCall } from '../server-client/last-call.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import { dataEntryId, restoredData } from '../workbench/runs/run-data-content.ts'
import type { createRunPages } from '../workbench/runs/run-pages.ts'
import { restoredTab } from '../workbench/tabs/tab-content.ts'
import { createTabJournal, type TabJournalPorts } from '../workbench/tabs/tab-journal.ts'
import type { createVariableTabs } from '../workbench/tabs/variable-tabs.ts'
import type { createToasts } from '../workbench/toasts.ts'
import type { createWorkbench } from '../workbench/workbench.ts'

export interface WindowTabsOptions {
  readonly client: ServerClient
  readonly identity: WindowIdentity
  readonly lastCall: LastCall
  readonly workbench: ReturnType<typeof createWorkbench>
  readonly library: ReturnType<typeof createLibrary>
  readonly variableTabs: ReturnType<typeof createVariableTabs>
  readonly runPages: ReturnType<typeof createRunPages>
  readonly toasts: ReturnType<typeof createToasts>
  isServerThere(): boolean
}

/** Keeps the tabs of a window with the server, and gives a new window those that were open in its workspace. */
export function createWindowTabs(options: WindowTabsOptions) {
  const { windowId } = options.identity
  const { client, identity, lastCall, workbench, library, variableTabs, runPages, toasts } = options
  /** The workspace that the window shows, and the one that is open as far as it was told. */
  const folders: { shown: string | null; opened: string | null } = { shown: null, opened: null }
  const journal = createTabJournal(workbench.store, runPages.store, {
    keep: sent => client.tabs.keep(tabsInput(sent, false)),
    keepLast(sent) {
      const input = tabsInput(sent, true)
      const hasSentTabs = lastCall('tabs/keep', input)
      if (hasSentTabs) identity.leaveBehind({ sequence: input.sequence, hasSentTabs })
      return hasSentTabs
    },
    fitsLast: sent => fitsLastCall(sent),
    isServerThere: options.isServerThere,
    notKept: text => toasts.show({ kind: 'error', title: 'Unsaved changes are not kept', code: '', text }),
    describeError: describeCallError,
    now: () => performance.now(),
    after: (delayMs, callback) => void setTimeout(callback, delayMs),
  })

  function tabsInput(sent: Parameters<TabJournalPorts['keep']>[0], isLast: boolean) {
    return {
      windowId,
      sequence: identity.nextSequence(),
      isLast,
      workspaceFolder: folders.shown ?? '',
      tabs: [...sent.tabs],
      activeTabId: sent.activeTabId,
    }
  }

  /** Where another workspace is open, the window begins anew with its tabs, once those it shows are kept. */
  async function beginAnewElsewhere(): Promise<void> {
    const { shown, opened } = folders
    if (shown === null || opened === null || shown === opened) return
    for (let tries = 0; tries < keepingTries && !journal.holdsAll(); tries += 1)
      await new Promise(resolve => setTimeout(resolve, claimAgainMs))
    location.reload()
  }

  /** The tabs that were open come back; without any, the first request is opened. */
  async function open(): Promise<void> {
    // The claim begins the window: changes of the tree after that reach it as events.
    const claiming = claimTabs()
    // A large tree is on its way while the tabs are asked for.
    const reading = client.library.readTree()
    reading.catch(() => undefined)
    const given = await claiming
    const restored = given.tabs.flatMap(tab => restoredTab(tab) ?? [])
    const data = await restoredData(given.tabs)
    workbench.restoreTabs(restored, given.activeTabId)
    variableTabs.readAll()
    runPages.restored(data)
    const isEmpty = workbench.store.getState().tabs.length === 0
    await library.load({ opensFirst: isEmpty, reading })
    const all = [...restored.map(({ id }) => id), ...Object.keys(data).map(dataEntryId)]
    journal.start(given.tabs, restored, new Set(all), data)
    await workbench.takeUpSends()
  }

  async function claimTabs(): Promise<GivenTabs> {
    const sequence = identity.nextSequence()
    try {
      for (let tries = 0; ; tries += 1) {
        const after = tries < lastTabsTries ? identity.after : null
        const claimed = await client.tabs.claim({ windowId, sequence, after })
        if (claimed.state === 'given') {
          folders.shown = claimed.workspaceFolder
          void beginAnewElsewhere()
          return told(claimed)
        }
        await new Promise(resolve => setTimeout(resolve, claimAgainMs))
      }
    } catch (error) {
      toasts.show({ kind: 'error', title: 'Tabs not restored', code: '', text: describeCallError(error) })
      return { state: 'given', tabs: [], activeTabId: null, problem: null }
    }
  }

  function told(given: GivenTabs): GivenTabs {
    const text = given.problem === null ? '' : `${given.problem.sentence} ${given.problem.nextStep}`
    if (text !== '') toasts.show({ kind: 'error', title: 'Unsaved work is locked', code: '', text })
    return given
  }

  return {
    open,
    /** Another workspace may have been opened, by any window. */
    receiveWorkspace(folder: string): void {
      folders.opened = folder
      void beginAnewElsewhere()
    },
    /** Whether the window can close without asking: what is not kept yet goes with the last call. */
    canClose: () => journal.holdsAll() || (options.isServerThere() && journal.canClose()),
    /** Writes what changed at once: the window may be closed without a word. */
    hide: () => journal.hide(),
    /** The page closes. */
    close(): void {
      if (journal.close()) return
      const sequence = identity.nextSequence()
      lastCall('events/leave', { windowId, sequence })
      identity.leaveBehind({ sequence, hasSentTabs: false })
    },
    /** A server that was started anew holds none of them. */
    keepAnew: () => journal.keepAnew(),
  }
}

/** While the user is asked for the key to the tabs, or another window may come back. */
const claimAgainMs = 300

/** The last tabs of the page before this one are waited for this often. */
const lastTabsTries = 40

/** So often is looked whether all is kept, before the browser asks the user. */
const keepingTries = 20
