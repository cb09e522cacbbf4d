/** Where a stream is continued. */
export interface StreamPosition {
  /** Empty if no event has had an ID. */
  readonly lastEventId: string
  /** How long to wait before the next connection; null if the stream did not say. */
  readonly retryMs: number | null
}

/** Returns where a stream continues after a connection that began at `before`. */
export function positionAfter(
  before: StreamPosition,
  { lastEventId, retryMs }: StreamPosition,
): StreamPosition {
  return {
    lastEventId: lastEventId === '' ? before.lastEventId : lastEventId,
    retryMs: retryMs ?? before.retryMs,
  }
}
