/** The events that a connection reports to its owner. */
export interface ConnectionEvents {
  /**
   * No exchange is in progress any more, and another may begin. The server closes the connection after
   * `serverLimitMs`; null if the server has not announced a limit.
   */
  onIdle(serverLimitMs: number | null): void
  /** The connection accepts no further exchange. */
  onClosed(): void
}
