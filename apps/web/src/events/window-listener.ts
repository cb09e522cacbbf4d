import type { EventPosition, WindowEvent } from '@parley/server/contract'

/** Whether the server is there. `refused`: it is there, and does not know this page's token. */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused'

/** What follows the events of one window. */
export interface WindowListener {
  onEvent(event: WindowEvent, position: EventPosition): void
  onConnection(state: ConnectionState): void
}
