import type { Transport } from '@parley/engine'
import { ConnectionPool } from './connection/connection-pool.ts'
import { followRedirects } from './follow-redirects.ts'
import type { TransportOptions } from './transport-options.ts'

/** A transport that keeps connections for later sends. */
export interface NodeTransport extends Transport {
  /** Closes all connections, including those of sends in progress. */
  close(): void
}

/**
 * Creates a transport for HTTP/1.1 and HTTP/2 that uses Node's parsers but opens its own connections, so that
 * each step can be timed and refused.
 */
export function createTransport(options: TransportOptions): NodeTransport {
  const pool = new ConnectionPool(options)
  return {
    send(passed, observer, signal, bodyStore = options.bodyStore) {
      return followRedirects(passed, { pool, options: { ...options, bodyStore } }, observer, signal)
    },
    close: () => pool.close(),
  }
}
