import { ok } from '@parley/model'
import { utf8 } from '../../basics/hashing.ts'
import {
  type OwnSubscriptionMessage,
  type SubscriptionEnd,
  SubscriptionProtocol,
  type SubscriptionStart,
  type SubscriptionSubprotocol,
} from '../../prepare/kinds/graphql/subscription-protocol.ts'
import type {
  FramedEnd,
  FramedSocket,
  FrameReceiver,
  WebSocketFraming,
} from '../../prepare/ports/web-socket-host.ts'
import { describeClose } from '../web-socket/describe-close.ts'

/** A subscription that is started over a WebSocket. */
export interface SocketSubscription extends SubscriptionStart {
  readonly subprotocol: SubscriptionSubprotocol
  /** Returns a text with the names of secrets in place of their values, a long one later. */
  readonly hide: (text: string) => string | Promise<string>
}

/**
 * Returns a framing whose messages are those of a subscription. It starts the subscription by itself, answers the
 * server, and closes the connection when the subscription has ended.
 */
export function subscriptionFraming(
  framing: WebSocketFraming,
  subscription: SocketSubscription,
): WebSocketFraming {
  return {
    start(stream, options, receiver) {
      const subscribed = new SubscribedSocket(subscription, receiver)
      const started = framing.start(stream, options, subscribed)
      return started.ok ? ok(subscribed.begin(started.value)) : started
    },
  }
}

class SubscribedSocket implements FrameReceiver, FramedSocket {
  /** The user sends no messages of their own. */
  readonly isOpen = false
  readonly #hide: SocketSubscription['hide']
  readonly #protocol: SubscriptionProtocol
  readonly #receiver: FrameReceiver
  #socket: FramedSocket | null = null
  #end: SubscriptionEnd | null = null

  constructor({ subprotocol, hide, ...start }: SocketSubscription, receiver: FrameReceiver) {
    this.#protocol = new SubscriptionProtocol(subprotocol, start)
    this.#hide = hide
    this.#receiver = receiver
  }

  get ended(): Promise<FramedEnd> {
    const ended = this.#socket?.ended ?? Promise.resolve(neverStarted)
    return ended.then(end => (this.#end === null ? this.#explained(end) : this.#ended(this.#end)))
  }

  /** The receiver is ready for messages once the caller has gone on. */
  begin(socket: FramedSocket): FramedSocket {
    this.#socket = socket
    void Promise.resolve().then(() => this.#send(this.#protocol.begin()))
    return this
  }

  async send(): Promise<boolean> {
    return false
  }

  ping(): void {
    this.#socket?.ping()
  }

  close(code: number, reason: string): void {
    const stop = this.#protocol.stop()
    if (stop !== null) void this.#send(stop)
    this.#socket?.close(code, reason)
  }

  onMessage(type: 'text' | 'binary', payload: Uint8Array): Promise<void> {
    if (this.#end !== null) return Promise.resolve()
    const { received, reply, end } = this.#protocol.receive(type, payload)
    const reported = this.#receiver.onControl(received.type, false, utf8(received.payload))
    if (end !== null) {
      this.#end = end
      this.#socket?.close(end.kind === 'fault' ? badResponse : 1000, '')
    }
    return reply === null ? reported : Promise.all([reported, this.#send(reply)]).then(() => {})
  }

  onControl(type: string, isSent: boolean, payload: Uint8Array): Promise<void> {
    return this.#receiver.onControl(type, isSent, payload)
  }

  onClose(isSent: boolean, code: number, reason: string): Promise<void> {
    return this.#receiver.onClose(isSent, code, reason)
  }

  async #send(message: OwnSubscriptionMessage): Promise<void> {
    const hidden = this.#hide(message.payload)
    // Not later than it must be, because the socket may be closed in the same turn.
    const shown = typeof hidden === 'string' ? hidden : await hidden
    if (this.#socket?.isOpen !== true) return
    // Reported first, so that no answer precedes it in the log.
    const reported = this.#receiver.onControl(message.type, true, utf8(shown))
    await this.#socket.send('text', utf8(message.text))
    await reported
  }

  /** A server that closes a subscription with another code than a normal one says why. */
  async #explained(end: FramedEnd): Promise<FramedEnd> {
    if (end.kind === 'failed' || end.by === 'user') return end
    const { code, reason } = end
    if (this.#protocol.isAccepted && normalCodes.has(code)) return end
    const subject = describeClose(code, reason === '' ? (closeReasons[code] ?? '') : reason)
    return {
      kind: 'failed',
      code: 'SUBSCRIPTION_CLOSED',
      subject: await this.#hide(subject),
      close: { code, reason },
    }
  }

  async #ended(end: SubscriptionEnd): Promise<FramedEnd> {
    if (end.kind === 'complete') return { kind: 'closed', code: 1000, reason: '', by: 'peer' }
    const [code, closeCode] = endCodes[end.kind]
    const subject = await this.#hide(end.reason)
    return { kind: 'failed', code, subject, close: { code: closeCode, reason: '' } }
  }
}

/** What a client says to a server that breaks the protocol, as `graphql-ws` does. */
const badResponse = 4004

/** The code of a failure, and that with which the connection is closed. */
const endCodes = {
  refused: ['SUBSCRIPTION_REFUSED', 1000],
  failed: ['SUBSCRIPTION_FAILED', 1000],
  fault: ['SUBSCRIPTION_PROTOCOL_ERROR', badResponse],
} as const

const neverStarted: FramedEnd = { kind: 'failed', code: 'WEBSOCKET_BROKEN', subject: '' }

/** Normal closure, going away, and no code at all. */
const normalCodes: ReadonlySet<number> = new Set([1000, 1001, 1005])

/** The close codes of `graphql-transport-ws`, for servers that give no reason. */
const closeReasons: Readonly<Record<number, string>> = {
  4400: 'Bad request',
  4401: 'Unauthorized',
  4403: 'Forbidden',
  4406: 'Subprotocol not acceptable',
  4408: 'Connection initialisation timeout',
  4409: 'Subscriber already exists',
  4429: 'Too many initialisation requests',
}
