import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { TransportError } from '../transport-error.ts'

interface RecordLimits {
  /** What the handshake, tickets and updates of keys may take; far more than any server sends. */
  readonly mostBytes: number
  readonly lookEveryMs: number
}

const recordLimits: RecordLimits = { mostBytes: 16 * 1024 * 1024, lookEveryMs: 1000 }

/** A record takes 22 bytes more than its content (RFC 8446 §5.2), so that one byte takes 23. */
const mostBytesOfByte = 32

/**
 * Ends a connection whose peer sends TLS records without content and without end. OpenSSL answers each update of keys that the
 * peer asks for (RFC 8446 §4.6.3) and keeps the answers until the peer reads them, and Node says nothing of either.
 * @param raw - the socket that the records arrive on
 */
export function endAtEmptyRecords(raw: Socket, secured: TLSSocket, limits = recordLimits): void {
  const timer = setInterval(() => {
    if (raw.bytesRead - mostBytesOfByte * secured.bytesRead <= limits.mostBytes) return
    clearInterval(timer)
    secured.destroy(new TransportError('protocol', 'TLS_EMPTY_RECORDS'))
  }, limits.lookEveryMs)
  timer.unref()
  secured.once('close', () => clearInterval(timer))
}
