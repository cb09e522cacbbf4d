import { type BodyStore, type BodyWriter, EventScanner, isEventStream, readEvent } from '@parley/engine'
import type { Response } from '@parley/model'
import type { StreamPlan } from './stream-options.ts'

/** The most bytes of one event that are kept in memory. */
const maxEventBytes = 100 * 1024 * 1024

/** Prints the events of a stream in the place of its bytes, and ends the send when there were enough. */
export class EventPrinter {
  /** What the transport writes the response to. */
  readonly bodyStore: BodyStore
  readonly #plan: StreamPlan
  readonly #end: () => void
  #hasBegun = false
  #isStream = false
  #hasEnough = false
  #eventCount = 0
  #timer: NodeJS.Timeout | null = null

  /**
   * @param target - takes what is printed
   * @param end - ends the send
   */
  constructor(target: BodyStore, plan: StreamPlan, end: () => void) {
    this.#plan = plan
    this.#end = end
    this.bodyStore = { create: async () => this.#printing(await target.create()) }
  }

  /** Whether the response is an event stream. */
  get isStream(): boolean {
    return this.#isStream
  }

  /** Whether a limit was reached. */
  get hasEnough(): boolean {
    return this.#hasEnough
  }

  /** Call with the response before its content. */
  begin({ content }: Response): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    this.#isStream = isEventStream(content)
    const { forMs } = this.#plan
    if (this.#isStream && forMs !== null) this.#timer = setTimeout(() => this.#finish(), forMs)
  }

  /** Call when the send has ended. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #finish(): void {
    this.#hasEnough = true
    this.stop()
    this.#end()
  }

  #printing(writer: BodyWriter): BodyWriter {
    const events = new EventReader()
    return {
      handle: writer.handle,
      close: () => writer.close(),
      write: async piece => {
        if (!this.#isStream) return writer.write(piece)
        const printed = this.#printed(events.read(piece), piece)
        if (printed.byteLength > 0) await writer.write(printed)
      },
    }
  }

  #printed(events: readonly ReadEvent[], piece: Uint8Array): Uint8Array {
    const { format } = this.#plan
    if (this.#hasEnough) return new Uint8Array()
    let lines = ''
    for (const { bytes, endInPiece } of events) {
      const event = readEvent(bytes)
      if (format !== 'raw') lines += lineOf(event, format)
      if (!this.#isLast(event.data)) continue
      this.#finish()
      if (format === 'raw') return piece.subarray(0, endInPiece)
      break
    }
    return format === 'raw' ? piece : new TextEncoder().encode(lines)
  }

  #isLast(data: string): boolean {
    const { maxEvents, until } = this.#plan
    this.#eventCount += 1
    return this.#eventCount === maxEvents || (until !== null && (until.matches(data) ?? []).length > 0)
  }
}

function lineOf({ id, event, data }: ReturnType<typeof readEvent>, format: 'data' | 'json'): string {
  if (format === 'json') return `${JSON.stringify({ id, event, data, time: new Date().toISOString() })}\n`
  return `${data.replace(/\r\n?|\n/g, '\\n')}\n`
}

interface ReadEvent {
  readonly bytes: Uint8Array
  /** The byte of the latest piece after which the event has ended. */
  readonly endInPiece: number
}

/** Returns the events of a stream that arrives in pieces. */
class EventReader {
  /** What has arrived since the last event. */
  #kept: Uint8Array[] = []
  #keptFrom = 0
  #readTo = 0
  #found: { readonly from: number; readonly to: number }[] = []
  readonly #scanner = new EventScanner(({ offset, lengthBytes }) =>
    this.#found.push({ from: offset, to: offset + lengthBytes }),
  )

  read(piece: Uint8Array): readonly ReadEvent[] {
    this.#scanner.write(piece)
    const pieceFrom = this.#readTo
    this.#readTo += piece.byteLength
    // The caller may use its bytes again.
    this.#kept.push(piece.slice())
    const found = this.#found.splice(0)
    const last = found.at(-1)
    if (last === undefined) {
      if (this.#readTo - this.#keptFrom > maxEventBytes) throw new Error('An event has more than 100 MB')
      return []
    }
    const bytes = Buffer.concat(this.#kept)
    const events = found.map(({ from, to }) => ({
      bytes: bytes.subarray(from - this.#keptFrom, to - this.#keptFrom),
      endInPiece: to - pieceFrom,
    }))
    this.#kept = [bytes.subarray(last.to - this.#keptFrom)]
    this.#keptFrom = last.to
    return events
  }
}
