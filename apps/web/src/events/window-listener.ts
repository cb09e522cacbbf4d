import type { EventPosition, WindowEvent } from '@parley/server/contract'

/** The connection to the server. `refused`: the server responds, but does not accept this page's token. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused'

/** Receives the events of one window. */
export interface WindowListener {
  onEvent(event: WindowEvent, position: EventPosition): void
  onConnection(state: ConnectionState): void
}
