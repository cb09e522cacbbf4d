/** Converts international host names. */
export interface HostNames {
  /** Returns the A-label form of a host name (RFC 5891); null if there is none. */
  toAscii(host: string): string | null
}
