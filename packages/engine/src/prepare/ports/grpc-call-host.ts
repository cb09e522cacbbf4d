import type { Result, SendFailure } from '@parley/model'

/** What a host adds to gRPC calls with streams: the user, who sends one message after another. */
export interface GrpcCallHost {
  /** Called once the call has begun. The returned listener gets all that is sent and received from then on. */
  onOpen(call: OpenCall): CallListener
}

/** A call that has begun, as its user sees it. */
export interface OpenCall {
  /**
   * Fills in the names of a message, and sends it. Resolves when the next one is welcome, or with the reason why it was
   * not sent.
   */
  send(message: { readonly data: string }): Promise<Result<null, SendFailure>>
  /** Says that no more messages will be sent. */
  end(): void
}

export interface CallListener {
  /** The connection is read no faster than this resolves. */
  onFrame(frame: CallFrame): Promise<void>
}

/** Something that was sent or received. */
export interface CallFrame {
  /**
   * `text` for a message as JSON; about the call `connection`, `metadata`, `end` of the messages of the user, `status`, and
   * `failure` if the call ended without one.
   */
  readonly type: 'text' | 'connection' | 'metadata' | 'end' | 'status' | 'failure'
  readonly isSent: boolean
  /** UTF-8, with the names of secrets instead of their values if it was sent. */
  readonly payload: Uint8Array
  /** Of a message: its bytes on the wire, without prefix. */
  readonly wireBytes?: number
}
