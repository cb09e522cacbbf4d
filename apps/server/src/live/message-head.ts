import { readEvent, type SecretHider } from '@parley/engine'
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

/** Where a message is read from, and what is not shown of it. */
interface HeadSource extends Pick<MessageLog, 'framing'> {
  readonly read: ReadRange
  readonly hider: SecretHider
}

/** Reads what a list shows of a message; null if the message was dropped. `type`: null if it is not known. */
export async function messageHead(
  { framing, read, hider }: HeadSource,
  message: LogMessage,
  type: string | null,
): Promise<MessageHead | null> {
  const { offset, lengthBytes } = message
  const start = await read(offset, Math.min(lengthBytes, maxWholeBytes))
  if (start === null) return null
  if (framing === 'payloads') return payloadHead(start, type ?? '', { lengthBytes, hider })
  if (lengthBytes <= maxWholeBytes) return eventHead(start, message, { hider, isCut: false })
  const { dataAt, idAt } = message
  const [data, id] = await Promise.all([
    dataAt === null ? start : read(offset + dataAt, Math.min(maxWholeBytes, lengthBytes - dataAt)),
    idAt === null ? null : read(offset + idAt, Math.min(maxIdBytes, lengthBytes - idAt)),
  ])
  const { preview } = eventHead(wholeCharacters(data ?? start), message, { hider, isCut: true })
  const idOfEvent = id === null ? null : readEvent(id).id
  return {
    id: idOfEvent && hider.hide(idOfEvent),
    type: hider.hide(type ?? readEvent(start).event),
    preview,
    isCut: true,
  }
}

interface Showing {
  readonly hider: SecretHider
  /** Whether more of the message follows than was read. */
  readonly isCut: boolean
}

function eventHead(bytes: Uint8Array, { dataAt }: LogMessage, { hider, isCut }: Showing): MessageHead {
  const { id, event, data } = readEvent(bytes)
  // Of an event without data, which the stream did not finish, the bytes themselves are shown.
  const text = dataAt === null ? new TextDecoder().decode(bytes) : data
  return { id: id && hider.hide(id), type: hider.hide(event), ...previewOf(text, { hider, isCut }) }
}

/** Of these the first line says it all. */
const longNotes: ReadonlySet<string> = new Set(['connection', 'metadata', 'status'])

function payloadHead(
  start: Uint8Array,
  type: string,
  { lengthBytes, hider }: { readonly lengthBytes: number; readonly hider: SecretHider },
): MessageHead {
  if (type === 'binary') {
    const preview = Buffer.from(start.subarray(0, shownBinaryBytes))
      .toString('hex')
      .replace(/..(?=.)/g, '$& ')
    return { id: null, type, preview, isCut: lengthBytes > shownBinaryBytes }
  }
  const lineEnd = longNotes.has(type) ? start.indexOf(0x0a) : -1
  const shown = lineEnd === -1 ? start : start.subarray(0, lineEnd)
  const isCut = lengthBytes > shown.byteLength
  const text = new TextDecoder().decode(isCut ? wholeCharacters(shown) : shown)
  return { id: null, type, ...previewOf(text, { hider, isCut }) }
}

function previewOf(text: string, { hider, isCut }: Showing) {
  const hidden = hider.hide(text)
  // What was read may end within a secret.
  const shown =
    isCut && hidden !== text ? hidden.slice(0, Math.max(0, hidden.length - hider.longestLength)) : hidden
  if (shown.length <= maxPreviewLength) return { preview: shown, isCut }
  return { preview: shown.slice(0, maxPreviewLength).toWellFormed(), isCut: true }
}

function wholeCharacters(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, decodePiece(bytes, 'utf-8', false).usedBytes)
}
