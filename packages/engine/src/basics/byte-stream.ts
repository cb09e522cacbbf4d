/** A connection on which both sides go on writing. It must be read to its end, or aborted. */
export interface ByteStream {
  /** What the other side writes. Throws if the connection breaks. */
  readonly incoming: AsyncIterable<Uint8Array>
  /** Resolves when the next write is welcome (back-pressure). Rejects if the connection is closed. */
  write(bytes: Uint8Array): Promise<void>
  /** Says that nothing more will be written. */
  end(): void
  /** Closes the connection at once. */
  abort(): void
}
