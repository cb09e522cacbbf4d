/** How serious the status of a call is, as that of a response is. */
export type CallTone = 'success' | 'warning' | 'danger'

/** Codes that say that the server failed: UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL, UNAVAILABLE and DATA_LOSS. */
const faultsOfServers: ReadonlySet<number> = new Set([2, 4, 12, 13, 14, 15])

/** Returns the tone of a status: as HTTP has classes, faults of the caller and of the server. */
export function callTone(code: number): CallTone {
  if (code === 0) return 'success'
  return faultsOfServers.has(code) ? 'danger' : 'warning'
}
