import {
  describeSendFailure,
  failed,
  type GrpcState,
  ok,
  type Response,
  type Result,
  type SendFailure,
} from '@parley/model'
import type { ContentPart } from '../../basics/content-part.ts'
import { utf8 } from '../../basics/hashing.ts'
import { hideInMessage } from '../../prepare/gate/hide-in-message.ts'
import type { MessageSecret } from '../../prepare/gate/message-secrets.ts'
import type { StreamedCall } from '../../prepare/kinds/grpc/frame-call.ts'
import { prefixBytes, sentFrame } from '../../prepare/kinds/grpc/framing/frames.ts'
import { writtenFrame } from '../../prepare/kinds/grpc/framing/grpc-web.ts'
import type { GrpcCodec } from '../../prepare/kinds/grpc/grpc-codec.ts'
import { describeGrpcState, isGrpcContent } from '../../prepare/kinds/grpc/grpc-status.ts'
import type { CallFrame, CallListener, GrpcCallHost, OpenCall } from '../../prepare/ports/grpc-call-host.ts'
import type { TransportResult } from '../../prepare/ports/transport.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import type { ExchangeOpening } from '../../prepare/rendered-request.ts'
import { fillMessage } from '../web-socket/fill-message.ts'
import { OutgoingFrames } from './outgoing-frames.ts'

export interface StreamCallParts {
  readonly codec: Pick<GrpcCodec, 'encode' | 'type' | 'protocol'>
  readonly host: GrpcCallHost
  readonly isCompressed: boolean
  /** Called when messages can be sent, and when none can any more. */
  readonly onState: (state: 'open' | 'ended') => void
}

/** A message as it is written. */
interface OutgoingFrame {
  readonly frame: Uint8Array
  /** Without the prefix, and before it becomes Base64. */
  readonly wireBytes: number
}

interface OutgoingMessage extends OutgoingFrame {
  /** JSON, with its variables filled in; as it is shown, once the call is made. */
  readonly text: string
}

/** A call whose messages are sent one by one, while those of the server arrive. */
export class StreamCall implements OpenCall, StreamedCall {
  readonly #parts: StreamCallParts
  readonly #outgoing = new OutgoingFrames()
  #opening: ExchangeOpening | null = null
  /** The messages that are sent when the call begins. */
  #first: readonly OutgoingMessage[] = []
  #listener: CallListener | null = null
  #hasMetadata = false
  /** Resolves when every message so far was sent, or was not. */
  #sending: Promise<unknown> = Promise.resolve()
  /** Resolves when the listener has everything so far. */
  #reported: Promise<unknown> = Promise.resolve()

  constructor(parts: StreamCallParts) {
    this.#parts = parts
  }

  async contentOf(texts: readonly string[]): Promise<Result<readonly ContentPart[], SendFailure>> {
    const messages: OutgoingMessage[] = []
    for (const text of texts) {
      const frame = await this.#frameOf(text)
      if (!frame.ok) return frame
      messages.push({ text, ...frame.value })
    }
    this.#first = messages
    const begin = () => this.#begin()
    const pieces = () => this.#outgoing.pieces()
    return ok([
      {
        kind: 'stream',
        pieces() {
          begin()
          return pieces()
        },
      },
    ])
  }

