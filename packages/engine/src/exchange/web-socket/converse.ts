import {
  describeSendFailure,
  type Exchange,
  failed,
  ok,
  type Response,
  type Result,
  type SendFailure,
  type SentRequest,
  type WebSocketEnd,
  type WebSocketPart,
} from '@parley/model'
import type { ByteStream } from '../../basics/byte-stream.ts'
import { utf8 } from '../../basics/hashing.ts'
import { hideInMessage } from '../../prepare/gate/hide-in-message.ts'
import type { MessageSecret } from '../../prepare/gate/message-secrets.ts'
import type { PassedMessage } from '../../prepare/gate/passed-message.ts'
import type { WebSocketOffer } from '../../prepare/kinds/web-socket/web-socket-fields.ts'
import type { EnginePorts } from '../../prepare/ports/engine-ports.ts'
import type {
  FramedEnd,
  FramedSocket,
  FrameReceiver,
  OpenWebSocket,
  WebSocketHost,
  WebSocketListener,
} from '../../prepare/ports/web-socket-host.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import type { VariableScope } from '../../prepare/variables/scope.ts'
import { closeReasonOf, describeClose, isCloseCode } from './describe-close.ts'
import { fillMessage, hexMark } from './fill-message.ts'
import { goingAway } from './going-away.ts'
import { handshakeFault, joinedValue } from './web-socket-handshake.ts'

/** A WebSocket whose handshake was answered with 101. */
export interface AnsweredHandshake {
  readonly stream: ByteStream
  readonly passed: PassedMessage
  readonly request: SentRequest
  readonly response: Response
  /** As it may be shown. */
  readonly exchange: Exchange
  readonly webSocket: WebSocketPart
  readonly offer: WebSocketOffer
  /** The scopes from which the names in messages are filled in. */
  readonly scopes: readonly VariableScope[]
  /** Every secret that a message could contain. */
  readonly secrets: readonly MessageSecret[]
}

/** How a connection ended, and why if not by a closing handshake. */
export interface EndedConversation {
  readonly end: WebSocketEnd
  readonly failure: Pick<SendFailure, 'kind' | 'code' | 'subject'> | null
}

/**
 * Has the conversation over a WebSocket: sends the selected messages and those of the host until either side closes the
 * connection or the signal aborts. Never rejects except because of a bug.
 */
export async function converse(
  handshake: AnsweredHandshake,
  host: WebSocketHost,
  ports: EnginePorts,
  signal: AbortSignal,
  onOpen: (response: Response) => void,
): Promise<EndedConversation> {
  const { stream, request, response, webSocket, offer } = handshake
  const fault = await handshakeFault(request, response, offer)
  if (fault !== null) return refused(stream, fault)
  const conversation = new Conversation(handshake, ports, signal)
  const started = host.framing.start(
    stream,
    {
      isDeflateOffered: offer.deflate,
      extensions: joinedValue(response.headers, 'sec-websocket-extensions'),
      maxMessageBytes: webSocket.maxMessageBytes,
      keepAliveIntervalMs: webSocket.keepAliveIntervalMs === 'inherit' ? 0 : webSocket.keepAliveIntervalMs,
      pongTimeoutMs: webSocket.pongTimeoutMs,
    },
    conversation,
  )
  if (!started.ok) return refused(stream, { code: 'WEBSOCKET_EXTENSION', subject: started.failure })
  onOpen(response)
  return conversation.run(started.value, host)
}

/** How many bytes of sent messages may wait to be written to the log. */
const maxUnwrittenBytes = 256 * 1024

function refused(stream: ByteStream, fault: { code: string; subject: string }): EndedConversation {
  stream.abort()
  return { end: { code: 1006, reason: '', by: 'user' }, failure: { kind: 'protocol', ...fault } }
}

/** Messages that were passed to the listener together. */
interface Report {
  readonly reported: Promise<void>
  readonly taken: Promise<void>
  bytes: number
}

type MessageToSend = Parameters<OpenWebSocket['send']>[0]

class Conversation implements FrameReceiver, OpenWebSocket {
  readonly #handshake: AnsweredHandshake
  readonly #ports: EnginePorts
  readonly #signal: AbortSignal
  #socket: FramedSocket | null = null
  #listener: WebSocketListener | null = null
  /** Why a message that is sent on connect was not. */
  #notSent: SendFailure | null = null
  /** Resolves when every message so far was sent, or was not. */
  #sending: Promise<unknown> = Promise.resolve()
  /** The messages that the listener has not taken yet. It takes some of them together, with the same promise. */
  #reports: Report[] = []
  #unwrittenBytes = 0

  constructor(handshake: AnsweredHandshake, ports: EnginePorts, signal: AbortSignal) {
    this.#handshake = handshake
    this.#ports = ports
    this.#signal = signal
  }

