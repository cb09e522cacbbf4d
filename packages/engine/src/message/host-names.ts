/** How the host writes international names. */
export interface HostNames {
  /** The A-label form of a host name (RFC 5891); null where there is none. */
  toAscii(host: string): string | null
}
