import { describeClose } from '@parley/engine'
import { revealInvisible, type WebSocketState } from '@parley/model'
import type { LiveState } from '@parley/server/contract'

/** The state of a WebSocket as its view says it. */
export interface ConnectionWords {
  readonly kind: 'open' | 'closing' | 'waiting' | 'ended' | 'broken'
  readonly label: string
  /** What was agreed, or how it ended; empty: nothing more. */
  readonly detail: string
}

/**
 * Says whether a WebSocket is open and what was agreed for it, or how it ended.
 * @param session - null: its list has not been read yet
 */
export function describeConnection(
  session: LiveState | null,
  { subprotocol, extensions, end }: Pick<WebSocketState, 'subprotocol' | 'extensions' | 'end'>,
): ConnectionWords {
  const closed = end === null ? '' : revealInvisible(describeClose(end.code, end.reason))
  if (session?.state === 'ended') {
    if (session.by === 'broken') return { kind: 'broken', label: 'Broken', detail: session.code }
    const isClosed = session.by === 'peer' || end?.by === 'user'
    const label = session.by === 'peer' ? 'Closed by the server' : 'Disconnected'
    return { kind: 'ended', label, detail: isClosed ? closed : '' }
  }
  if (session?.reconnectsAt !== undefined || end !== null)
    return { kind: 'waiting', label: 'Connecting again', detail: closed }
  if (session?.isClosing === true) return { kind: 'closing', label: 'Closing', detail: '' }
  const agreed = [subprotocol, extensions].filter(one => one !== '').map(one => revealInvisible(one))
  return { kind: 'open', label: 'Connected', detail: agreed.join(', ') }
}
