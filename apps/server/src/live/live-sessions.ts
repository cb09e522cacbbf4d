import { failed, type Result } from '@parley/model'
import type { ReceivedResponse } from '../bodies/received-response.ts'
import type {
  DescribedProblem,
  LiveExport,
  LiveMessage,
  LiveRows,
  TextWithoutSecrets,
} from '../contract/index.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { responseOfDerived } from './derived-body.ts'
import { type LiveCommand, type LiveReports, LiveSession, type LiveSource } from './live-session.ts'
import type { AskedExport } from './log-export.ts'
import type { AskedRows, LogViewParts } from './log-view.ts'
import { readSentMessage } from './read-sent-message.ts'

export interface StartLive {
  readonly windowId: string
  readonly sessionId: string
  /** Begins the session; it may report only after it has returned. */
  readonly open: (reports: LiveReports) => LiveSource
}

export interface LiveSessionsParts extends Omit<LogViewParts, 'secrets'> {
  readonly windows: WindowEvents
  /** Opens a session that ended and is no longer held, such as one of the history; null if there is none. */
  readonly openEnded: (sessionId: string) => Promise<((reports: LiveReports) => LiveSource) | null>
}

interface Held {
  /** The window that shows the session; null for one of the history. */
  windowId: string | null
  readonly session: LiveSession
}

/** How many types a list counts. */
const maxShownTypes = 200
/** How many sessions of the history stay open for reading. */
const maxEnded = 8

/**
 * The live sessions of all windows. Events tell how many messages there are; windows ask for those that they show. A
 * session is released with its window, after the same grace as sends.
 */
export class LiveSessions {
  readonly #parts: LiveSessionsParts
  readonly #held = new Map<string, Held>()
  /** Sessions that are being opened from the history. */
  readonly #opening = new Map<string, Promise<LiveSession | null>>()

  constructor(parts: LiveSessionsParts) {
    this.#parts = parts
    parts.windows.addCurrentState(windowId =>
      [...this.#held.values()].filter(held => held.windowId === windowId).map(({ session }) => session.event),
    )
    parts.windows.onWindowLost(windowId => {
      for (const [sessionId, held] of this.#held) if (held.windowId === windowId) void this.release(sessionId)
    })
  }

  /** Starts a session and returns at once. A repeated start does nothing. */
  start({ windowId, sessionId, open }: StartLive): void {
    if (this.#held.has(sessionId)) return
    this.#parts.windows.expect(windowId)
    this.#hold(sessionId, windowId, open)
    const held = this.#held.get(sessionId)
    if (held !== undefined) this.#parts.windows.publish(windowId, held.session.event)
  }

  /** Shows a session in another window, or again after a reload. Returns false if it is not held. */
  resume(windowId: string, sessionId: string): boolean {
    const held = this.#held.get(sessionId)
    if (held === undefined) return false
    held.windowId = windowId
    this.#parts.windows.publish(windowId, held.session.event)
    return true
  }

  /** Asks something of an open session. */
  async command(sessionId: string, command: LiveCommand): Promise<Result<null, DescribedProblem>> {
    const session = this.#held.get(sessionId)?.session
    if (session === undefined || session.state.state === 'ended') return failed(notOpen)
    return (await session.source.command?.(command)) ?? failed(receivesOnly)
  }

  /** Sends a message of an open session again. */
  async resend(sessionId: string, number: number): Promise<Result<null, DescribedProblem>> {
    const log = this.#held.get(sessionId)?.session.source.log
    const message = log === undefined ? null : await readSentMessage(log, number)
    return message === null ? failed(notSent) : this.command(sessionId, { command: 'send', message })
  }

  /** Ends a session, and keeps what it received. Returns false if it had already ended. */
  cancel(sessionId: string): boolean {
    const session = this.#held.get(sessionId)?.session
    return session !== undefined && session.state.state === 'open' && session.source.cancel()
  }

  /** Ends and forgets a session, and deletes its messages. Returns false if it is not held. */
  async release(sessionId: string): Promise<boolean> {
    const held = this.#held.get(sessionId)
    this.#held.delete(sessionId)
    await held?.session.release()
    return held !== undefined
  }

  /** Returns rows of a session's list; null if there is no such session. */
  async rows(sessionId: string, asked: AskedRows): Promise<LiveRows | null> {
    const session = await this.#find(sessionId)
    if (session === null) return null
    const isIndexed = session.source.isIndexed()
    // Read first, so that a session that has ended has all its rows.
    const { state, revision } = session
    const rows = await session.view.rows(asked)
    const types = await session.view.types(maxShownTypes)
    const { counts } = session
    return { ...rows, ...types, isWhole: rows.isWhole && isIndexed, state, counts, revision }
  }

  /** Opens a message; null if there is no such session or message. */
  async message(sessionId: string, number: number): Promise<LiveMessage | null> {
    return (await this.#find(sessionId))?.view.open(number) ?? null
  }

  /** Returns a text of several messages without secrets; null if there is no such session. */
  async hideSecrets(sessionId: string, text: string): Promise<TextWithoutSecrets | null> {
    return (await this.#find(sessionId))?.view.hideSecrets(text) ?? null
  }

  /** Exports messages; null if there is no such session. */
  async export(sessionId: string, asked: AskedExport): Promise<LiveExport | null> {
    const session = await this.#find(sessionId)
    return session?.view.export(asked) ?? null
  }

  /** Returns the response as which a body that was made from messages is read; null if there is none. */
  received(handle: string): ReceivedResponse | null {
    for (const { session } of this.#held.values()) {
      const body = session.view.body(handle)
      if (body !== null) return responseOfDerived(body)
    }
    return null
  }

  /** Releases all sessions and ends their threads. */
  async close(): Promise<void> {
    await Promise.all([...this.#held.keys()].map(sessionId => this.release(sessionId)))
    await this.#parts.threads.close()
  }

  async #find(sessionId: string): Promise<LiveSession | null> {
    const held = this.#held.get(sessionId)
    if (held !== undefined) return held.session
    const opening = this.#opening.get(sessionId) ?? this.#openEnded(sessionId)
    this.#opening.set(sessionId, opening)
    return opening.finally(() => this.#opening.delete(sessionId))
  }

  async #openEnded(sessionId: string): Promise<LiveSession | null> {
    const open = await this.#parts.openEnded(sessionId)
    if (open === null) return null
    const session = this.#hold(sessionId, null, open)
    const ended = [...this.#held].filter(([, { windowId }]) => windowId === null)
    for (const [other] of ended.slice(0, -maxEnded)) void this.release(other)
    return session
  }

  #hold(sessionId: string, windowId: string | null, open: StartLive['open']): LiveSession {
    const session = new LiveSession(sessionId, open, this.#parts, event => {
      if (held.windowId !== null) this.#parts.windows.publish(held.windowId, event)
    })
    const held: Held = { windowId, session }
    this.#held.set(sessionId, held)
    return session
  }
}

const notOpen = { sentence: 'The connection is closed.', nextStep: 'Connect again.' }
const notSent = {
  sentence: 'The message is no longer there, or was not sent by you.',
  nextStep: 'Send a message of the request.',
}
const receivesOnly = {
  sentence: 'An event stream only receives.',
  nextStep: 'Send another request to the server instead.',
}
