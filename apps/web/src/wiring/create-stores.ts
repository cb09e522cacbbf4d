import { createStore } from 'zustand/vanilla'
import { createInheritedReads } from '../library/inherited-reads.ts'
import { createDesktopWindow } from '../window/desktop-window.ts'
import { createPageMemory } from '../window/page-memory.ts'
import { createServerStatus } from '../window/server-status.ts'
import { createWindowContext } from '../window/window-context.ts'
import { createDialogCommands } from '../workbench/dialog-commands.ts'
import { createDialogs } from '../workbench/dialogs.ts'
import type { RepeatPlan } from '../workbench/sending/repeat.ts'
import { createLayout } from '../workbench/settings/layout.ts'
import { createServerStores } from './create-server-stores.ts'
import { createTabStores } from './create-tab-stores.ts'
import { loadOnce } from './load-once.ts'
import type { PageOptions } from './page-options.ts'

/** All stores of a page. Each takes the calls that it makes, the stores that it uses and a part of the window. */
export type Stores = ReturnType<typeof createStores>

export function createStores(page: PageOptions) {
  const { client, identity, nonce } = page
  const server = createServerStatus(client.session)
  const isServerThere = () => server.store.getState().connection === 'open'
  const window = createWindowContext(identity.windowId, isServerThere)
  const serverStores = createServerStores(page, window)
  const memory = createPageMemory(localStorage, client.session, window)
  const tabStores = createTabStores(page, { ...serverStores, memory }, window)
  const dialogs = createDialogs()
  const stores = { ...serverStores, ...tabStores, dialogs }
  const { workbench, library, inheritedCache } = stores
  return {
    ...stores,
    window,
    nonce,
    server,
    toasts: window.toasts,
    desktop: createDesktopWindow({
      bridge: page.desktop,
      windowId: identity.windowId,
      dialogs,
      toasts: window.toasts,
      loadImporting: serverStores.loadImporting,
    }),
    loadDesktopSaver: loadOnce(async () =>
      (await import('../server-client/desktop-saver.ts')).createDesktopSaver(client.desktop, window),
    ),
    memory,
    layout: createLayout(memory),
    typing: createStore(() => ({ isTyping: false })),
    inheritedReads: createInheritedReads(workbench, library, inheritedCache, window),
    dialogCommands: createDialogCommands(stores),
    loadHistoryCommands: loadOnce(async () => {
      const history = await stores.loadHistory()
      const { createHistoryCommands } = await import('../workbench/history-commands.ts')
      return createHistoryCommands({ ...stores, history }, window)
    }),
    /** Loads what finds URLs that were used before. */
    loadUsedUrls: loadOnce(async () => {
      const history = await stores.loadHistory()
      const { suggestUrls } = await import('../workbench/suggestions/suggest-urls.ts')
      return (typed: string) => suggestUrls({ history, library, requests: client.library }, typed)
    }),
    /** Sends the request of a tab again and again. */
    async repeatSends(tabId: string, plan: RepeatPlan): Promise<void> {
      const { repeatSends } = await import('../workbench/sending/repeat-sends.ts')
      await repeatSends(workbench, window, tabId, plan)
    },
    /** Reads of response bodies, for what shows one. */
    bodies: client.bodies,
    certificates: client.certificates,
  }
}
