/** What ends a stream or WebSocket that would go on: the first of these limits. */
export interface StreamLimits {
  /** The number of events, or of messages that a WebSocket received; 0: no such limit. */
  readonly events: number
  /** The time since the response began; 0: no such limit. */
  readonly forMs: number
  /** A condition on the data of one of them, such as `$.status == "done"`; empty: no such limit. */
  readonly until: string
}

export const noStreamLimits: StreamLimits = { events: 0, forMs: 0, until: '' }

/** Whether a stream would be ended at all. */
export function hasLimit({ events, forMs, until }: StreamLimits): boolean {
  return events > 0 || forMs > 0 || until.trim() !== ''
}
