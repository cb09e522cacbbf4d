import type { WithheldValue } from '@parley/engine'
import type { Result, WebSocketMessage } from '@parley/model'
import type { DescribedProblem, LiveCounts, LiveEvent, LiveState } from '../contract/index.ts'
import { LogView, type LogViewParts } from './log-view.ts'
import type { MessageLog } from './message-log.ts'

/** The shortest time between two events of a session. */
const notifyIntervalMs = 100

/** What a user asks of an open session. */
export type LiveCommand =
  | { readonly command: 'send'; readonly message: Pick<WebSocketMessage, 'format' | 'data'> }
  | { readonly command: 'ping' | 'end' }

/** What a session shows: a connection of its own, or a response that arrives. Each kind has its own. */
export interface LiveSource {
  readonly log: MessageLog
  /** Whether all that arrived so far is in the log. */
  isIndexed(): boolean
  /** Returns the secrets that the session carries; their names are shown in place of their values. */
  secrets(): Promise<readonly WithheldValue[]>
  /** Sends or pings; absent: the session only receives. */
  command?(command: LiveCommand): Promise<Result<null, DescribedProblem>>
  /** Ends the connection, and keeps what was received. Returns false if it had already ended. */
  cancel(): boolean
  /** Ends the connection, and deletes what belongs to the source alone. */
  release(): Promise<void>
}

/** How a source reports to its session. */
export interface LiveReports {
  /** Reports that the log has grown. */
  grow(): void
  /** Reports when a connection that has ended is made again; null: it is made now. */
  wait(reconnectsAt: number | null): void
  /** Reports that either side has begun to close its WebSocket. */
  close(): void
  /** Reports how the session ended. */
  end(state: Extract<LiveState, { state: 'ended' }>): void
}

/** A session as its windows see it. */
export class LiveSession {
  readonly source: LiveSource
  readonly view: LogView
  readonly #sessionId: string
  readonly #publish: (event: LiveEvent) => void
  #state: LiveState = { state: 'open' }
  #revision = 0
  #timer: NodeJS.Timeout | null = null

  /** @param open - begins the session; it may report only after it has returned */
  constructor(
    sessionId: string,
    open: (reports: LiveReports) => LiveSource,
    parts: Omit<LogViewParts, 'secrets'>,
    publish: (event: LiveEvent) => void,
  ) {
    this.#sessionId = sessionId
    this.#publish = publish
    this.source = open({
      grow: () => this.#change(),
      wait: reconnectsAt => {
        this.#state = { state: 'open', ...(reconnectsAt === null ? {} : { reconnectsAt }) }
        this.#change()
      },
      close: () => {
        this.#state = { state: 'open', isClosing: true }
        this.#change()
      },
      end: state => {
        this.#state = state
        this.#change()
      },
    })
    this.view = new LogView(this.source.log, { ...parts, secrets: () => this.source.secrets() })
  }

  get state(): LiveState {
    return this.#state
  }

  get revision(): number {
    return this.#revision
  }

  get counts(): LiveCounts {
    const { firstNumber, endNumber, sentCount: sent, noteCount: notes } = this.source.log.index
    return { received: endNumber - sent - notes, sent, notes, dropped: firstNumber }
  }

  get event(): LiveEvent {
    const { state, counts, revision } = this
    return { type: 'live', sessionId: this.#sessionId, state, counts, revision }
  }

  async release(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.view.release()
    await this.source.release()
  }

  #change(): void {
    this.#revision += 1
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#publish(this.event)
    }, notifyIntervalMs).unref()
  }
}
