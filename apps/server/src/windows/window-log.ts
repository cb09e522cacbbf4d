import { randomUUID } from 'node:crypto'
import type { EventPosition, WindowEvent } from '../contract/index.ts'

/** An event of one window. */
export interface LoggedEvent {
  readonly number: number
  readonly event: WindowEvent
}

/** How many delivered events are kept for a replay. */
const maxDeliveredEvents = 100
/** Only a window that has stopped reading can have more waiting events. */
const maxWaitingEvents = 1000

/**
 * The events of one window, numbered from 1. A later event replaces an earlier one of the same subject, so a
 * slow reader gets the newest state of each subject, and a replay loses nothing.
 */
export class WindowLog {
  /** Distinguishes the numbers of this log from those of another. */
  readonly id = randomUUID()
  #lastNumber = 0
  /** The highest number of an event that can no longer be replayed. */
  #droppedNumber = 0
  /** Waiting events by subject, in the order of their numbers. */
  readonly #waiting = new Map<string, LoggedEvent>()
  readonly #delivered = new Map<string, LoggedEvent>()

  constructor(events: readonly WindowEvent[]) {
    for (const event of events) this.add(event)
  }

  /** Adds an event; returns false if too many wait: the window then needs a new log. */
  add(event: WindowEvent): boolean {
    this.#lastNumber += 1
    const number = this.#lastNumber
    const subject = eventSubject(event) ?? `event ${number}`
    this.#delivered.delete(subject)
    this.#waiting.delete(subject)
    this.#waiting.set(subject, { number, event })
    return this.#waiting.size <= maxWaitingEvents
  }

  /** The next event to be delivered; null if none waits. */
  get next(): LoggedEvent | null {
    return this.#waiting.values().next().value ?? null
  }

  /** Marks {@link next} as delivered. */
  markDelivered(): void {
    const first = this.#waiting.entries().next()
    if (first.done) return
    const [subject, logged] = first.value
    this.#waiting.delete(subject)
    this.#delivered.set(subject, logged)
    const oldest = this.#delivered.entries().next()
    if (this.#delivered.size <= maxDeliveredEvents || oldest.done) return
    this.#delivered.delete(oldest.value[0])
    this.#droppedNumber = oldest.value[1].number
  }

  /** Makes everything after a position, or all (null), be delivered again; returns false if that is not possible. */
  rewind(position: EventPosition | null): boolean {
    const after = position?.number ?? 0
    const isOwn = position === null || (position.logId === this.id && after <= this.#lastNumber)
    if (!isOwn || after < this.#droppedNumber) return false
    const again = [...this.#delivered].filter(([, { number }]) => number > after)
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [subject, logged] of [...again, ...waiting]) {
      this.#delivered.delete(subject)
      this.#waiting.set(subject, logged)
    }
    return true
  }

  /** The events that wait to be delivered, in order. */
  get waiting(): readonly WindowEvent[] {
    return [...this.#waiting.values()].map(({ event }) => event)
  }
}

/**
 * Returns the subject whose complete current state an event holds: a later event of the same subject replaces
 * it. Null for an event that no later one replaces.
 */
function eventSubject(event: WindowEvent): string | null {
  switch (event.type) {
    case 'send':
      return `send ${event.sendId}`
    case 'live':
      return `live ${event.sessionId}`
    case 'run':
      return `run ${event.run.runId}`
    case 'runPlan':
      return `runPlan ${event.targetId}`
    case 'load':
      return `load ${event.taskId}`
    case 'import':
      return `import ${event.importId}`
    case 'export':
      return `export ${event.exportId}`
    case 'schema':
      return `schema ${event.fetchId}`
    case 'signIn':
      return `signIn ${event.signInId}`
    case 'proxyTest':
      return `proxyTest ${event.testId}`
    case 'assistant':
      return `assistant ${event.conversationId}`
    case 'assistantTest':
      return `assistantTest ${event.testId}`
    case 'download':
      return `download ${event.downloadId}`
    case 'command':
    case 'asked':
    case 'console':
      return null
    case 'settings':
    case 'sessionValues':
    case 'history':
    case 'agents':
    case 'secretQuestions':
    case 'library':
    case 'environments':
    case 'workspace':
    case 'backup':
    case 'tokens':
    case 'schemaFile':
    case 'updates':
      return event.type
  }
}
