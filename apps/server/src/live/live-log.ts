import type { FileBodyStore } from '@parley/appdata'
import type { BodyWriter } from '@parley/engine'
import { failed, ok, type Result } from '@parley/model'
import { MessageIndex, type MessageIndexLimits } from './message-index.ts'
import type { LogFile, MessageLog } from './message-log.ts'

export interface LiveLogLimits extends MessageIndexLimits {
  /** When there are more, the oldest are dropped, a file at a time. */
  readonly maxBytes: number
  /** When a file has this size, the next message begins a new one. */
  readonly fileBytes: number
}

/** A message that a session sent or received. */
export interface NewMessage {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly isSent: boolean
  /** Such as `text` or `close`. */
  readonly type: string
  /** As in an index; absent: no. */
  readonly isNote?: boolean
  readonly payload: Uint8Array
  /** As in an index. */
  readonly wireBytes?: number
}

/** Why a message was not added: the disk is full, for example. The log takes no more messages. */
export interface LogFailure {
  readonly code: 'BODY_NOT_STORED'
  readonly reason: string
}

const defaultLimits = { maxBytes: 2 * 1024 * 1024 * 1024, fileBytes: 64 * 1024 * 1024 }
/** The most bytes that one write takes from the messages that wait. */
const maxBatchBytes = 256 * 1024

interface LogPart {
  readonly writer: BodyWriter
  readonly start: number
  readonly firstNumber: number
  sizeBytes: number
}

/** Messages that are written together, and whoever waits for them. */
interface Batch {
  readonly messages: NewMessage[]
  sizeBytes: number
  readonly written: Promise<Result<null, LogFailure>>
  readonly settle: (result: Result<null, LogFailure>) => void
}

/**
 * The messages of a live session, in files of the body store. A log of files instead of one can drop its oldest
 * messages from the disk too.
 */
export class LiveLog implements MessageLog {
  readonly framing = 'payloads'
  readonly index: MessageIndex
  readonly #bodies: FileBodyStore
  readonly #limits: Pick<LiveLogLimits, 'maxBytes' | 'fileBytes'>
  #parts: LogPart[] = []
  #waiting: Batch[] = []
  #writing: Promise<void> | null = null
  #failure: LogFailure | null = null

  constructor(bodies: FileBodyStore, limits: Partial<LiveLogLimits> = {}) {
    this.#bodies = bodies
    this.#limits = { ...defaultLimits, ...limits }
    this.index = new MessageIndex(limits)
  }

  /**
   * Adds a message. Resolves when it is written, so a connection that waits for it is read no faster than the disk
   * takes its messages. Messages that are written together have the same promise. After a failure everything that was
   * written before stays readable.
   */
  append(message: NewMessage): Promise<Result<null, LogFailure>> {
    if (this.#failure !== null) return Promise.resolve(failed(this.#failure))
    const batch = this.#batchFor(message.payload.byteLength)
    batch.messages.push(message)
    batch.sizeBytes += message.payload.byteLength
    this.#writing ??= this.#write()
    return batch.written
  }

  async read(offset: number, lengthBytes: number): Promise<Uint8Array | null> {
    const part = this.#parts.findLast(({ start }) => start <= offset)
    return part === undefined ? null : this.#bodies.read(part.writer.handle, offset - part.start, lengthBytes)
  }

  async files(from: number, to: number): Promise<readonly LogFile[] | null> {
    const parts = this.#parts.filter(({ start, sizeBytes }) => start < to && start + sizeBytes > from)
    const files: LogFile[] = []
    for (const { writer, start } of parts) {
      const path = await this.#bodies.path(writer.handle)
      if (path === null) return null
      files.push({ path, start })
    }
    return files
  }

  /** Resolves when all messages that wait are written and the files are closed. */
  async close(): Promise<void> {
    await this.#writing
    await this.#parts.at(-1)?.writer.close()
  }

  /** Deletes all messages. */
  async release(): Promise<void> {
    this.#failure ??= { code: 'BODY_NOT_STORED', reason: 'the session was closed' }
    await this.close()
    this.index.dropBefore(this.index.endNumber)
    await this.#releaseParts(this.#parts.splice(0))
  }

  async #write(): Promise<void> {
    // What arrives in the same step is written together.
    await Promise.resolve()
    for (let batch = this.#waiting.shift(); batch !== undefined; batch = this.#waiting.shift()) {
      const failure = this.#failure ?? (await this.#writeBatch(batch.messages))
      this.#failure = failure
      batch.settle(failure === null ? ok(null) : failed(failure))
    }
    // Not in a later step, in which a message could be added that nobody would write.
    this.#writing = null
  }

  /** Returns the last batch that waits, or a new one if a message does not fit into it. */
  #batchFor(bytes: number): Batch {
    const last = this.#waiting.at(-1)
    if (last !== undefined && last.sizeBytes + bytes <= maxBatchBytes) return last
    const { promise: written, resolve: settle } = Promise.withResolvers<Result<null, LogFailure>>()
    const batch = { messages: [], sizeBytes: 0, written, settle }
    this.#waiting.push(batch)
    return batch
  }

  async #writeBatch(batch: readonly NewMessage[]): Promise<LogFailure | null> {
    try {
      const part = await this.#part()
      const [only, second] = batch
      const bytes =
        only !== undefined && second === undefined
          ? only.payload
          : Buffer.concat(batch.map(({ payload }) => payload))
      if (bytes.byteLength > 0) await part.writer.write(bytes)
      for (const { payload, time, isSent, type, isNote = false, wireBytes = null } of batch) {
        const offset = part.start + part.sizeBytes
        const lengthBytes = payload.byteLength
        const place = { offset, lengthBytes, dataAt: 0, idAt: null, isComplete: true }
        this.index.add({ ...place, time, isSent, type, isNote, wireBytes })
        part.sizeBytes += lengthBytes
      }
      await this.#dropOldest()
      return null
    } catch (error) {
      return { code: 'BODY_NOT_STORED', reason: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Returns the part that the next message belongs to. */
  async #part(): Promise<LogPart> {
    const last = this.#parts.at(-1)
    if (last !== undefined && last.sizeBytes < this.#limits.fileBytes) return last
    const writer = await this.#bodies.create()
    await last?.writer.close()
    const start = last === undefined ? 0 : last.start + last.sizeBytes
    const part: LogPart = { writer, start, firstNumber: this.index.endNumber, sizeBytes: 0 }
    this.#parts.push(part)
    return part
  }

  async #dropOldest(): Promise<void> {
    const sizeBytes = this.#parts.reduce((sum, part) => sum + part.sizeBytes, 0)
    const [, second] = this.#parts
    if (second !== undefined && sizeBytes > this.#limits.maxBytes) this.index.dropBefore(second.firstNumber)
    const firstKept = this.#parts.findLastIndex(({ firstNumber }) => firstNumber <= this.index.firstNumber)
    if (firstKept > 0) await this.#releaseParts(this.#parts.splice(0, firstKept))
  }

  async #releaseParts(parts: readonly LogPart[]): Promise<void> {
    await Promise.all(parts.map(({ writer }) => this.#bodies.release(writer.handle)))
  }
}
