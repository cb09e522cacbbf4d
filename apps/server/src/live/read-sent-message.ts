import { hexMark } from '@parley/engine'
import type { WebSocketMessage } from '@parley/model'
import type { MessageLog } from './message-log.ts'

/** Base64 that was typed with the names of secrets, which a log has instead of the bytes. */
const base64WithNames = /^[A-Za-z0-9+/=\s]*(?:\{\{[^{}]+\}\}[A-Za-z0-9+/=\s]*)+$/

/** The same for hex. */
const hexWithNames = new RegExp(`^${hexMark}(?=[^]*\\{\\{)(?:[0-9A-Fa-f\\s]|\\{\\{[^{}]+\\}\\})*$`)

/**
 * Returns a message of a log as it can be sent again, with the names of secrets that are filled in again. Null if it is
 * no message that was sent, or was dropped.
 */
export async function readSentMessage(
  log: MessageLog,
  number: number,
): Promise<Pick<WebSocketMessage, 'format' | 'data'> | null> {
  const message = log.index.message(number)
  if (message === null || !message.isSent || log.framing !== 'payloads') return null
  const type = log.index.types.nameOf(message.typeNumber)
  if (type !== 'text' && type !== 'binary') return null
  const bytes =
    message.lengthBytes === 0 ? new Uint8Array() : await log.read(message.offset, message.lengthBytes)
  if (bytes === null) return null
  const content = Buffer.from(bytes)
  if (type === 'text') return { format: 'text', data: content.toString() }
  const text = content.toString('latin1')
  if (hexWithNames.test(text)) return { format: 'hex', data: text.slice(hexMark.length) }
  return { format: 'binary', data: base64WithNames.test(text) ? text : content.toString('base64') }
}
