import { fieldName, fieldText, fieldValue, isComment, retryOf } from './event-field.ts'
import { defaultEventName } from './read-event.ts'
import { LineSplitter, type StreamLine } from './split-lines.ts'
import type { StreamPosition } from './stream-position.ts'

/** An event as a range of bytes; `readEvent` reads it. */
export interface ScannedEvent {
  /** The byte offset of the event's first line. */
  readonly offset: number
  /** The length with its line breaks, comments and the empty line that ends it. */
  readonly lengthBytes: number
  /** The event's name, cut after {@link maxFieldBytes}. */
  readonly name: string
  /** Where the line of its first data begins, from the event's first byte; null if it has no data. */
  readonly dataAt: number | null
  /** Where the line of its last ID begins, from the event's first byte; null if it has no ID. */
  readonly idAt: number | null
  /** False for the rest of a stream that ended before the event did, which is no event of the standard. */
  readonly isComplete: boolean
}

/**
 * How much of a line is kept in memory. Data may be longer, as it is found by its range. An ID that is longer is
 * ignored, because a cut one would continue the stream at the wrong event; a longer name is cut.
 */
export const maxFieldBytes = 64 * 1024

interface Block {
  readonly start: number
  name: string
  dataAt: number | null
  idAt: number | null
  /** The ID in effect once the event has ended. */
  id: Uint8Array | null
  hasContent: boolean
  /** Whether its data is `[DONE]` so far. */
  isDone: boolean
}

const done = new TextEncoder().encode('[DONE]')

/**
 * Finds the events of an event stream (WHATWG HTML §9.2.6) in bytes that arrive in any pieces. It yields ranges
 * instead of texts, so an event of any size needs no more memory than {@link maxFieldBytes}.
 */
export class EventScanner {
  readonly #onEvent: (event: ScannedEvent) => void
  readonly #lines: LineSplitter
  #block: Block | null = null
  #lastEventId: Uint8Array = new Uint8Array()
  #lastName: { readonly bytes: Uint8Array; readonly name: string } = { bytes: new Uint8Array(), name: '' }
  #retryMs: number | null = null
  #isDone = false

  constructor(onEvent: (event: ScannedEvent) => void) {
    this.#onEvent = onEvent
    this.#lines = new LineSplitter({ keptBytes: maxFieldBytes, isStart: true }, line => this.#addLine(line))
  }

  write(bytes: Uint8Array): void {
    this.#lines.write(bytes)
  }

  /** The last event ID, for `Last-Event-ID` when the stream is continued; empty if there is none. */
  get lastEventId(): string {
    return fieldText(this.#lastEventId)
  }

  /** The reconnection time in milliseconds that the stream asked for last; null: it did not. */
  get retryMs(): number | null {
    return this.#retryMs
  }

  /** Whether an event had the data `[DONE]`. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Returns the position of the stream. */
  get position(): StreamPosition {
    const { lastEventId, retryMs, isDone } = this
    return { lastEventId, retryMs, isDone }
  }

  /** Returns what remains at the end of the stream; null if nothing but comments does. */
  end(): ScannedEvent | null {
    const line = this.#lines.end()
    const retryMs = this.#retryMs
    if (line !== null) this.#addField(line)
    // A line without an end may be cut in the middle of the number.
    this.#retryMs = retryMs
    const block = this.#block
    this.#block = null
    if (block === null || !block.hasContent) return null
    this.#isDone ||= block.isDone
    const end = line === null ? this.#lines.offset : line.start + line.lengthBytes
    return scanned(block, end, false)
  }

  #addLine(line: StreamLine): void {
    if (line.lengthBytes > 0) {
      this.#addField(line)
      return
    }
    const block = this.#block
    this.#block = null
    if (block === null) return
    if (block.id !== null) this.#lastEventId = block.id
    this.#isDone ||= block.isDone
    if (block.dataAt !== null) this.#onEvent(scanned(block, this.#lines.offset, true))
  }

  #addField(line: StreamLine): void {
    this.#block ??= { ...emptyBlock, start: line.start }
    const block = this.#block
    const name = fieldName(line)
    if (name === 'other') {
      block.hasContent ||= !isComment(line)
      return
    }
    block.hasContent = true
    const at = line.start - block.start
    if (name === 'data') {
      block.isDone = block.dataAt === null && isSame(fieldValue(line, name), done)
      block.dataAt ??= at
      return
    }
    const value = fieldValue(line, name)
    const isWhole = line.lengthBytes === line.to - line.from
    if (name === 'event') block.name = this.#nameOf(value)
    else if (name === 'retry' && isWhole) this.#retryMs = retryOf(value) ?? this.#retryMs
    else if (name === 'id' && isWhole && !value.includes(0)) {
      block.id = value.slice()
      block.idAt = at
    }
  }

  /** Decoding a short text costs more than comparing it, and most events have the name of the one before. */
  #nameOf(value: Uint8Array): string {
    const { bytes, name } = this.#lastName
    if (isSame(bytes, value)) return name
    this.#lastName = { bytes: value.slice(), name: fieldText(value) }
    return this.#lastName.name
  }
}

const emptyBlock = { name: '', dataAt: null, idAt: null, id: null, hasContent: false, isDone: false }

function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}

function scanned({ start, name, dataAt, idAt }: Block, end: number, isComplete: boolean): ScannedEvent {
  return {
    offset: start,
    lengthBytes: end - start,
    name: name || defaultEventName,
    dataAt,
    idAt,
    isComplete,
  }
}
