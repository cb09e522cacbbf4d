import type { StreamLimits } from './stream-limits.ts'

/** How a request for an event stream connects (behaviour 1). */
export interface StreamSettings {
  /** Whether a GET connects again when the stream ends or breaks. */
  readonly reconnect: boolean
  /** Whether a request of another method, which repeats what it does, connects again as well; absent: no. */
  readonly reconnectOtherMethods?: true
  /** How long a stream may send nothing before it is ended; 0: without limit. */
  readonly idleMs: number
  /** Sent as `Last-Event-ID` of the first connection; empty: no such header. May contain `{{variables}}`. */
  readonly lastEventId: string
  /** What ends it in a run; absent: a run skips the request. */
  readonly runLimits?: StreamLimits
}

export const defaultStreamSettings: StreamSettings = { reconnect: true, idleMs: 0, lastEventId: '' }

/**
 * Returns whether a stream that ended is connected again. `EventSource` sends nothing but GET (WHATWG HTML §9.2), so every
 * other method is sent again only if the user says so.
 */
export function mayReconnect({ reconnect, reconnectOtherMethods }: StreamSettings, method: string): boolean {
  return reconnect && (method === 'GET' || reconnectOtherMethods === true)
}

/** Returns the settings with which requests of this method connect again, or do not. */
export function withReconnect(stream: StreamSettings, method: string, isOn: boolean): StreamSettings {
  const { reconnectOtherMethods: _, ...others } = stream
  if (method === 'GET') return { ...stream, reconnect: isOn }
  return isOn ? { ...others, reconnect: true, reconnectOtherMethods: true } : others
}
