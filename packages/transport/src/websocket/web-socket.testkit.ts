import type { EnginePorts, OpenWebSocket, SendOutcome, WebSocketFrame, WebSocketHost } from '@parley/engine'
import { defaultSendSettings, executeRequest, type RequestContext } from '@parley/engine'
import { type DraftFields, defaultWebSocketPart, newHttpRequest, type WebSocketPart } from '@parley/model'
import { waitFor } from '@parley/testkit'
import type { startEngine } from '../send-through-engine.testkit.ts'
import { webSocketFraming } from './web-socket-framing.ts'

/** A WebSocket that a test opens through engine and transport. */
export class TestConversation {
  readonly frames: WebSocketFrame[] = []
  readonly outcome: Promise<SendOutcome>
  readonly #stop = new AbortController()
  #socket: OpenWebSocket | null = null
  #isOver = false

  constructor(engine: ReturnType<typeof startEngine>, given: ConversationOptions) {
    const { webSocket = {}, ports = {}, context = {}, onFrame = async () => {}, ...fields } = given
    const host: WebSocketHost = {
      framing: webSocketFraming,
      onOpen: socket => {
        this.#socket = socket
        return {
          onFrame: async frame => {
            this.frames.push(frame)
            await onFrame(frame)
          },
        }
      },
    }
    const request = newHttpRequest({
      ...fields,
      ...(webSocket !== null && { webSocket: { ...defaultWebSocketPart, ...webSocket } }),
    })
    const whole = { ...emptyContext, ...context }
    const all = { ...engine.ports, webSockets: host, ...ports }
    this.outcome = executeRequest({ request, context: whole, ports: all, signal: this.#stop.signal }).finally(
      () => {
        this.#isOver = true
      },
    )
  }

  /** Returns the socket once it is open; rejects if it does not open. */
  async opened(): Promise<OpenWebSocket> {
    await waitFor(() => this.#socket !== null || this.#isOver, 'the connection')
    if (this.#socket === null) throw new Error(JSON.stringify(await this.outcome))
    return this.#socket
  }

  /** Waits for a number of messages from the server, and returns all of them as text. */
  async received(count: number): Promise<readonly string[]> {
    const texts = () =>
      this.frames
        .filter(({ isSent, type }) => !isSent && (type === 'text' || type === 'binary'))
        .map(({ payload }) => Buffer.from(payload).toString())
    await waitFor(() => texts().length >= count || this.#isOver, `${count} messages`)
    return texts()
  }

  /** What happened, a line each: `→ text hello`. */
  get lines(): readonly string[] {
    return this.frames.map(
      ({ isSent, type, payload }) =>
        `${isSent ? '→' : '←'} ${`${type} ${Buffer.from(payload).toString()}`.trim()}`,
    )
  }

  cancel(): void {
    this.#stop.abort()
  }
}

export interface ConversationOptions extends Partial<Omit<DraftFields, 'kind'>> {
  readonly url: string
  /** Null for a GraphQL subscription, which opens a WebSocket by itself. */
  readonly webSocket?: Partial<WebSocketPart> | null
  readonly ports?: Partial<EnginePorts>
  readonly context?: Partial<RequestContext>
  readonly onFrame?: (frame: WebSocketFrame) => Promise<void>
}

const emptyContext: RequestContext = {
  ancestors: [],
  environment: null,
  workspaceVariables: [],
  globalVariables: [],
  liveScopes: [],
  defaultSettings: defaultSendSettings,
}
