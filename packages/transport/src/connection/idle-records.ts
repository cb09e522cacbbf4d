/** A kept connection, as far as it matters for whether a server still has it. */
export interface IdleConnection {
  /** How long it has been idle. */
  readonly idleMs: number
  /** How long the server took to accept it. */
  readonly roundTripMs: number
  /** How long the server keeps idle connections, as it said; null: it did not say. */
  readonly announcedMs: number | null
}

/** Whether a request that must not be sent twice may use a connection: now, not at all, or after watching it for a time. */
export type Verdict = 'use' | 'doubt' | { readonly watchMs: number }

/** The time to the server is at least this long, as its clocks and ours have delays of their own. */
const leastMarginMs = 5
/** A server that closes connections after an answer without saying so does it within this time. */
const watchedMs = 40
/** No server that says nothing is expected to close idle connections before. */
const unannouncedMs = 1000
/** What a server did is forgotten after this time: another one may be running there. */
const rememberedMs = 5 * 60_000
const mostServers = 500

interface IdleRecord {
  /** The longest time after which an idle connection was still open. */
  survivedMs: number
  /** The shortest time after which the server closed one; null: it closed none. */
  closedMs: number | null
  readonly sinceMs: number
}

/**
 * What servers did with idle connections. A request that reaches a server just as it closes the connection is lost, and only
 * some requests may be sent again (RFC 9110 §9.2.2); the others use connections that are not about to be closed.
 */
export class IdleRecords {
  readonly #records = new Map<string, IdleRecord>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** An idle connection was open after this time. */
  survived(server: string, idleMs: number): void {
    const record = this.#of(server)
    record.survivedMs = Math.max(record.survivedMs, idleMs)
  }

  /** The server closed an idle connection after this time. */
  closed(server: string, idleMs: number): void {
    const record = this.#of(server)
    record.closedMs = Math.min(record.closedMs ?? Number.POSITIVE_INFINITY, idleMs)
  }

  verdict(server: string, { idleMs, roundTripMs, announcedMs }: IdleConnection): Verdict {
    const { survivedMs, closedMs } = this.#of(server)
    const arrivesMs = idleMs + Math.max(leastMarginMs, 2 * roundTripMs)
    if (closedMs !== null && arrivesMs >= closedMs / 2) return 'doubt'
    if (announcedMs !== null) return arrivesMs < announcedMs ? 'use' : 'doubt'
    if (arrivesMs >= Math.max(unannouncedMs, survivedMs)) return 'doubt'
    const longestMs = Math.max(survivedMs, idleMs)
    return longestMs >= watchedMs ? 'use' : { watchMs: watchedMs - idleMs }
  }

  #of(server: string): IdleRecord {
    const known = this.#records.get(server)
    if (known !== undefined && this.#now() - known.sinceMs < rememberedMs) return known
    const record = { survivedMs: 0, closedMs: null, sinceMs: this.#now() }
    this.#records.delete(server)
    this.#records.set(server, record)
    const [oldest] = this.#records.keys()
    if (this.#records.size > mostServers && oldest !== undefined) this.#records.delete(oldest)
    return record
  }
}
