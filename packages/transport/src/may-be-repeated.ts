import type { OutboundMessage } from '@parley/engine'
import type { ConnectionInfo } from '@parley/model'
import { systemCode, TransportError } from './transport-error.ts'

/** Methods that a client may repeat by itself (RFC 9110 §9.2.2). */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/** Returns whether a client may repeat requests of a method by itself. */
export function mayRepeat(method: string): boolean {
  return idempotentMethods.has(method)
}

/**
 * Returns whether a request that was cut off before any response may be sent once more, on a new connection,
 * without asking the user.
 */
export function mayBeRepeated(error: unknown, method: string, { isReused }: ConnectionInfo): boolean {
  // The server says that it has not processed the request (RFC 9113 §8.7).
  if (error instanceof TransportError && error.code === 'HTTP2_STREAM_REFUSED') return true
  return isReused && wasClosed(error) && mayRepeat(method)
}

/**
 * Returns the message for HTTP/1.1 if the server has refused HTTP/2 for it without processing it (RFC 9113 §7), and the choice of
 * the version is Parley's; otherwise null.
 */
export function overHttp11(error: unknown, message: OutboundMessage): OutboundMessage | null {
  const { settings, content } = message
  const isRequired =
    error instanceof TransportError &&
    error.code === 'HTTP2_STREAM_RESET' &&
    error.subject === 'HTTP_1_1_REQUIRED'
  // A stream cannot be read a second time.
  const isStream = content.some(({ kind }) => kind === 'stream')
  if (!isRequired || settings.httpVersion !== 'auto' || isStream) return null
  return { ...message, settings: { ...settings, httpVersion: '1.1' } }
}

/**
 * Returns the failure for a kept connection that the server closed just as it was used again: whether the
 * request was processed cannot be known. Returns null for any other error.
 */
export function closedWhileKept(error: unknown, { isReused }: ConnectionInfo): TransportError | null {
  return isReused && wasClosed(error) ? new TransportError('protocol', 'KEPT_CONNECTION_CLOSED') : null
}

function wasClosed(error: unknown): boolean {
  const code = error instanceof TransportError ? error.code : systemCode(error)
  return code === 'ECONNRESET' || code === 'EPIPE'
}
