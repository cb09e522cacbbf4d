import type { ConnectionInfo } from '@parley/model'
import { systemCode, TransportError } from './transport-error.ts'

/** Methods that a client may repeat by itself (RFC 9110 §9.2.2). */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/**
 * Returns whether a request that was cut off before any response may be sent once more, on a new connection,
 * without asking the user.
 */
export function mayBeRepeated(error: unknown, method: string, { isReused }: ConnectionInfo): boolean {
  // The server says that it has not processed the request (RFC 9113 §8.7).
  if (error instanceof TransportError && error.code === 'HTTP2_STREAM_REFUSED') return true
  return isReused && wasClosed(error) && idempotentMethods.has(method)
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
