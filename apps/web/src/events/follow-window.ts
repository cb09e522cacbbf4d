import type { EventPosition, WindowEvent } from '@parley/server/contract'
import type { ServerClient } from '../server-client/server-client.ts'
import { followSharedEvents, type SharedEventsPorts } from './shared-events.ts'
import type { WindowIdentity } from './window-identity.ts'
import type { ConnectionState } from './window-listener.ts'

export interface FollowWindowOptions {
  readonly identity: Pick<WindowIdentity, 'windowId' | 'nextSequence'>
  readonly token: string
  readonly client: Pick<ServerClient, 'events'>
  /** Null: the browser cannot share a stream between windows. */
  readonly shared: SharedEventsPorts | null
  onEvent(event: WindowEvent): void
  onConnection(state: ConnectionState): void
}

/**
 * Follows the events of a window, each once and in order, over the browser's shared stream or its own.
 * Returns a function that stops it.
 */
export function followWindow(options: FollowWindowOptions): () => void {
  const { identity, token, client, shared, onConnection } = options
  const { windowId } = identity
  let isEnded = false
  let after: EventPosition | null = null
  let end = () => {}
  const joining = () => ({ windowId, sequence: identity.nextSequence(), after })
  const listener = {
    onEvent(event: WindowEvent, position: EventPosition): void {
      if (isEnded || (after?.logId === position.logId && position.number <= after.number)) return
      after = position
      options.onEvent(event)
    },
    onConnection(state: ConnectionState): void {
      if (!isEnded) onConnection(state)
    },
  }

  async function followDirectly(): Promise<void> {
    // Loaded only here, because most browsers do not need it.
    const { EventHub } = await import('./event-hub.ts')
    if (isEnded) return
    const hub = new EventHub({
      subscribe: (windows, signal) => client.events.subscribe({ windows }, { signal }),
      wait: delayMs => new Promise(resolve => setTimeout(resolve, delayMs)),
    })
    const window = joining()
    hub.join(window, listener)
    end = () => void hub.leave(windowId, window.sequence)
  }

  function followShared(ports: SharedEventsPorts): void {
    end = followSharedEvents(ports, {
      token,
      joining,
      listener,
      onUnavailable() {
        end()
        if (!isEnded) void followDirectly()
      },
    })
  }

  if (shared === null) void followDirectly()
  else followShared(shared)
  return () => {
    isEnded = true
    end()
  }
}
