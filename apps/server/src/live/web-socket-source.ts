import type { FileBodyStore } from '@parley/appdata'
import type { OpenWebSocket, WebSocketFrame, WithheldValue } from '@parley/engine'
import { describeSendFailure, failed, ok, type Result, type SendFailure } from '@parley/model'
import type { DescribedProblem, LiveState } from '../contract/index.ts'
import { logFault } from '../log-fault.ts'
import { LiveLog, type LogFailure } from './live-log.ts'
import type { LiveCommand, LiveReports, LiveSource } from './live-session.ts'

type Ended = Extract<LiveState, { state: 'ended' }>

/** The messages of an open WebSocket as a live session. */
export class WebSocketSource implements LiveSource {
  readonly log: LiveLog
  readonly #socket: OpenWebSocket
  readonly #reports: LiveReports
  readonly #secrets: () => Promise<readonly WithheldValue[]>
  readonly #cancel: () => boolean
  #isStored = true
  /** What the latest message was written with, and what follows from that. */
  #written: ReturnType<LiveLog['append']> | null = null
  #added: Promise<void> = Promise.resolve()

  constructor(parts: {
    readonly bodies: FileBodyStore
    readonly socket: OpenWebSocket
    readonly reports: LiveReports
    readonly secrets: () => Promise<readonly WithheldValue[]>
    readonly cancel: () => boolean
  }) {
    this.log = new LiveLog(parts.bodies)
    this.#socket = parts.socket
    this.#reports = parts.reports
    this.#secrets = parts.secrets
    this.#cancel = parts.cancel
  }

  /** Stores what was sent or received. A disk that takes no more ends the connection. */
  add({ type, isSent, payload }: WebSocketFrame): Promise<void> {
    const written = this.log.append({ time: Date.now(), isSent, type, payload })
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
    this.#socket.close(1001, '')
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
    if (command.command === 'ping') {
      this.#socket.ping()
      return ok(null)
    }
    const sent = await this.#socket.send(command.message)
    return sent.ok ? sent : failed(problemOf(sent.failure))
  }

  cancel(): boolean {
    return this.#cancel()
  }

  release(): Promise<void> {
    return this.log.release()
  }
}

function problemOf(failure: SendFailure): DescribedProblem {
  return describeSendFailure(failure)
}
