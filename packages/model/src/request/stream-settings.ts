import type { StreamLimits } from './stream-limits.ts'

/** How a request for an event stream connects (spec 1). */
export interface StreamSettings {
  /** Whether it connects again when the stream ends or breaks. */
  readonly reconnect: boolean
  /** How long a stream may send nothing before it is ended; 0: without limit. */
  readonly idleMs: number
  /** Sent as `Last-Event-ID` of the first connection; empty: no such header. May contain `{{variables}}`. */
  readonly lastEventId: string
  /** What ends it in a run; absent: a run skips the request. */
  readonly runLimits?: StreamLimits
}

export const defaultStreamSettings: StreamSettings = { reconnect: true, idleMs: 0, lastEventId: '' }
