import { createInterface } from 'node:readline'
import {
  type BodyStore,
  type BodyWriter,
  executeRequest,
  type OpenWebSocket,
  type SendRequest,
  type WebSocketFrame,
  type WebSocketHost,
  type WebSocketListener,
} from '@parley/engine'
import { describeFailure } from '../output/described-failure.ts'
import { printNote } from '../output/standard-error.ts'
import type { StreamPlan } from './stream-options.ts'

/** Prints the messages of a WebSocket, sends the lines of standard input, and closes it when there were enough. */
export class MessagePrinter {
  /** Sends a request for a WebSocket. */
  readonly send: SendRequest
  readonly #target: BodyStore
  readonly #plan: StreamPlan
  readonly #end: () => void
  readonly #takesLines: boolean
  #writer: Promise<BodyWriter> | null = null
  #received = 0
  #hasEnough = false
  #timer: NodeJS.Timeout | null = null
  #lines: ReturnType<typeof createInterface> | null = null

  /**
   * @param target - takes what is printed
   * @param end - ends the send
   */
  constructor(options: {
    readonly target: BodyStore
    readonly plan: StreamPlan
    readonly end: () => void
    readonly takesLines: boolean
    readonly framing: WebSocketHost['framing']
  }) {
    this.#target = options.target
    this.#plan = options.plan
    this.#end = options.end
    this.#takesLines = options.takesLines
    const webSockets = { framing: options.framing, onOpen: (socket: OpenWebSocket) => this.#open(socket) }
    this.send = (request, context, ports, ...rest) =>
      executeRequest(request, context, { ...ports, webSockets }, ...rest)
  }

  /** Whether a limit was reached. */
  get hasEnough(): boolean {
    return this.#hasEnough
  }

  /** Call when the send has ended. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#lines?.close()
    if (this.#lines !== null) process.stdin.destroy()
    await (await this.#writer)?.close()
  }

  #open(socket: OpenWebSocket): WebSocketListener {
    const { forMs } = this.#plan.limits
    this.#writer = this.#target.create()
    if (forMs > 0)
      this.#timer = setTimeout(() => {
        this.#hasEnough = true
        this.#end()
      }, forMs)
    if (this.#takesLines) void this.#sendLines(socket)
    return { onFrame: frame => this.#print(frame) }
  }

  /** Its end does not close the connection (product decisions). */
  async #sendLines(socket: OpenWebSocket): Promise<void> {
    const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
    this.#lines = lines
    for await (const data of lines) {
      const sent = await socket.send({ format: 'text', data })
      if (!sent.ok && sent.failure.code !== 'WEBSOCKET_CLOSED') {
        const { sentence, nextStep } = describeFailure(sent.failure)
        printNote(`A line was not sent. ${sentence} ${nextStep}`)
      }
    }
  }

  async #print(frame: WebSocketFrame): Promise<void> {
    const { type, isSent, payload } = frame
    if (this.#hasEnough || (type !== 'text' && type !== 'binary')) return
    const bytes = this.#printed(frame)
    this.#hasEnough = !isSent && this.#isLast(payload)
    const isLast = this.#hasEnough
    if (bytes.byteLength > 0) await (await this.#writer)?.write(bytes)
    if (isLast) this.#end()
  }

  #printed({ type, isSent, payload }: WebSocketFrame): Uint8Array {
    const { format } = this.#plan
    if (isSent && format !== 'json') return new Uint8Array()
    if (format === 'raw') return payload
    const data = Buffer.from(payload).toString(type === 'text' ? 'utf8' : 'base64')
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

  #isLast(payload: Uint8Array): boolean {
    const { events, until } = this.#plan.limits
    this.#received += 1
    if (this.#received === events) return true
    return until !== null && (until.matches(Buffer.from(payload).toString()) ?? []).length > 0
  }
}
