import type { ConnectionInfo } from '@parley/model'
import { systemCode, TransportError } from './transport-error.ts'

/** Methods that a client may repeat on its own (RFC 9110 §9.2.2). */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/**
 * Whether a request that was cut off before any answer may go out once more, on a new connection,
 * without the user's leave.
 */
export function mayBeRepeated(error: unknown, method: string, { isReused }: ConnectionInfo): boolean {
  // The server says that it has not looked at it (RFC 9113 §8.7).
  if (error instanceof TransportError && error.code === 'HTTP2_STREAM_REFUSED') return true
  return isReused && wasClosed(error) && idempotentMethods.has(method)
}

/**
 * What to say of a kept connection that the server closed at the moment of its next use: whether the
 * request was processed cannot be known. Null for any other error.
 */
export function closedWhileKept(error: unknown, { isReused }: ConnectionInfo): TransportError | null {
  return isReused && wasClosed(error) ? new TransportError('protocol', 'KEPT_CONNECTION_CLOSED') : null
}

function wasClosed(error: unknown): boolean {
  const code = error instanceof TransportError ? error.code : systemCode(error)
  return code === 'ECONNRESET' || code === 'EPIPE'
}
