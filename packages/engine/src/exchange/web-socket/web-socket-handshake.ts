import type { HeaderField, Response, SentRequest } from '@parley/model'
import { sha, utf8 } from '../../basics/hashing.ts'
import { toBase64 } from '../../basics/text/base64.ts'
import type { WebSocketOffer } from '../../prepare/kinds/web-socket/web-socket-fields.ts'

/** RFC 6455 §1.3. */
const acceptSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/**
 * Returns the code of what is wrong with a 101 response, and its part at fault; null if it opens a WebSocket (RFC 6455
 * §4.1).
 */
export async function handshakeFault(
  request: Pick<SentRequest, 'headers'>,
  response: Pick<Response, 'headers'>,
  offer: WebSocketOffer,
): Promise<{ readonly code: string; readonly subject: string } | null> {
  const received = (name: string) => joinedValue(response.headers, name)
  if (received('upgrade').toLowerCase() !== 'websocket')
    return { code: 'WEBSOCKET_NOT_UPGRADED', subject: 'Upgrade' }
  if (!listOf(received('connection').toLowerCase()).includes('upgrade'))
    return { code: 'WEBSOCKET_NOT_UPGRADED', subject: 'Connection' }
  const key = joinedValue(request.headers, 'sec-websocket-key')
  const accept = toBase64(await sha('SHA-1', utf8(key + acceptSuffix)))
  if (received('sec-websocket-accept') !== accept)
    return { code: 'WEBSOCKET_NOT_UPGRADED', subject: 'Sec-WebSocket-Accept' }
  const subprotocol = received('sec-websocket-protocol')
  const offered = listOf(joinedValue(request.headers, 'sec-websocket-protocol'))
  if (subprotocol !== '' && ![...offered, ...offer.subprotocols].includes(subprotocol))
    return { code: 'WEBSOCKET_SUBPROTOCOL', subject: subprotocol.slice(0, 200) }
  return null
}

/** Returns the values of all fields with a name, joined as one list. */
export function joinedValue(fields: readonly HeaderField[], name: string): string {
  return fields
    .filter(field => field.name.toLowerCase() === name)
    .map(field => field.value.trim())
    .join(', ')
}

function listOf(value: string): readonly string[] {
  return value.split(',').map(one => one.trim())
}
