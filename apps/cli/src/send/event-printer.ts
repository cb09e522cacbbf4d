import type { BodyStore, BodyWriter, LimitedStream, StreamEvent } from '@parley/engine'
import type { SentSecrets } from './sent-secrets.ts'
import type { StreamPlan } from './stream-options.ts'

/**
 * Returns a store that prints the events of a stream, without secrets, in the place of its bytes; other content and the
 * raw format as they are.
 */
export function eventPrinter(
  target: BodyStore,
  stream: LimitedStream,
  { format, secrets }: Pick<StreamPlan, 'format'> & { readonly secrets: Pick<SentSecrets, 'hide'> },
): BodyStore {
  const print = (piece: Uint8Array): Uint8Array => {
    if (stream.hasEnough) return new Uint8Array()
    const events = stream.read(piece)
    if (format !== 'raw') {
      const lines = events.map(event => lineOf(hiddenEvent(event, secrets), format))
      return new TextEncoder().encode(lines.join(''))
    }
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

type PrintedEvent = Pick<StreamEvent, 'id' | 'event' | 'data'>

function hiddenEvent({ id, event, data }: PrintedEvent, secrets: Pick<SentSecrets, 'hide'>): PrintedEvent {
  return { id: id && secrets.hide(id), event: secrets.hide(event), data: secrets.hide(data) }
}

function lineOf({ id, event, data }: PrintedEvent, format: 'data' | 'json'): string {
  if (format === 'json') return `${JSON.stringify({ id, event, data, time: new Date().toISOString() })}\n`
  return `${data.replace(/\r\n?|\n/g, '\\n')}\n`
}
