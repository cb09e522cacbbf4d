import { readEvent } from '@parley/engine'
import { decodePiece } from '../bodies/decode-text.ts'
import type { LogMessage } from './message-block.ts'
import type { MessageLog } from './message-log.ts'

/** What a list shows of a message besides its place in the index. */
export interface MessageHead {
  readonly id: string | null
  /** The type as the message itself has it. */
  readonly type: string
  /** The beginning of the text. */
  readonly preview: string
  readonly isCut: boolean
}

/** The longest preview in a list, in characters. */
const maxPreviewLength = 1000
/** Larger messages are read in parts. */
const maxWholeBytes = 16 * 1024
/** How many bytes of an ID are read from a larger message; the engine ignores longer ones. */
const maxIdBytes = 64 * 1024
/** How many bytes of a binary message a list shows. */
const shownBinaryBytes = 64

type ReadRange = (offset: number, lengthBytes: number) => Promise<Uint8Array | null>

/** Reads what a list shows of a message; null if the message was dropped. `type`: null if it is not known. */
export async function messageHead(
  log: Pick<MessageLog, 'framing'>,
  message: LogMessage,
  type: string | null,
  read: ReadRange,
): Promise<MessageHead | null> {
  const { offset, lengthBytes } = message
  const start = await read(offset, Math.min(lengthBytes, maxWholeBytes))
  if (start === null) return null
  if (log.framing === 'payloads') return payloadHead(start, type ?? '', lengthBytes)
  if (lengthBytes <= maxWholeBytes) return eventHead(start, message)
  const { dataAt, idAt } = message
  const [data, id] = await Promise.all([
    dataAt === null ? start : read(offset + dataAt, Math.min(maxWholeBytes, lengthBytes - dataAt)),
    idAt === null ? null : read(offset + idAt, Math.min(maxIdBytes, lengthBytes - idAt)),
  ])
  const { preview } = eventHead(wholeCharacters(data ?? start), message)
  return {
    id: id === null ? null : readEvent(id).id,
    type: type ?? readEvent(start).event,
    preview,
    isCut: true,
  }
}

function eventHead(bytes: Uint8Array, { dataAt }: LogMessage): MessageHead {
  const { id, event, data } = readEvent(bytes)
  // Of an event without data, which the stream did not finish, the bytes themselves are shown.
  const text = dataAt === null ? new TextDecoder().decode(bytes) : data
  return { id, type: event, ...previewOf(text, false) }
}

function payloadHead(start: Uint8Array, type: string, lengthBytes: number): MessageHead {
  if (type === 'binary') {
    const preview = Buffer.from(start.subarray(0, shownBinaryBytes))
      .toString('hex')
      .replace(/..(?=.)/g, '$& ')
    return { id: null, type, preview, isCut: lengthBytes > shownBinaryBytes }
  }
  const isCut = lengthBytes > start.byteLength
  const text = new TextDecoder().decode(isCut ? wholeCharacters(start) : start)
  return { id: null, type, ...previewOf(text, isCut) }
}

function previewOf(text: string, isCut: boolean) {
  if (text.length <= maxPreviewLength) return { preview: text, isCut }
  return { preview: text.slice(0, maxPreviewLength).toWellFormed(), isCut: true }
}

function wholeCharacters(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, decodePiece(bytes, 'utf-8', false).usedBytes)
}
