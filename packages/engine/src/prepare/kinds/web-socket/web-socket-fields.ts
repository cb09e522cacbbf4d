import type { MessageField } from '../../message/message-fields.ts'

/** What the handshake of a WebSocket offers to the server. */
export interface WebSocketOffer {
  /** In order of preference. */
  readonly subprotocols: readonly string[]
  /** Whether permessage-deflate is offered (RFC 7692). */
  readonly deflate: boolean
}

/**
 * Returns the fields of a handshake (RFC 6455 §4.1, RFC 7692 §7.1).
 * @param key - null: not known yet
 */
export function webSocketFields<Key extends string | null>(
  { subprotocols, deflate }: WebSocketOffer,
  key: Key,
): readonly MessageField<Key | string>[] {
  const given = (name: string, value: string): readonly MessageField<string>[] =>
    value === '' ? [] : [{ name, value, source: 'product' }]
  return [
    ...given('Upgrade', 'websocket'),
    ...given('Connection', 'Upgrade'),
    { name: 'Sec-WebSocket-Key', value: key, source: 'product' },
    ...given('Sec-WebSocket-Version', '13'),
    ...given('Sec-WebSocket-Protocol', subprotocols.join(', ')),
    ...given('Sec-WebSocket-Extensions', deflate ? 'permessage-deflate; client_max_window_bits' : ''),
  ]
}

/** Returns an offer with its names filled in. */
export function filledOffer(
  { subprotocols, deflate }: WebSocketOffer,
  fill: (text: string) => string,
): WebSocketOffer {
  return { subprotocols: subprotocols.map(fill).filter(one => one !== ''), deflate }
}
