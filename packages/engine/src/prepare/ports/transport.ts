import type { Exchange, Response, Result, SendAttempt, SendFailure } from '@parley/model'
import type { ByteStream } from '../../basics/byte-stream.ts'
import type { PassedMessage } from '../gate/passed-message.ts'
import type { MessageHeader } from '../message/outbound-message.ts'

/**
 * Sends messages. One call sends one request and the redirects and rounds that follow from it. The transport
 * passes each of them through the gate first.
 */
export interface Transport {
  /** Resolves with data for every outcome, including Cancel; rejects only because of a bug. */
  send(
    passed: PassedMessage,
    observer: ExchangeObserver,
    signal: AbortSignal,
    /** Receives the content of the response instead of the transport's own store, which a function gets. */
    bodyStore?: BodyStore | ((own: BodyStore) => BodyStore),
  ): Promise<TransportResult>
  /**
   * Sends a message that asks the server to switch to another protocol, over a connection of its own. A server that
   * refuses gives an ordinary response. The time limit of the message ends with the response.
   */
  open(
    passed: PassedMessage,
    observer: ExchangeObserver,
    signal: AbortSignal,
  ): Promise<Result<OpenedExchange, FailedSend>>
}

/** An exchange that asked for another protocol. */
export interface OpenedExchange {
  readonly exchange: SentExchange
  /** The message that the response answers: the last one after redirects. */
  readonly passed: PassedMessage
  /** The connection after a 101 response (RFC 9110 §15.2.2); null if the server refused. */
  readonly stream: ByteStream | null
}

export type TransportResult = Result<SentExchange, FailedSend>

/** An exchange whose request headers still say which secrets they contain. */
export interface SentExchange extends Exchange {
  readonly request: Exchange['request'] & { readonly headers: readonly MessageHeader[] }
}

/** A failure, and what was sent and received before it. */
export interface FailedSend {
  readonly failure: SendFailure
  /** Null if nothing was sent. */
  readonly attempt: SendAttempt | null
  readonly response: Response | null
}

/** Receives the progress of an exchange. */
export interface ExchangeObserver {
  /** Called while the request's content is sent; never for a request without content. */
  onRequestContent(sentBytes: number): void
  /** Called with the response's head, then while its content arrives. */
  onResponse(response: Response): void
  /** Called with each decoded piece of the content once it is stored; its memory may be used again afterwards. */
  onContent?(bytes: Uint8Array): void
}

/** Where the transport stores response content. */
export interface BodyStore {
  create(): Promise<BodyWriter>
}

/** Writes the content of one response to a store. */
export interface BodyWriter {
  /** The name under which the body can be read. */
  readonly handle: string
  /** Resolves when the next write may follow (back-pressure). */
  write(bytes: Uint8Array): Promise<void>
  /** Call after the last write, also of incomplete content. Written content can be read before. */
  close(): Promise<void>
}
