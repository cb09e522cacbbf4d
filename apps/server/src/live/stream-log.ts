import type { FileBodyStore } from '@parley/appdata'
import { positionAfter, type StreamPosition, streamStart } from '@parley/engine'
import { logFault } from '../log-fault.ts'
import { EventLog, type EventLogOptions } from './event-log.ts'
import type { MessageIndex } from './message-index.ts'
import type { LogFile, MessageLog } from './message-log.ts'

interface LogPart {
  readonly handle: string
  readonly start: number
}

/** The type of the row between two connections. */
const connectionType = 'connection'

/**
 * The events of a session that connects again: the bodies of all its responses, one after the other. A row of the
 * direction `sent` says where each further connection begins.
 */
export class StreamLog implements MessageLog {
  readonly framing = 'events'
  readonly index: MessageIndex
  readonly #bodies: FileBodyStore
  readonly #options: EventLogOptions
  readonly #parts: LogPart[]
  #current: EventLog
  #connections = 1
  #position = streamStart
  /** Resolves when every connection so far is in the list. */
  #continuing: Promise<void> = Promise.resolve()
  #isContinuing = false

  constructor(bodies: FileBodyStore, handle: string, options: EventLogOptions) {
    this.#bodies = bodies
    this.#options = options
    this.#current = new EventLog(bodies, handle, options)
    this.index = this.#current.index
    this.#parts = [{ handle, start: 0 }]
  }

  /** Whether every event that has arrived is in the index. */
  get isAtEnd(): boolean {
    return !this.#isContinuing && this.#current.isAtEnd
  }

  /** Indexes the first body as it grows. */
  follow(): void {
    followLog(this.#current)
  }

  /** Lists the events of another connection, which got a response with this body. */
  continueWith(handle: string): void {
    this.#isContinuing = true
    this.#continuing = this.#continuing
      .then(() => this.#continue(handle))
      .catch(error => logFault('continuing an event stream', error))
      .finally(() => {
        this.#isContinuing = false
      })
  }

  /** Indexes what remains of the last body, which is closed. */
  async end(): Promise<void> {
    await this.#continuing
    await this.#current.end()
  }

  /** Indexes what remains of a connection that has ended, and returns where the next one continues. */
  async endConnection(): Promise<StreamPosition> {
    await this.end()
    this.#position = positionAfter(this.#position, this.#current.position)
    return this.#position
  }

  async read(offset: number, lengthBytes: number): Promise<Uint8Array | null> {
    const part = this.#parts.findLast(({ start }) => start <= offset)
    return part === undefined ? null : this.#bodies.read(part.handle, offset - part.start, lengthBytes)
  }

  async files(from: number, to: number): Promise<readonly LogFile[] | null> {
    const wanted = this.#parts.filter((part, at) => {
      const end = this.#parts[at + 1]?.start ?? this.#endOf(part)
      return part.start < to && end > from
    })
    const files: LogFile[] = []
    for (const { handle, start } of wanted) {
      const path = await this.#bodies.path(handle)
      if (path === null) return null
      files.push({ path, start })
    }
    return files
  }

  /** Whether there was only one connection, whose body has all events. */
  get isOneBody(): boolean {
    return this.#parts.length === 1
  }

  /** The bytes of all connections. */
  get sizeBytes(): number {
    return this.#end()
  }

  /** Deletes the bodies of all connections but the one that is kept with its send. */
  async release(keptHandle: string): Promise<void> {
    await this.#continuing
    const others = this.#parts.filter(({ handle }) => handle !== keptHandle)
    await Promise.all(others.map(({ handle }) => this.#bodies.release(handle)))
  }

  async #continue(handle: string): Promise<void> {
    await this.#current.end()
    this.#connections += 1
    await this.#addMarker(`Connection ${this.#connections}`)
    const start = this.#end()
    this.#parts.push({ handle, start })
    this.#current = new EventLog(this.#bodies, handle, {
      ...this.#options,
      continues: { index: this.index, start },
    })
    followLog(this.#current)
  }

  async #addMarker(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(`event: ${connectionType}\ndata: ${text}\n\n`)
    const offset = this.#end()
    const body = await this.#bodies.create()
    await body.write(bytes)
    await body.close()
    this.#parts.push({ handle: body.handle, start: offset })
    const dataAt = `event: ${connectionType}\n`.length
    const time = this.#options.now()
    const lengthBytes = bytes.byteLength
    this.index.add({
      offset,
      lengthBytes,
      time,
      isSent: true,
      type: connectionType,
      dataAt,
      idAt: null,
      isComplete: true,
    })
    this.#options.onGrowth()
  }

  #end(): number {
    const last = this.#parts.at(-1)
    return last === undefined ? 0 : this.#endOf(last)
  }

  #endOf({ handle, start }: LogPart): number {
    return start + (this.#bodies.sizeBytes(handle) ?? 0)
  }
}

function followLog(log: EventLog): void {
  void log.follow().catch(error => logFault('following an event stream', error))
}
