import type { FileBodyStore } from '@parley/appdata'
import type { WithheldValue } from '@parley/engine'
import {
  describeSendFailure,
  failed,
  ok,
  type Result,
  type SendFailure,
  type WebSocketMessage,
} from '@parley/model'
import type { DescribedProblem, LiveState } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import { LiveLog, type LogFailure } from './live-log.ts'
import type { LiveCommand, LiveReports, LiveSource } from './live-session.ts'
import { steadyClock } from './steady-clock.ts'

type Ended = Extract<LiveState, { state: 'ended' }>

/** What is about the connection, and no message of a side. */
const noteTypes: ReadonlySet<string> = new Set([
  'connection',
  'ping',
  'pong',
  'close',
  'failure',
  'metadata',
  'end',
  'status',
])

/** A WebSocket or a gRPC call that is open, as its user sees it. */
export interface OpenConversation {
  send(message: Pick<WebSocketMessage, 'format' | 'data'>): Promise<Result<null, SendFailure>>
  /** Absent: there are no pings. */
  ping?(): void
  /** Says that no more messages follow; absent: either side ends the whole. */
  end?(): void
  /** Ends it, as its messages cannot be stored. */
  abandon(): void
}

/** Something that was sent or received. */
interface Frame {
  readonly type: string
  readonly isSent: boolean
  readonly payload: Uint8Array
  readonly wireBytes?: number
}

/** The messages of a WebSocket or a gRPC call as a live session, over all its connections. */
export class ConversationSource implements LiveSource {
  readonly log: LiveLog
  readonly #now = steadyClock()
  #open: OpenConversation
  #connections = 0
  #reconnectsAt: number | null = null
  readonly #reports: LiveReports
  readonly #secrets: () => Promise<readonly WithheldValue[]>
  readonly #cancel: () => boolean
  #isStored = true
  #isClosing = false
  /** What the latest message was written with, and what follows from that. */
  #written: ReturnType<LiveLog['append']> | null = null
  #added: Promise<void> = Promise.resolve()

  constructor(parts: {
    readonly bodies: FileBodyStore
    readonly conversation: OpenConversation
    readonly reports: LiveReports
    readonly secrets: () => Promise<readonly WithheldValue[]>
    readonly cancel: () => boolean
  }) {
    this.log = new LiveLog(parts.bodies)
    this.#open = parts.conversation
    this.#reports = parts.reports
    this.#secrets = parts.secrets
    this.#cancel = parts.cancel
  }

  /** Notes that a WebSocket is open, again for each further connection. `describe` returns the row of the list. */
  connect(conversation: OpenConversation, describe: (number: number) => string): void {
    this.#open = conversation
    this.#connections += 1
    if (this.#isClosing) this.#reports.wait(null)
    this.#isClosing = false
    const payload = Buffer.from(describe(this.#connections))
    void this.#add({ type: 'connection', isSent: false, payload })
  }

  /** Notes when it connects again; null: it does not wait for that. */
  wait(reconnectsAt: number | null): void {
    if (this.#reconnectsAt === reconnectsAt) return
    this.#reconnectsAt = reconnectsAt
    this.#reports.wait(reconnectsAt)
  }

  /** Stores what was sent or received. A disk that takes no more ends the connection. */
  add(frame: Frame): Promise<void> {
    const { type } = frame
    if (type === 'close' && !this.#isClosing) {
      this.#isClosing = true
      this.#reports.close()
    }
    return this.#add(frame)
  }

  #add(frame: Frame): Promise<void> {
    const written = this.log.append({ ...frame, time: this.#now(), isNote: noteTypes.has(frame.type) })
    if (written !== this.#written) {
      this.#written = written
      this.#added = written.then(result => this.#note(result))
    }
    return this.#added
  }

  #note(added: Result<null, LogFailure>): void {
    if (added.ok) {
      this.#reports.grow()
      return
    }
    if (!this.#isStored) return
    this.#isStored = false
    this.#open.abandon()
  }

  /** Call when the send has ended. */
  end(state: Ended): void {
    const shown: Ended = this.#isStored ? state : { state: 'ended', by: 'broken', code: 'BODY_NOT_STORED' }
    this.log
      .close()
      .catch(error => logFault('closing the messages of a connection', error))
      .finally(() => this.#reports.end(shown))
  }

  isIndexed(): boolean {
    return true
  }

  secrets(): Promise<readonly WithheldValue[]> {
    return this.#secrets()
  }

  async command(command: LiveCommand): Promise<Result<null, DescribedProblem>> {
    if (command.command === 'send') {
      const sent = await this.#open.send(command.message)
      return sent.ok ? sent : failed(problemOf(sent.failure))
    }
    const act = this.#open[command.command]
    if (act === undefined) return failed(notPossible)
    act.call(this.#open)
    return ok(null)
  }

  cancel(): boolean {
    return this.#cancel()
  }

  release(): Promise<void> {
    return this.log.release()
  }
}

const notPossible: DescribedProblem = {
  sentence: 'This is not possible here.',
  nextStep: 'Pings are for WebSockets, and the end of messages is for gRPC calls.',
}

function problemOf(failure: SendFailure): DescribedProblem {
  return describeSendFailure(failure)
}
