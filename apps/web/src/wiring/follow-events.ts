import { browserSharedEvents } from '../events/browser-shared-events.ts'
import { followWindow } from '../events/follow-window.ts'
import { isServerAbsent } from '../window/server-absence-gate.ts'
import type { WindowTabs } from '../window/window-tabs.ts'
import type { Stores } from './create-stores.ts'
import { createEventReceivers, receiveEvent } from './event-receivers.ts'
import type { PageOptions } from './page-options.ts'

interface FollowListener {
  /** Called when a server that was started again has proved itself, and the page has its token. */
  onFound(): void
  /** Called when the first stream is open; what changed before that is in none of its events. */
  onFirstOpen(): void
}

type FollowedParts = Pick<PageOptions, 'client' | 'identity' | 'token' | 'findServer'>

/**
 * Follows the events of the window with the token that the page has now. Returns a function that stops it.
 */
export function followEvents(
  { client, identity, token, findServer }: FollowedParts,
  stores: Stores,
  windowTabs: WindowTabs,
  { onFound, onFirstOpen }: FollowListener,
): () => void {
  const { server, workbench, desktop } = stores
  const ended = new AbortController()
  let isFirstOpen = true

  function open(): void {
    server.setConnection('open')
    if (isFirstOpen) onFirstOpen()
    isFirstOpen = false
    desktop.join()
    void workbench.resumeSends()
  }

  const resumeOrSay = createResuming({ findServer, server, workbench, signal: ended.signal, open, onFound })
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
    ended.abort()
    end()
  }
}

interface Resuming extends Pick<FollowedParts, 'findServer'>, Pick<Stores, 'server' | 'workbench'> {
  readonly signal: AbortSignal
  readonly open: () => void
  readonly onFound: () => void
}

/**
 * Returns what is done once something answers on the port after the server was lost: that one, a server that was started again,
 * or another program. Until it has proved itself, it counts as lost, and gets nothing.
 */
function createResuming({ findServer, server, workbench, signal, open, onFound }: Resuming) {
  function sayRefused(): void {
    workbench.loseRunningSends(`${restarted} Open the address that it printed.`)
    server.setConnection('refused')
  }

  return async (answer: 'open' | 'refused'): Promise<void> => {
    const key = server.store.getState().session?.windowKey
    if (key === undefined) {
      if (answer === 'open') open()
      else sayRefused()
      return
    }
    server.setConnection('lost')
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const isFound = await findServer(key)
      if (signal.aborted) return
      if (isFound) {
        if (answer === 'refused') workbench.loseRunningSends(restarted)
        onFound()
        return
      }
      if (answer === 'refused' && isFirst) sayRefused()
      // It may have been too busy to answer.
      await new Promise(resolve => setTimeout(resolve, againMs))
    }
  }
}

/** How long to wait before the server is asked again for its proof. */
const againMs = 5_000

const restarted = 'Parley was restarted, and its sends ended.'
