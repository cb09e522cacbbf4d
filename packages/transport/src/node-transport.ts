import type { Transport } from '@parley/engine'
import { ok } from '@parley/model'
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
    async send(passed, observer, signal, chosen = options.bodyStore) {
      const bodyStore = typeof chosen === 'function' ? chosen(options.bodyStore) : chosen
      const host = { pool, options: { ...options, bodyStore }, isOpening: false }
      const sent = await followRedirects(passed, host, observer, signal)
      return sent.ok ? ok(sent.value.exchange) : sent
    },
    open(passed, observer, signal) {
      return followRedirects(passed, { pool, options, isOpening: true }, observer, signal)
    },
    close: () => pool.close(),
  }
}
