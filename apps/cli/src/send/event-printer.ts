import type { BodyStore, BodyWriter, LimitedEvent, LimitedStream } from '@parley/engine'
import type { StreamPlan } from './stream-options.ts'

export interface EventPrinting {
  /** Null if all content is printed as it is. */
  readonly stream: LimitedStream | null
  readonly format: StreamPlan['format']
  /** Called with the data of each event. */
  readonly onEvent: ((data: string) => void) | undefined
}

/** Returns a store that prints the events of a stream in the place of its bytes, and other content as it is. */
export function eventPrinter(target: BodyStore, { stream, format, onEvent }: EventPrinting): BodyStore {
  if (stream === null) return target
  const print = (piece: Uint8Array): Uint8Array => {
    if (stream.hasEnough) return new Uint8Array()
    const events = stream.read(piece)
    for (const { data } of events) onEvent?.(data)
    if (format !== 'raw') return new TextEncoder().encode(events.map(event => lineOf(event, format)).join(''))
    const last = events.at(-1)
    return last?.isLast ? piece.subarray(0, last.endInPiece) : piece
  }
  const printing = (writer: BodyWriter): BodyWriter => ({
    handle: writer.handle,
    close: () => writer.close(),
    async write(piece) {
      if (!stream.isStream) return writer.write(piece)
      const printed = print(piece)
      if (printed.byteLength > 0) await writer.write(printed)
    },
  })
  // All connections print to one place.
  let writer: Promise<BodyWriter> | null = null
  return {
    async create() {
      writer ??= target.create()
      return printing(await writer)
    },
  }
}

function lineOf({ id, event, data }: LimitedEvent, format: 'data' | 'json'): string {
  if (format === 'json') return `${JSON.stringify({ id, event, data, time: new Date().toISOString() })}\n`
  return `${data.replace(/\r\n?|\n/g, '\\n')}\n`
}
