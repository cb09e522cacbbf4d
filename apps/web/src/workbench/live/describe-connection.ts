import { describeClose } from '@parley/engine'
import { revealInvisible, type WebSocketState } from '@parley/model'
import type { LiveState } from '@parley/server/contract'

/** Says whether a WebSocket is open and what was agreed for it, or how it ended. */
export function describeConnection(
  session: LiveState,
  { subprotocol, extensions, end }: Pick<WebSocketState, 'subprotocol' | 'extensions' | 'end'>,
): string {
  if (session.state === 'ended') {
    if (session.by === 'broken') return `broken: ${session.code}`
    const code = end === null ? '' : `: ${revealInvisible(describeClose(end.code, end.reason))}`
    return session.by === 'peer' ? `closed by the server${code}` : `disconnected${code}`
  }
  const agreed = [subprotocol, extensions].filter(one => one !== '').map(one => revealInvisible(one))
  return ['connected', ...agreed].join(', ')
}
