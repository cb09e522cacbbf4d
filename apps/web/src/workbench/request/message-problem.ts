import { jsonFault } from '@parley/engine/printers'
import { typedBytesFault, type WebSocketMessage } from '@parley/model'

/** A longer message is not checked at each key. */
const maxCheckedCharacters = 200_000

/**
 * Says what is wrong with the format of a message; empty: nothing. Bytes that are wrong are not sent. Where the place is
 * narrow only the beginning is seen, so that it says what happens.
 */
export function messageProblem({ format, data }: WebSocketMessage): string {
  if (format === 'hex' || format === 'binary') return bytesProblem(format, data)
  if (format !== 'json' || data.trim() === '' || data.length > maxCheckedCharacters) return ''
  const fault = jsonFault(data)
  return fault === null ? '' : `Sent as typed: not valid JSON at line ${fault.line}, column ${fault.column}.`
}

/** What a name stands for is known when the message is sent. */
function bytesProblem(format: 'hex' | 'binary', data: string): string {
  if (data.length > maxCheckedCharacters || data.includes('{{')) return ''
  const fault = typedBytesFault(format, data)
  const name = format === 'hex' ? 'hex' : 'Base64'
  return fault === null ? '' : `Not sent: not valid ${name} at line ${fault.line}, column ${fault.column}.`
}
