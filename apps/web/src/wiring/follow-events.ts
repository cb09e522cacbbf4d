import { browserSharedEvents } from '../events/browser-shared-events.ts'
import { followWindow } from '../events/follow-window.ts'
import { isServerAbsent } from '../window/server-absence-gate.ts'
import type { WindowTabs } from '../window/window-tabs.ts'
import type { Stores } from './create-stores.ts'
import { createEventReceivers, receiveEvent } from './event-receivers.ts'
import type { PageOptions } from './page-options.ts'

type FollowedParts = Pick<PageOptions, 'client' | 'identity' | 'token' | 'findServer'>

/**
 * Follows the events of the window with the token that the page has now. Returns a function that stops it.
 * @param onFound - called when a server that was started again has proved itself, and the page has its token
 */
export function followEvents(
  { client, identity, token, findServer }: FollowedParts,
  stores: Stores,
  windowTabs: WindowTabs,
  onFound: () => void,
): () => void {
  const { server, workbench, desktop } = stores
  let isEnded = false

  /**
   * Something answers on the port after the server was lost: that one, a server that was started again, or another program.
   * Until it has proved itself, it counts as lost, and gets nothing.
   */
  async function resumeOrSay(answer: 'open' | 'refused'): Promise<void> {
    const key = server.store.getState().session?.windowKey
    if (key !== undefined) server.setConnection('lost')
    const isFound = key !== undefined && (await findServer(key))
    if (isEnded) return
    if (answer === 'refused')
      workbench.loseRunningSends(isFound ? restarted : `${restarted} Open the address that it printed.`)
    if (isFound) onFound()
    else if (key === undefined && answer === 'open') open()
    else if (answer === 'refused') server.setConnection('refused')
  }

  function open(): void {
    server.setConnection('open')
    desktop.join()
    void workbench.resumeSends()
  }

  const receivers = createEventReceivers(stores, windowTabs)
  const end = followWindow({
    identity,
    token: token(),
    client,
    shared: browserSharedEvents(token()),
    onEvent(event) {
      if (!isServerAbsent()) receiveEvent(receivers, event.type, event)
    },
    onConnection(connection) {
      if (connection === 'refused' || (connection === 'open' && isServerAbsent()))
        void resumeOrSay(connection)
      else if (connection === 'open') open()
      else server.setConnection(connection)
    },
  })
  return () => {
    isEnded = true
    end()
  }
}

const restarted = 'Parley was restarted, and its sends ended.'