  async converse(opening: ExchangeOpening): Promise<TransportResult> {
    const { ports, passed, progress, signal } = opening
    this.#opening = opening
    const { secrets } = passed.message.gateFacts
    this.#first = await Promise.all(
      this.#first.map(async message => ({ ...message, text: await this.#hide(message.text, secrets) })),
    )
    const sent = await ports.transport.send(passed, progress, signal)
    this.#outgoing.close()
    await this.#reportEnd(sent)
    await this.#reported
    return sent
  }

  /** The head of the response has arrived. */
  onResponse(response: Response): void {
    if (this.#listener === null || this.#hasMetadata) return
    this.#hasMetadata = true
    this.#outgoing.markAnswered()
    const { headers } = response
    if (!isGrpcContent(response, this.#parts.codec.protocol)) return
    const lines = headers.map(({ name, value }) => `${name}: ${value}`)
    const count = `${headers.length} ${headers.length === 1 ? 'field' : 'fields'}`
    void this.#report('metadata', false, [`Metadata received, ${count}`, '', ...lines].join('\n').trimEnd())
  }

  /** A message of the server has arrived. */
  onMessage(text: string, wireBytes: number): Promise<void> {
    return this.#report('text', false, text, wireBytes)
  }

  /** Messages leave in the order in which they were given. */
  send({ data }: { readonly data: string }): Promise<Result<null, SendFailure>> {
    const sent = this.#sending.then(() => this.#send(data))
    this.#sending = sent
    return sent
  }

  end(): void {
    // What was given before is still sent.
    this.#sending = this.#sending.then(() => {
      if (!this.#outgoing.isOpen) return
      this.#outgoing.end()
      this.#parts.onState('ended')
      void this.#report('end', true, 'End of messages')
    })
  }

  /** The connection takes the first message: it is open. */
  #begin(): void {
    if (this.#listener !== null || this.#opening === null) return
    this.#listener = this.#parts.host.onOpen(this)
    const { message } = this.#opening.passed
    void this.#report('connection', false, `Connected to ${message.target.address}`)
    const first = this.#first.map(({ text, frame, wireBytes }) => {
      void this.#report('text', true, text, wireBytes)
      return this.#outgoing.add(frame)
    })
    this.#sending = this.#sending.then(() => Promise.all(first))
    const isOver = this.#parts.codec.type === 'serverStreaming'
    if (isOver) this.#outgoing.end()
    this.#parts.onState(isOver ? 'ended' : 'open')
  }

  async #send(data: string): Promise<Result<null, SendFailure>> {
    const opening = this.#opening
    if (opening === null || !this.#outgoing.isOpen) return failed(callEnded)
    const { scopes, ports, passed, signal } = opening
    const filled = fillMessage({ format: 'json', data }, scopes, ports)
    if (!filled.ok) return filled
    const { payload, secrets } = filled.value
    const text = new TextDecoder().decode(payload)
    const frame = await this.#frameOf(text)
    if (!frame.ok) return frame
    const refusal = await passed.passLater(secrets, signal)
    if (refusal !== null) return failed(refusal)
    const shown = await this.#hide(text, secrets)
    if (!this.#outgoing.isOpen) return failed(callEnded)
    // Reported first, so that no answer precedes it in the log.
    void this.#report('text', true, shown, frame.value.wireBytes)
    return (await this.#outgoing.add(frame.value.frame)) ? ok(null) : failed(callEnded)
  }

  async #frameOf(text: string): Promise<Result<OutgoingFrame, SendFailure>> {
    const { codec, isCompressed } = this.#parts
    const encoded = await codec.encode(text)
    if (!encoded.ok)
      return failed(preparationFailure('invalidRequest', 'GRPC_MESSAGE_INVALID', encoded.failure))
    const frame = await sentFrame(encoded.value, isCompressed)
    return ok({ frame: writtenFrame(frame, codec.protocol), wireBytes: frame.byteLength - prefixBytes })
  }

  #hide(text: string, secrets: readonly MessageSecret[]) {
    const { gateFacts } = this.#opening?.passed.message ?? {}
    const known = [...(gateFacts?.secrets ?? []), ...(gateFacts?.known ?? [])]
    return hideInMessage(text, secrets, known)
  }

  async #reportEnd(sent: TransportResult): Promise<void> {
    const grpc = sent.ok ? sent.value.response.grpc : undefined
    if (grpc !== undefined) await this.#report('status', false, describeEnd(grpc))
    if (sent.ok || sent.failure.failure.kind === 'cancelled') return
    const { failure } = sent.failure
    const { sentence } = describeSendFailure(failure)
    await this.#report('failure', false, `${sentence} (${failure.code})`)
  }

  #report(type: CallFrame['type'], isSent: boolean, text: string, wireBytes?: number): Promise<void> {
    const size = wireBytes === undefined ? {} : { wireBytes }
    const frame = { type, isSent, payload: utf8(text), ...size }
    const reported = this.#listener?.onFrame(frame) ?? Promise.resolve()
    this.#reported = Promise.all([this.#reported, reported])
    // A fault is thrown where the call ends.
    this.#reported.catch(() => {})
    return reported
  }
}

function describeEnd(grpc: GrpcState): string {
  return [describeGrpcState(grpc), ...grpc.details].join('\n')
}

const callEnded = preparationFailure('protocol', 'GRPC_CALL_ENDED', '')
