import { showRecovery } from '../window/show-recovery.ts'
import { createWindowTabs } from '../window/window-tabs.ts'
import { connectStores } from './connect-stores.ts'
import { createStores, type Stores } from './create-stores.ts'
import { followEvents } from './follow-events.ts'
import type { PageOptions } from './page-options.ts'

/** A page that runs: its stores, and what to call when its window changes. */
export interface Page {
  readonly stores: Stores
  /** Call after the server was restarted and this window got its new token. Everything typed is kept. */
  resume(): void
  /** Call when the window was hidden. */
  hide(): void
  /**
   * Call when the page is about to close. False if something would be lost, so that the browser should ask
   * the user.
   */
  canClose(): boolean
  /** Call when the page closes: sends what the server does not have yet. */
  close(): void
}

/** Starts the page in stages: its stores, what connects them, and the events of the server. */
export function startPage(options: PageOptions): Page {
  const { client, identity, lastCall } = options
  const stores = createStores(options)
  const { server, library, workspaces, toasts, window } = stores
  connectStores(stores)
  showRecovery(server, client.appData, toasts)
  const windowTabs = createWindowTabs(client, lastCall, identity, stores, window)
  void windowTabs.open()
  void workspaces.load()
  void server.describe()
  let endFollowing = followEvents(options, stores, windowTabs, {
    onFound: resume,
    // The start reads everything by itself.
    onFirstOpen: () => undefined,
  })

  function resume(): void {
    // The page has the token of the server by now.
    server.setConnection('connecting')
    library.follow()
    windowTabs.resave()
    void server.describe()
    endFollowing()
    endFollowing = followEvents(options, stores, windowTabs, {
      onFound: resume,
      onFirstOpen: library.follow,
    })
  }

  return {
    stores,
    resume,
    hide: () => windowTabs.hide(),
    canClose(): boolean {
      if (windowTabs.canClose()) return true
      windowTabs.hide()
      return false
    },
    close() {
      stores.settings.flush(lastCall)
      stores.memory.flush(lastCall)
      windowTabs.close()
    },
  }
}
