import type { BodyStore, Transport } from '@parley/engine'
import type { AddressRule } from './connection/address-rule.ts'
import { ConnectionPool } from './connection/connection-pool.ts'
import type { NetworkPathChoice } from './connection/network-path.ts'
import type { HostLookup } from './connection/open-connection.ts'
import type { OpenableFiles } from './files-by-path.ts'
import { followRedirects } from './follow-redirects.ts'

export interface TransportOptions {
  readonly bodyStore: BodyStore
  /** Addresses that are never sent to; none where absent. */
  readonly isRefused?: AddressRule
  /** Opens the files that requests name; those of {@link filesByPath} if absent. */
  readonly openFile?: OpenableFiles['open']
  /** Finds the addresses of a name; the system's own way where absent. */
  readonly lookUp?: HostLookup
  /** How targets are reached; directly, with the default authorities, where absent. */
  readonly choosePath?: NetworkPathChoice
}

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
