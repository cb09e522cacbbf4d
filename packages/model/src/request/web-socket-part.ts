import type { StreamLimits } from './stream-limits.ts'

/** What a request for a WebSocket has besides the HTTP request of its handshake (behaviour 1; RFC 6455). */
export interface WebSocketPart {
  /** The drafts of messages, in the order of the picker. */
  readonly messages: readonly WebSocketMessage[]
  /** Offered to the server in this order. May contain `{{variables}}`. */
  readonly subprotocols: readonly string[]
  /** How often a ping is sent; 0: never. */
  readonly keepAliveIntervalMs: number | 'inherit'
  /** How long the server may take to answer a ping of the keep-alive. */
  readonly pongTimeoutMs: number
  /** Whether permessage-deflate is offered (RFC 7692). */
  readonly deflate: boolean
  /** Whether it connects again when the connection breaks or the server closes it. */
  readonly reconnect: boolean
  /** Whether it does so too after the codes 1000, 1008 and 4000 to 4999; absent: no. */
  readonly reconnectAfterClose?: true
  /** A larger message ends the connection. */
  readonly maxMessageBytes: number
  /** What Disconnect sends. */
  readonly closeCode: number
  readonly closeReason: string
  /** What ends it in a run, counting messages of the server; absent: a run skips the request. */
  readonly runLimits?: StreamLimits
}

/** A message to send. */
export interface WebSocketMessage {
  readonly title: string
  /** Whether it is sent as soon as the connection is open. */
  readonly selected: boolean
  readonly format: WebSocketMessageFormat
  /** May contain `{{variables}}`; `hex` has two digits a byte, `binary` Base64. */
  readonly data: string
}

export const webSocketMessageFormats = ['text', 'json', 'xml', 'hex', 'binary'] as const

export type WebSocketMessageFormat = (typeof webSocketMessageFormats)[number]

export const defaultWebSocketPart: WebSocketPart = {
  messages: [],
  subprotocols: [],
  keepAliveIntervalMs: 'inherit',
  pongTimeoutMs: 10_000,
  deflate: true,
  reconnect: false,
  maxMessageBytes: 100 * 1024 * 1024,
  closeCode: 1000,
  closeReason: '',
}
