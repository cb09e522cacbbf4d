/** Where a stream is continued. */
export interface StreamPosition {
  /** Empty if no event has had an ID. */
  readonly lastEventId: string
  /** How long to wait before the next connection; null if the stream did not say. */
  readonly retryMs: number | null
  /** Whether the last connection had the event `[DONE]`, with which services of language models end their streams. */
  readonly isDone: boolean
}

export const streamStart: StreamPosition = { lastEventId: '', retryMs: null, isDone: false }

/** Returns where a stream continues after a connection that began at `before`. */
export function positionAfter(
  before: StreamPosition,
  { lastEventId, retryMs, isDone }: StreamPosition,
): StreamPosition {
  return {
    lastEventId: lastEventId === '' ? before.lastEventId : lastEventId,
    retryMs: retryMs ?? before.retryMs,
    isDone,
  }
}
