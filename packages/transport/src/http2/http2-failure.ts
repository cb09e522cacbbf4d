import { constants } from 'node:http2'
import { systemCode, TransportError } from '../transport-error.ts'

/** The state of the connection and exchange when an HTTP/2 error occurs. */
export interface Http2Situation {
  /** Whether the server has sent its settings, which an HTTP/2 server does first. */
  readonly isSpoken: boolean
  /** Whether the TLS handshake negotiated HTTP/2; over plain TCP the client only assumes it. */
  readonly isAgreed: boolean
  /** Whether the response's head was received. */
  readonly hasHead: boolean
}

/** Converts Node's error to a `TransportError`. */
export function http2Failure(error: unknown, { isSpoken, isAgreed, hasHead }: Http2Situation): unknown {
  if (error instanceof TransportError) return error
  const code = systemCode(error)
  if (code === null) return error
  const reason = /NGHTTP2_(\w+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
  if (code === 'ERR_HTTP2_STREAM_ERROR' || code === 'ERR_HTTP2_STREAM_CANCEL') return resetFor(reason)
  if (!code.startsWith('ERR_HTTP2_')) {
    if (hasHead) return incomplete()
    // An HTTP/1.1 server closes the connection on the preface; its 400 is often lost with the connection.
    return isSpoken || isAgreed ? error : http2NotSpoken()
  }
  if (!isSpoken) return http2NotSpoken()
  if (code === 'ERR_HTTP2_GOAWAY_SESSION') return new TransportError('protocol', 'HTTP2_STREAM_REFUSED')
  return new TransportError('protocol', 'HTTP2_PROTOCOL_ERROR', reason)
}

/** Returns the failure for a stream that the server reset with this error code (RFC 9113 §7). */
export function streamReset(errorCode: number): TransportError {
  const entry = Object.entries(constants).find(
    ([name, value]) => value === errorCode && errorCodeNames.has(name.slice(prefix.length)),
  )
  return resetFor(entry?.[0].slice(prefix.length) ?? String(errorCode))
}

const prefix = 'NGHTTP2_'
const errorCodeNames: ReadonlySet<string> = new Set([
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
])

function resetFor(reason: string): TransportError {
  if (reason === 'REFUSED_STREAM') return new TransportError('protocol', 'HTTP2_STREAM_REFUSED')
  return new TransportError('protocol', 'HTTP2_STREAM_RESET', reason || 'CANCEL')
}

/** Returns the failure for a server that does not speak the requested HTTP/2. */
export function http2NotSpoken(): TransportError {
  return new TransportError('protocol', 'HTTP2_NOT_SPOKEN')
}

/** Returns the failure for a connection that ended in the middle of a response. */
export function incomplete(): TransportError {
  return new TransportError('protocol', 'INCOMPLETE_RESPONSE')
}
