import type { BodyStore, ExchangeObserver, OutboundMessage, Transport, TransportResult } from '@parley/engine'
import type { AddressRule } from './address-rule.ts'
import { followRedirects } from './follow-redirects.ts'

export interface TransportOptions {
  readonly bodyStore: BodyStore
  /** Addresses that are never sent to; none where absent. */
  readonly isRefused?: AddressRule
  /** Extra certificate authorities, PEM; where there are any, only these are trusted. */
  readonly certificateAuthorities?: readonly string[]
}

/** HTTP/1.1 over `node:http`, with a connection of our own so that each step can be timed and refused. */
export function createTransport(options: TransportOptions): Transport {
  return {
    send(
      message: OutboundMessage,
      observer: ExchangeObserver,
      signal: AbortSignal,
    ): Promise<TransportResult> {
      return followRedirects(message, options, observer, signal)
    },
  }
}
