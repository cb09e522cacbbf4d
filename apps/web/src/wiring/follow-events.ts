import { browserSharedEvents } from '../events/browser-shared-events.ts'
import { followWindow } from '../events/follow-window.ts'
import type { WindowTabs } from '../window/window-tabs.ts'
import type { Stores } from './create-stores.ts'
import { createEventReceivers, receiveEvent } from './event-receivers.ts'
import type { PageOptions } from './page-options.ts'

/**
 * Follows the events of the window with the token that the page has now. Returns a function that stops it.
 */
export function followEvents(
  { client, identity, token }: Pick<PageOptions, 'client' | 'identity' | 'token'>,
  stores: Stores,
  windowTabs: WindowTabs,
): () => void {
  const receivers = createEventReceivers(stores, windowTabs)
  return followWindow({
    identity,
    token: token(),
    client,
    shared: browserSharedEvents(token()),
    onEvent: event => receiveEvent(receivers, event.type, event),
    onConnection(connection) {
      stores.server.setConnection(connection)
      if (connection === 'open') stores.desktop.join()
      if (connection === 'open') void stores.workbench.resumeSends()
      if (connection === 'refused') stores.workbench.loseRunningSends(restarted)
    },
  })
}

const restarted = 'Parley was restarted, and its sends ended. Open the address that it printed.'
