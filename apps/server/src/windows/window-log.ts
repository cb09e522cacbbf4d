import { randomUUID } from 'node:crypto'
import type { EventPosition, WindowEvent } from '../contract/index.ts'
import { eventSubject } from './event-subject.ts'

/** An event of one window. */
export interface LoggedEvent {
  readonly number: number
  readonly event: WindowEvent
}

/** Events that were delivered are kept for a replay up to this number. */
const keptEvents = 100
/** More events than this wait only for a window that reads none. */
const mostWaitingEvents = 1000

/**
 * The events of one window, numbered from 1 and in their order. A later event replaces an earlier one of the
 * same subject, so a slow reader gets the newest state of each subject, and a replay loses nothing.
 */
export class WindowLog {
  /** Tells the numbers of this log from those of another. */
  readonly id = randomUUID()
  #lastNumber = 0
  /** The highest number of an event that cannot be replayed any more. */
  #droppedNumber = 0
  /** By subject; in the order of their numbers. */
  readonly #waiting = new Map<string, LoggedEvent>()
  readonly #delivered = new Map<string, LoggedEvent>()

  constructor(events: readonly WindowEvent[]) {
    for (const event of events) this.add(event)
  }

  /** False where too many events wait: the window then needs a new log. */
  add(event: WindowEvent): boolean {
    this.#lastNumber += 1
    const number = this.#lastNumber
    const subject = eventSubject(event) ?? `event ${number}`
    this.#delivered.delete(subject)
    this.#waiting.delete(subject)
    this.#waiting.set(subject, { number, event })
    return this.#waiting.size <= mostWaitingEvents
  }

  /** The event to be delivered next; null where none waits. */
  get next(): LoggedEvent | null {
    return this.#waiting.values().next().value ?? null
  }

  /** Takes note that {@link next} was delivered. */
  markDelivered(): void {
    const first = this.#waiting.entries().next()
    if (first.done) return
    const [subject, logged] = first.value
    this.#waiting.delete(subject)
    this.#delivered.set(subject, logged)
    const oldest = this.#delivered.entries().next()
    if (this.#delivered.size <= keptEvents || oldest.done) return
    this.#delivered.delete(oldest.value[0])
    this.#droppedNumber = oldest.value[1].number
  }

  /** Has everything after a position delivered again. False where that is not possible. */
  rewind(position: EventPosition): boolean {
    const isOwn = position.logId === this.id && position.number <= this.#lastNumber
    if (!isOwn || position.number < this.#droppedNumber) return false
    const again = [...this.#delivered].filter(([, { number }]) => number > position.number)
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [subject, logged] of [...again, ...waiting]) {
      this.#delivered.delete(subject)
      this.#waiting.set(subject, logged)
    }
    return true
  }

  /** The events that wait to be delivered, in their order. */
  get waiting(): readonly WindowEvent[] {
    return [...this.#waiting.values()].map(({ event }) => event)
  }
}
