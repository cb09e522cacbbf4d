import type { FileBodyStore } from '@parley/appdata'
import { EventScanner, type ScannedEvent, type StreamPosition } from '@parley/engine'
import { MessageIndex, type MessageIndexLimits } from './message-index.ts'
import type { LogFile, MessageLog } from './message-log.ts'

const scannedBytes = 1024 * 1024
const defaultMaxBytes = 2 * 1024 * 1024 * 1024

export interface EventLogLimits extends MessageIndexLimits {
  /** When the events that are listed have more bytes, the oldest are dropped. */
  readonly maxBytes: number
}

export interface EventLogOptions {
  /** Returns the time of an event that has just been found; null for a stream that was received before. */
  readonly now: () => number | null
  /** Called when events were found. */
  readonly onGrowth: () => void
  readonly limits?: Partial<EventLogLimits>
  /** The index and the offset to continue, if the body follows another one. */
  readonly continues?: { readonly index: MessageIndex; readonly start: number }
}

/**
 * The events of a response body of the type `text/event-stream`, indexed where the body is stored: their data is
 * stored once. Beyond the limits the oldest are no longer listed, but remain in the body.
 */
export class EventLog implements MessageLog {
  readonly framing = 'events'
  readonly index: MessageIndex
  readonly #bodies: FileBodyStore
  readonly #handle: string
  readonly #options: EventLogOptions
  readonly #start: number
  readonly #scanner = new EventScanner(event => this.#add(event))
  #scannedTo = 0
  #scanning: Promise<void> | null = null
  #isEnded = false
  #isWhole = false

  constructor(bodies: FileBodyStore, handle: string, options: EventLogOptions) {
    this.#bodies = bodies
    this.#handle = handle
    this.#options = options
    this.#start = options.continues?.start ?? 0
    this.index = options.continues?.index ?? new MessageIndex(options.limits)
  }

  /** Whether every event that has arrived is in the index. */
  get isAtEnd(): boolean {
    return this.#isEnded ? this.#isWhole : !this.#isBehind()
  }

  /** Indexes the body as it grows, until it is closed or released. */
  async follow(): Promise<void> {
    do {
      await this.#extend()
      if (!this.#isBehind()) await this.#bodies.changed(this.#handle)
    } while (this.#isBehind())
  }

  /** Indexes what remains of a body that is closed. What is no whole event is listed as incomplete. */
  async end(): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    await this.#scanning
    await this.#extend()
    const rest = this.#scanner.end()
    if (rest !== null) this.#add(rest)
    this.#isWhole = true
    this.#options.onGrowth()
  }

  /** What the stream said last about its continuation. */
  get position(): StreamPosition {
    return this.#scanner.position
  }

  read(offset: number, lengthBytes: number): Promise<Uint8Array | null> {
    return this.#bodies.read(this.#handle, offset - this.#start, lengthBytes)
  }

  async files(): Promise<readonly LogFile[] | null> {
    const path = await this.#bodies.path(this.#handle)
    return path === null ? null : [{ path, start: this.#start }]
  }

  #isBehind(): boolean {
    return this.#scannedTo < (this.#bodies.sizeBytes(this.#handle) ?? 0)
  }

  #extend(): Promise<void> {
    this.#scanning ??= this.#scan().finally(() => {
      this.#scanning = null
    })
    return this.#scanning
  }

  async #scan(): Promise<void> {
    while (this.#isBehind()) {
      const before = this.index.endNumber
      const bytes = await this.#bodies.read(this.#handle, this.#scannedTo, scannedBytes)
      if (bytes === null || bytes.byteLength === 0) return
      this.#scannedTo += bytes.byteLength
      this.#scanner.write(bytes)
      if (this.index.endNumber > before) this.#options.onGrowth()
    }
  }

  #add({ name, offset, ...event }: ScannedEvent): void {
    const end = this.#start + offset + event.lengthBytes
    this.index.add({
      ...event,
      offset: this.#start + offset,
      type: name,
      isSent: false,
      time: this.#options.now(),
    })
    this.#dropBefore(end - (this.#options.limits?.maxBytes ?? defaultMaxBytes))
  }

  /** Drops the events that begin before an offset, but never the newest one. */
  #dropBefore(offset: number): void {
    const { firstNumber, endNumber } = this.index
    let first = firstNumber
    while (first < endNumber - 1 && (this.index.message(first)?.offset ?? offset) < offset) first += 1
    if (first > firstNumber) this.index.dropBefore(first)
  }
}
