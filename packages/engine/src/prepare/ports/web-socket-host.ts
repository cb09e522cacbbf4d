import type { Exchange, Result, SendFailure, WebSocketMessage } from '@parley/model'
import type { ByteStream } from '../../basics/byte-stream.ts'

/** What a host adds to a request for a WebSocket: the frames, and the user. */
export interface WebSocketHost {
  readonly framing: WebSocketFraming
  /**
   * Called once the connection is open, again for each further one. The returned listener gets all that is sent and
   * received from then on.
   * @param handshake - as it may be shown: with masked credentials
   */
  onOpen(socket: OpenWebSocket, handshake: Exchange): WebSocketListener
}

/** An open WebSocket, as its user sees it. */
export interface OpenWebSocket {
  /**
   * Fills in the names of a message and sends it. Resolves when the next one is welcome, or with the reason why it was not
   * sent.
   */
  send(message: Pick<WebSocketMessage, 'format' | 'data'>): Promise<Result<null, SendFailure>>
  ping(): void
  /** Begins to close the connection; without arguments with the code of the request. */
  close(code?: number, reason?: string): void
}

export interface WebSocketListener {
  /** The connection is read no faster than this resolves. */
  onFrame(frame: WebSocketFrame): Promise<void>
}

/** Something that was sent or received. */
export interface WebSocketFrame {
  /** `text`, `binary`, `ping`, `pong`, `close` or `failure`; of a GraphQL subscription the type of the message. */
  readonly type: string
  readonly isSent: boolean
  /**
   * A message, with the names of secrets instead of their values if it was sent; of `close` the code and the reason as
   * one line of text, of `failure` why the connection ended.
   */
  readonly payload: Uint8Array
}

/** Writes and reads the frames of a WebSocket (RFC 6455 §5, RFC 7692). */
export interface WebSocketFraming {
  /** Fails with the reason if the server chose extensions that it may not choose. */
  start(stream: ByteStream, options: FramingOptions, receiver: FrameReceiver): Result<FramedSocket, string>
}

export interface FramingOptions {
  /** Whether permessage-deflate was offered. */
  readonly isDeflateOffered: boolean
  /** The value of `Sec-WebSocket-Extensions` in the response; empty if there is none. */
  readonly extensions: string
  readonly maxMessageBytes: number
  /** 0: no pings. */
  readonly keepAliveIntervalMs: number
  readonly pongTimeoutMs: number
}

/** Receives what arrives. The connection is read no faster than the promises resolve. */
export interface FrameReceiver {
  onMessage(type: 'text' | 'binary', payload: Uint8Array): Promise<void>
  /** Pings of the server and of the keep-alive, and the answers to them; the messages of a GraphQL subscription. */
  onControl(type: string, isSent: boolean, payload: Uint8Array): Promise<void>
  onClose(isSent: boolean, code: number, reason: string): Promise<void>
}

export interface FramedSocket {
  /** False once either side has begun to close the connection. */
  readonly isOpen: boolean
  /** Resolves when the next message is welcome; with false if the connection is closing. */
  send(type: 'text' | 'binary', payload: Uint8Array): Promise<boolean>
  ping(): void
  /** The connection ends at once if the server does not answer within a second. */
  close(code: number, reason: string): void
  /** Resolves when the connection has ended and everything was received. Never rejects. */
  readonly ended: Promise<FramedEnd>
}

/** How a connection ended: by a closing handshake, or for a reason that has a code. */
export type FramedEnd =
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string; readonly by: 'peer' | 'user' }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly subject: string
      /** What the connection was closed with; absent: it broke. */
      readonly close?: { readonly code: number; readonly reason: string }
    }
