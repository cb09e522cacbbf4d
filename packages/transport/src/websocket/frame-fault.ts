import type { FramedEnd } from '@parley/engine'
import { formatSize } from '@parley/model'
import { systemCode } from '../transport-error.ts'

/** Returns how a connection ends whose frames are invalid. */
export function failedEnd(error: Error, maxMessageBytes: number): FramedEnd {
  if (tooLarge.has(systemCode(error) ?? ''))
    return { kind: 'failed', code: 'WEBSOCKET_MESSAGE_TOO_LARGE', subject: formatSize(maxMessageBytes) }
  const subject = error.message.replace(/^Invalid WebSocket frame: /, '')
  return { kind: 'failed', code: 'WEBSOCKET_PROTOCOL_ERROR', subject }
}

/** Returns the close code for the server (RFC 6455 §7.4.1). */
export function closeCodeOf(error: Error): number {
  const code = systemCode(error) ?? ''
  if (tooLarge.has(code)) return 1009
  if (code === 'WS_ERR_TOO_MANY_BUFFERED_PARTS') return 1008
  return code === 'WS_ERR_INVALID_UTF8' || code.startsWith('Z_') ? 1007 : 1002
}

const tooLarge: ReadonlySet<string> = new Set([
  'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH',
  'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH',
])
