import type { Writable } from 'node:stream'
import type { ByteStream, OutboundMessage } from '@parley/engine'
import type { ConnectionInfo, HeaderField, InterimResponse, SentRequest } from '@parley/model'
import type { ProxyServer } from './connection/network-path.ts'

/** A connection over which requests are exchanged, whatever its version of HTTP. */
export interface HttpConnection {
  readonly info: ConnectionInfo
  /** The proxy that forwards the requests; null: they go to the target, or through a tunnel to it. */
  readonly forwardedBy: ProxyServer | null
  /**
   * Begins an exchange by sending the message's head.
   * @param proxyAuthorization - what a proxy that forwards the message gets as `Proxy-Authorization`; null: nothing
   * @throws TransportError of the kind `invalidRequest` if this version of HTTP or Node refuses to send the
   * message
   */
  exchange(message: OutboundMessage, proxyAuthorization: string | null): HttpExchange
  /** Closes the connection at once and aborts its exchanges. */
  destroy(): void
}

/** One request and its response on a connection. */
export interface HttpExchange {
  /** Accepts the request's content; ending it ends the request. */
  readonly requestContent: Writable
  /** Resolves to the final response's head, or rejects with the failure. */
  readonly head: Promise<ResponseHead>
  /**
   * Resolves once the server asks for content with a 100 response (RFC 9110 §10.1.1); may never resolve. Ask right after the
   * exchange began.
   */
  continued(): Promise<void>
  /** Returns the request as sent so far. */
  sent(): SentRequest
  /** Returns the bytes received after the response's header section, framing included. */
  contentWireBytes(): number
  /** Returns the faults of the response's head that were repaired, as phrases. */
  faults(): readonly string[]
  /** Returns the beginning of what was received, as it came; empty if this version of HTTP keeps none. */
  beginning(): Uint8Array
  /** Returns the trailers, which are known once the content has been read to its end. */
  trailers(): HeaderField[]
  /**
   * Takes the connection out of HTTP after a 101 response; the exchange must not be used afterwards. Null if it cannot be
   * taken.
   */
  takeStream(): ByteStream | null
  /** Aborts at once; pending reads and writes fail with the reason. */
  abort(reason: Error): void
  /**
   * Must be called once, after the last use of the exchange: the connection may then be kept for the next
   * one.
   */
  finish(): void
}

export interface ResponseHead {
  readonly httpVersion: string
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly HeaderField[]
  /** The size of the header section on the wire. */
  readonly headerBytes: number
  readonly interim: readonly InterimResponse[]
  /**
   * The content without transfer codings. Throws a `TransportError` if it ends too early or is framed
   * incorrectly.
   */
  readonly content: AsyncGenerator<Buffer, void, undefined>
}