  async run(socket: FramedSocket, host: WebSocketHost): Promise<EndedConversation> {
    this.#socket = socket
    this.#sending = Promise.resolve().then(() => this.#sendSelected())
    this.#listener = host.onOpen(this, this.#handshake.exchange)
    const onAbort = () => (this.#signal.reason === goingAway ? this.close(1001) : this.close())
    if (this.#signal.aborted) onAbort()
    this.#signal.addEventListener('abort', onAbort, { once: true })
    const end = await socket.ended
    await Promise.all(this.#reports.map(({ taken }) => taken))
    this.#signal.removeEventListener('abort', onAbort)
    const outcome = outcomeOf(end, this.#signal.aborted ? cancelled : this.#notSent)
    await this.#reportFailure(outcome.failure)
    return outcome
  }

  async #reportFailure(failure: EndedConversation['failure']): Promise<void> {
    if (failure === null || failure.kind === 'cancelled') return
    const { address } = this.#handshake.passed.message.target
    const { sentence } = describeSendFailure({ ...failure, step: 'response', address, elapsedMs: 0 })
    const payload = utf8(`${sentence} (${failure.code})`)
    await this.#listener?.onFrame({ type: 'failure', isSent: false, payload })
  }

  /** Messages leave in the order in which they were given, those that are sent on connect first. */
  send(message: MessageToSend): Promise<Result<null, SendFailure>> {
    const sent = this.#sending.then(() => this.#send(message))
    this.#sending = sent
    return sent
  }

  async #send(message: MessageToSend): Promise<Result<null, SendFailure>> {
    const filled = fillMessage(message, this.#handshake.scopes, this.#ports)
    if (!filled.ok) return filled
    const { type, payload, secrets } = filled.value
    const socket = this.#socket
    const refusal = await this.#handshake.passed.passLater(secrets, this.#signal)
    if (refusal !== null) return failed(refusal)
    const shown = secrets.length === 0 ? payload : utf8(await this.#hide(message, payload, secrets))
    if (socket?.isOpen !== true) return failed(connectionClosed)
    // Reported first, so that no answer precedes it in the log.
    const reported = this.#listener?.onFrame({ type, isSent: true, payload: shown }) ?? Promise.resolve()
    const { taken } = this.#follow(reported, payload.byteLength)
    const isSent = await socket.send(type, payload)
    // The log writes many at once, so one message waits only if those before it are many.
    if (this.#unwrittenBytes > maxUnwrittenBytes) await taken
    return isSent ? ok(null) : failed(connectionClosed)
  }

  /** Counts a message until it was taken. A fault is thrown where the conversation ends. */
  #follow(reported: Promise<void>, bytes: number): Report {
    this.#unwrittenBytes += bytes
    const last = this.#reports.at(-1)
    if (last?.reported === reported) {
      last.bytes += bytes
      return last
    }
    const taken = reported.then(() => {
      this.#unwrittenBytes -= report.bytes
      this.#reports.splice(this.#reports.indexOf(report), 1)
    })
    taken.catch(() => {})
    const report = { reported, taken, bytes }
    this.#reports.push(report)
    return report
  }

  ping(): void {
    this.#socket?.ping()
  }

  close(code?: number, reason?: string): void {
    const { closeCode, closeReason } = this.#handshake.webSocket
    const chosen = code ?? closeCode
    const typed = reason ?? (code === undefined ? closeReason : '')
    this.#socket?.close(isCloseCode(chosen) ? chosen : 1000, closeReasonOf(typed))
  }

  /** Adds no promise of its own, as there may be many messages. */
  onMessage(type: 'text' | 'binary', payload: Uint8Array): Promise<void> {
    return this.#listener?.onFrame({ type, isSent: false, payload }) ?? Promise.resolve()
  }

  async onControl(type: string, isSent: boolean, payload: Uint8Array): Promise<void> {
    await this.#listener?.onFrame({ type, isSent, payload })
  }

  async onClose(isSent: boolean, code: number, reason: string): Promise<void> {
    await this.#listener?.onFrame({ type: 'close', isSent, payload: utf8(describeClose(code, reason)) })
  }

  /** A message that cannot be sent ends the connection, as it would be missing without a word. */
  async #sendSelected(): Promise<void> {
    for (const message of this.#handshake.webSocket.messages.filter(one => one.selected)) {
      const sent = await this.#send(message)
      if (sent.ok) continue
      if (this.#socket?.isOpen === true) this.#notSent = sent.failure
      this.close()
      return
    }
  }

  /** Binary data with a secret is shown as it was typed; hex says that it is, as its digits are Base64 too. */
  #hide({ format, data }: MessageToSend, payload: Uint8Array, secrets: readonly MessageSecret[]) {
    const typed = format === 'hex' ? `${hexMark}${data}` : data
    const isBinary = format === 'hex' || format === 'binary'
    const text = isBinary ? typed : new TextDecoder().decode(payload)
    return hideInMessage(text, secrets, this.#handshake.secrets)
  }
}

const connectionClosed = preparationFailure('protocol', 'WEBSOCKET_CLOSED', '')
const cancelled = { kind: 'cancelled', code: 'CANCELLED', subject: '' } as const

/** @param stopped - why this side closed the connection, if the user did not just disconnect */
function outcomeOf(end: FramedEnd, stopped: EndedConversation['failure']): EndedConversation {
  if (end.kind === 'closed') {
    const { code, reason, by } = end
    return { end: { code, reason, by }, failure: by === 'user' ? stopped : null }
  }
  const { code, subject, close = { code: 1006, reason: '' } } = end
  const kind = code === 'WEBSOCKET_PONG_TIMEOUT' ? 'timeout' : 'protocol'
  return { end: { ...close, by: 'peer' }, failure: stopped ?? { kind, code, subject } }
}
