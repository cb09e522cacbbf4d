import { EventScanner } from './scan-events.ts'
import type { StreamPosition } from './stream-position.ts'

/** An event in the pieces of a stream; `readEvent` reads its bytes. */
export interface ReadEvent {
  readonly bytes: Uint8Array
  /** The byte of the latest piece after which the event has ended. */
  readonly endInPiece: number
}

/** The most bytes of one event that are kept in memory. */
const maxEventBytes = 100 * 1024 * 1024

/** Collects the events of one connection, which arrive in pieces. */
export class EventReader {
  /** What has arrived since the last event. */
  #kept: Uint8Array[] = []
  #keptFrom = 0
  #readTo = 0
  #found: { readonly from: number; readonly to: number }[] = []
  readonly #scanner = new EventScanner(({ offset, lengthBytes }) =>
    this.#found.push({ from: offset, to: offset + lengthBytes }),
  )

  /** What the stream said last about its continuation. */
  get position(): StreamPosition {
    return this.#scanner.position
  }

  /** Call when the connection has ended: the last event may lack its empty line. */
  end(): void {
    this.#scanner.end()
  }

  /** Returns the events that end in this piece. Throws if one has more bytes than are kept in memory. */
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
    const bytes = joined(this.#kept, this.#readTo - this.#keptFrom)
    const events = found.map(({ from, to }) => ({
      bytes: bytes.subarray(from - this.#keptFrom, to - this.#keptFrom),
      endInPiece: to - pieceFrom,
    }))
    this.#kept = [bytes.subarray(last.to - this.#keptFrom)]
    this.#keptFrom = last.to
    return events
  }
}

function joined(pieces: readonly Uint8Array[], lengthBytes: number): Uint8Array {
  const [only, second] = pieces
  if (only !== undefined && second === undefined) return only
  const whole = new Uint8Array(lengthBytes)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}
