import type { SessionDescription } from '@parley/server/contract'
import { createStore } from 'zustand/vanilla'
import type { ConnectionState } from '../events/window-listener.ts'
import type { ServerClient } from '../server-client/server-client.ts'
import { setServerAbsent } from './server-absence-gate.ts'

/** What is known about the server. */
export interface ServerState {
  readonly connection: ConnectionState
  readonly session: SessionDescription | null
}

export type ServerStatus = ReturnType<typeof createServerStatus>

/** Whether the server can be reached, and what it says about its session. */
export function createServerStatus(calls: ServerClient['session']) {
  const store = createStore<ServerState>(() => ({ connection: 'connecting', session: null }))
  return {
    store,
    setConnection(connection: ConnectionState) {
      setServerAbsent(connection === 'lost' || connection === 'refused')
      store.setState({ connection })
    },
    /** Asks the server about its session. */
    async describe(): Promise<void> {
      try {
        store.setState({ session: await calls.describe() })
      } catch {
        // The event stream reports whether the server is reachable.
      }
    },
  }
}
