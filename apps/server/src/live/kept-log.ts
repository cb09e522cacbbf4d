import type { FileBodyStore } from '@parley/appdata'
import { bytesPerMessage, MessageBlock } from './message-block.ts'
import { MessageIndex } from './message-index.ts'
import type { LogFile, MessageLog } from './message-log.ts'

/** What follows the messages and the index of a kept log: JSON, and its length in the last bytes of the file. */
interface Trailer {
  readonly framing: MessageLog['framing']
  /** Types by their numbers. */
  readonly types: readonly string[]
  readonly firstNumber: number
  readonly count: number
  /** How many of the messages before the first one were sent. */
  readonly sentBefore: number
  /** How many of them were notes; absent in logs of earlier versions. */
  readonly notesBefore?: number
  /** How many bytes of messages are before the index; 0 if the messages are in a body of their own. */
  readonly contentBytes: number
}

const lengthBytes = 4
const copiedPieceBytes = 1024 * 1024

export interface KeepOptions {
  /** The most bytes that the messages and their index may have; of more, the newest are kept. */
  readonly maxBytes: number
  /** Whether the bytes of the log are those of one body that is kept as well. */
  readonly isInBody: boolean
}

/** Writes a log that has ended into one body of the store. Returns its handle; null if there is nothing to keep. */
export async function keepLog(
  bodies: FileBodyStore,
  log: Pick<MessageLog, 'index' | 'framing' | 'read'>,
  { maxBytes, isInBody }: KeepOptions,
): Promise<string | null> {
  const { index, framing } = log
  const first = firstToKeep(index, maxBytes, isInBody)
  const count = index.endNumber - first
  if (count === 0) return null
  const start = isInBody ? 0 : (index.message(first)?.offset ?? 0)
  const end = isInBody ? 0 : endOf(index, index.endNumber - 1)
  const block = new MessageBlock(new SharedArrayBuffer(count * bytesPerMessage))
  let sentKept = 0
  let notesKept = 0
  for (let at = 0; at < count; at += 1) {
    const message = index.message(first + at)
    if (message === null) continue
    if (message.isNote) notesKept += 1
    else if (message.isSent) sentKept += 1
    block.write(at, { ...message, offset: message.offset - start })
  }
  const trailer: Trailer = {
    framing,
    types: index.types.names,
    firstNumber: first,
    count,
    sentBefore: index.sentCount - sentKept,
    notesBefore: index.noteCount - notesKept,
    contentBytes: end - start,
  }
  const json = Buffer.from(JSON.stringify(trailer))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(json.byteLength)
  const writer = await bodies.create()
  try {
    for (let at = start; at < end; ) {
      const piece = await log.read(at, Math.min(copiedPieceBytes, end - at))
      if (piece === null || piece.byteLength === 0) throw new Error('A log is shorter than its index')
      await writer.write(piece)
      at += piece.byteLength
    }
    await writer.write(Buffer.concat([Buffer.from(block.buffer), json, length]))
    await writer.close()
    return writer.handle
  } catch (error) {
    await writer.close().catch(() => {})
    await bodies.release(writer.handle)
    throw error
  }
}

/** Returns the number of the oldest message that fits; the end of the index if none does. */
function firstToKeep(index: MessageIndex, maxBytes: number, isInBody: boolean): number {
  const end = index.endNumber === 0 ? 0 : endOf(index, index.endNumber - 1)
  for (let first = index.endNumber; first > index.firstNumber; first -= 1) {
    const contentBytes = isInBody ? 0 : end - (index.message(first - 1)?.offset ?? 0)
    const indexBytes = (index.endNumber - first + 1) * bytesPerMessage
    if (contentBytes + indexBytes > maxBytes) return first
  }
  return index.firstNumber
}

function endOf(index: MessageIndex, number: number): number {
  const message = index.message(number)
  return message === null ? 0 : message.offset + message.lengthBytes
}

/** A log that was kept, which only is read. */
export class KeptLog implements MessageLog {
  readonly framing: MessageLog['framing']
  readonly index: MessageIndex
  readonly #bodies: FileBodyStore
  readonly #handle: string

  private constructor(
    bodies: FileBodyStore,
    handle: string,
    { framing, index }: Pick<KeptLog, 'framing' | 'index'>,
  ) {
    this.#bodies = bodies
    this.#handle = handle
    this.framing = framing
    this.index = index
  }

  /**
   * Opens a log that {@link keepLog} wrote. Null if its file is gone or damaged.
   * @param bodyHandle - the body that has the messages, unless they are in the log itself
   */
  static async open(bodies: FileBodyStore, handle: string, bodyHandle: string): Promise<KeptLog | null> {
    const sizeBytes = bodies.sizeBytes(handle) ?? 0
    const length = await bodies.read(handle, sizeBytes - lengthBytes, lengthBytes)
    if (length === null || length.byteLength < lengthBytes) return null
    const jsonBytes = Buffer.from(length).readUInt32LE()
    const jsonAt = sizeBytes - lengthBytes - jsonBytes
    const json = jsonAt < 0 ? null : await bodies.read(handle, jsonAt, jsonBytes)
    const trailer = json === null ? null : trailerIn(json)
    if (trailer === null) return null
    const { framing, count, contentBytes } = trailer
    const block = await bodies.read(handle, contentBytes, count * bytesPerMessage)
    if (block === null || contentBytes + count * bytesPerMessage !== jsonAt) return null
    const index = indexOf(trailer, block)
    return new KeptLog(bodies, contentBytes === 0 ? bodyHandle : handle, { framing, index })
  }

  read(offset: number, count: number): Promise<Uint8Array | null> {
    return this.#bodies.read(this.#handle, offset, count)
  }

  async files(): Promise<readonly LogFile[] | null> {
    const path = await this.#bodies.path(this.#handle)
    return path === null ? null : [{ path, start: 0 }]
  }
}

function trailerIn(json: Uint8Array): Trailer | null {
  try {
    const trailer: Trailer = JSON.parse(new TextDecoder().decode(json))
    const numbers = [trailer.firstNumber, trailer.count, trailer.sentBefore, trailer.contentBytes]
    const isWhole = numbers.every(Number.isSafeInteger) && Array.isArray(trailer.types)
    return isWhole && (trailer.framing === 'events' || trailer.framing === 'payloads') ? trailer : null
  } catch {
    return null
  }
}

function indexOf(
  { types, firstNumber, sentBefore, notesBefore = 0, count }: Trailer,
  bytes: Uint8Array,
): MessageIndex {
  const buffer = new SharedArrayBuffer(count * bytesPerMessage)
  new Uint8Array(buffer).set(bytes)
  const block = new MessageBlock(buffer)
  const index = new MessageIndex({}, { number: firstNumber, sentCount: sentBefore, noteCount: notesBefore })
  for (let at = 0; at < count; at += 1) {
    const { typeNumber, ...message } = block.read(at)
    index.add({ ...message, type: types[typeNumber] ?? null })
  }
  return index
}
