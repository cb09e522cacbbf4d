import type { EventPosition, FollowedWindow, WindowEvent } from '@parley/server/contract'
import type { ConnectionState } from './window-listener.ts'

/** What a window sends to the worker that its browser shares. */
export type ToWorker =
  | { readonly type: 'join'; readonly token: string; readonly window: FollowedWindow }
  /** The window follows its events elsewhere. */
  | { readonly type: 'leave'; readonly windowId: string; readonly sequence: number }
  | { readonly type: 'ping' }

/** What the worker sends to a window. */
export type FromWorker =
  /** `lockName`: a Web Lock that the worker holds as long as it lives. */
  | { readonly type: 'ready'; readonly lockName: string }
  | { readonly type: 'event'; readonly event: WindowEvent; readonly position: EventPosition }
  | { readonly type: 'connection'; readonly state: ConnectionState }
  | { readonly type: 'pong' }

/** The Web Lock that a window holds as long as it lives. */
export const windowLockName = (windowId: string) => `parley-window-${windowId}`
