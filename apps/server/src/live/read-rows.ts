import type { SecretHider } from '@parley/engine'
import type { LiveRow } from '../contract/index.ts'
import { messageHead } from './message-head.ts'
import type { MessageLog } from './message-log.ts'

/** How many bytes one read takes for messages that follow one another. */
const windowBytes = 64 * 1024
/** The same for a message far from the one before, as a search finds them. */
const singleBytes = 4 * 1024

/** How many bytes of messages are read for one list of rows, as a call returns within 100 ms. */
const maxReadBytes = 4 * 1024 * 1024

/**
 * Reads rows of a log's list; fewer, but at least one, if the messages are large. Messages that were dropped meanwhile are
 * left out.
 */
export async function readRows(
  log: MessageLog,
  numbers: readonly number[],
  hider: SecretHider,
): Promise<readonly LiveRow[]> {
  let readBytes = 0
  const read = windowReader(async (offset, lengthBytes) => {
    const bytes = await log.read(offset, lengthBytes)
    readBytes += bytes?.byteLength ?? 0
    return bytes
  })
  const rows: LiveRow[] = []
  for (const number of numbers) {
    const row = await rowOf(log, number, { read, hider })
    if (row) rows.push(row)
    if (rows.length > 0 && readBytes > maxReadBytes) break
  }
  return rows
}

async function rowOf(
  log: MessageLog,
  number: number,
  reading: { readonly read: MessageLog['read']; readonly hider: SecretHider },
): Promise<LiveRow | null> {
  const message = log.index.message(number)
  if (message === null) return null
  const source = { framing: log.framing, ...reading }
  const head = await messageHead(source, message, log.index.types.nameOf(message.typeNumber))
  if (head === null) return null
  const { time, isSent, lengthBytes, wireBytes, isComplete } = message
  return {
    number,
    time,
    direction: isSent ? 'sent' : 'received',
    ...head,
    sizeBytes: wireBytes ?? lengthBytes,
    isComplete,
  }
}

/** Reads a log through a window: each read of a file takes longer than decoding a hundred messages. */
function windowReader(read: MessageLog['read']): MessageLog['read'] {
  let start = 0
  let window: Uint8Array = new Uint8Array()
  return async (offset, lengthBytes) => {
    if (offset < start || offset + lengthBytes > start + window.byteLength) {
      const isNear = offset >= start && offset <= start + window.byteLength
      const bytes = await read(offset, Math.max(lengthBytes, isNear ? windowBytes : singleBytes))
      if (bytes === null) return null
      start = offset
      window = bytes
    }
    return window.subarray(offset - start, offset - start + lengthBytes)
  }
}
