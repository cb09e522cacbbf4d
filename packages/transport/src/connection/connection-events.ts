/** What a connection tells of itself to whoever keeps it. */
export interface ConnectionEvents {
  /**
   * Nothing is under way any more and a further exchange may begin. The server closes it after
   * `serverLimitMs`; null where it has not said so.
   */
  onIdle(serverLimitMs: number | null): void
  /** No further exchange may begin. */
  onClosed(): void
}
