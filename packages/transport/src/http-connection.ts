import type { Writable } from 'node:stream'
import type { OutboundMessage } from '@parley/engine'
import type { ConnectionInfo, HeaderField, InterimResponse, SentRequest } from '@parley/model'

/** A connection over which requests are exchanged, whatever its version of HTTP. */
export interface HttpConnection {
  readonly info: ConnectionInfo
  /**
   * Begins an exchange with the message's head.
   * @throws TransportError of the kind `invalidRequest` for what this version or Node refuses to send
   */
  exchange(message: OutboundMessage): HttpExchange
  /** Ends it at once, with whatever is under way on it. */
  destroy(): void
}

/** One request and its response on a connection. */
export interface HttpExchange {
  /** Takes the request's content; its end ends the request. */
  readonly requestContent: Writable
  /** The final response's head; rejects with what stood in its way. */
  readonly head: Promise<ResponseHead>
  /** Resolves once the server asks for content by a 100 (RFC 9110 §10.1.1); may never do so. */
  readonly continued: Promise<void>
  /** The request as it has gone out so far. */
  sent(): SentRequest
  /** Bytes on the wire so far after the response's header section, framing included. */
  contentWireBytes(): number
  /** Known once the content has been read to its end. */
  trailers(): HeaderField[]
  /** Ends it at once; what is still read or written fails with the reason. */
  abort(reason: Error): void
  /** To be called once, when nothing more is asked of it: the connection may be kept for the next. */
  finish(): void
}

export interface ResponseHead {
  readonly httpVersion: string
  readonly statusCode: number
  readonly reasonPhrase: string
  readonly headers: readonly HeaderField[]
  /** As they stood on the wire. */
  readonly headerBytes: number
  readonly interim: readonly InterimResponse[]
  /**
   * The content, transfer codings undone. Throws a `TransportError` where it ends too early or is
   * framed wrongly.
   */
  readonly content: AsyncGenerator<Buffer, void, undefined>
}
