import type { Transport } from '@parley/engine'
import { ConnectionPool } from './connection/connection-pool.ts'
import { followRedirects } from './follow-redirects.ts'
import type { TransportOptions } from './transport-options.ts'

/** A transport that keeps connections for later sends. */
export interface NodeTransport extends Transport {
  /** Ends all connections, those of sends under way too. */
  close(): void
}

/**
 * HTTP/1.1 and HTTP/2 over Node's own parsers, with connections of our own so that each step can be
 * timed and refused.
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
