import { createInterface } from 'node:readline'
import {
  type BodyStore,
  type BodyWriter,
  LimitCounter,
  type OpenWebSocket,
  subscriptionResultTypes,
  type WebSocketFrame,
  type WebSocketHost,
  type WebSocketListener,
} from '@parley/engine'
import { waitUnlessAborted } from '@parley/transport'
import type { Io } from '../io/io.ts'
import { describeFailure } from '../output/described-failure.ts'
import type { StreamPlan } from './stream-options.ts'

/**
 * Prints the messages of a WebSocket, or the results of a subscription over one, sends the lines of standard input, and
 * closes it when there were enough.
 */
export class MessagePrinter {
  /** Takes part in the conversation. */
  readonly webSockets: WebSocketHost
  readonly #target: BodyStore
  readonly #plan: StreamPlan
  readonly #counter: LimitCounter
  readonly #io: Pick<Io, 'stdin' | 'stderr'>
  readonly #takesLines: boolean
  readonly #onResult: (result: string) => void
  #writer: Promise<BodyWriter> | null = null
  #lines: ReturnType<typeof createInterface> | null = null

  /**
   * @param target - takes what is printed
   * @param end - ends the send
   * @param onResult - called with each result of a subscription
   */
  constructor(options: {
    readonly target: BodyStore
    readonly plan: StreamPlan
    readonly end: () => void
    readonly io: Pick<Io, 'stdin' | 'stderr'>
    readonly takesLines: boolean
    readonly framing: WebSocketHost['framing']
    readonly onResult?: ((result: string) => void) | undefined
  }) {
    this.#target = options.target
    this.#plan = options.plan
    this.#counter = new LimitCounter(options.plan.limits, waitUnlessAborted, options.end)
    this.#io = options.io
    this.#takesLines = options.takesLines
    this.#onResult = options.onResult ?? (() => {})
    this.webSockets = { framing: options.framing, onOpen: socket => this.#open(socket) }
  }

  /** Whether a limit was reached. */
  get hasEnough(): boolean {
    return this.#counter.hasEnough
  }

  /** Call when the send has ended. */
  async stop(): Promise<void> {
    this.#counter.stop()
    this.#lines?.close()
    if (this.#lines !== null) this.#io.stdin.stream.destroy()
    await (await this.#writer)?.close()
  }

  #open(socket: OpenWebSocket): WebSocketListener {
    this.#writer = this.#target.create()
    this.#counter.begin()
    if (this.#takesLines) void this.#sendLines(socket)
    return { onFrame: frame => this.#print(frame) }
  }

  /** Its end does not close the connection (behaviour, End of a live send). */
  async #sendLines(socket: OpenWebSocket): Promise<void> {
    const lines = createInterface({ input: this.#io.stdin.stream, crlfDelay: Number.POSITIVE_INFINITY })
    this.#lines = lines
    for await (const data of lines) {
      const sent = await socket.send({ format: 'text', data })
      if (!sent.ok && sent.failure.code !== 'WEBSOCKET_CLOSED') {
        const { sentence, nextStep } = describeFailure(sent.failure)
        this.#io.stderr.printNote(`A line was not sent. ${sentence} ${nextStep}`)
      }
    }
  }

  async #print(frame: WebSocketFrame): Promise<void> {
    const { type, isSent, payload } = frame
    if (this.hasEnough || !isPrinted(type)) return
    if (subscriptionResultTypes.has(type)) this.#onResult(Buffer.from(payload).toString())
    const bytes = this.#printed(frame)
    // Begun before the message ends the send, and so finished before the output is closed.
    const printed = bytes.byteLength === 0 ? null : this.#writer?.then(writer => writer.write(bytes))
    if (!isSent) this.#counter.add(Buffer.from(payload).toString())
    await printed
  }

  #printed({ type, isSent, payload }: WebSocketFrame): Uint8Array {
    const { format } = this.#plan
    if (isSent && format !== 'json') return new Uint8Array()
    if (format === 'raw') return payload
    const data = Buffer.from(payload).toString(type === 'binary' ? 'base64' : 'utf8')
    const line =
      format === 'data'
        ? data.replace(/\r\n?|\n/g, '\\n')
        : JSON.stringify({
            direction: isSent ? 'sent' : 'received',
            type,
            data,
            time: new Date().toISOString(),
          })
    return Buffer.from(`${line}\n`)
  }
}

/** Control frames and the messages around the results of a subscription are not. */
function isPrinted(type: string): boolean {
  return type === 'text' || type === 'binary' || subscriptionResultTypes.has(type)
}
