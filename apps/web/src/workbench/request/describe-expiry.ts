/** Returns when a token expires, as a countdown: `Expires in 42 min, at 15:14`. */
export function describeExpiry(
  expiresAt: number | null,
  nowMs: number,
  timeZone?: string,
): { readonly isOver: boolean; readonly text: string } {
  if (expiresAt === null) return { isOver: false, text: 'The server gave no expiry' }
  const isSoon = Math.abs(expiresAt - nowMs) < dayMs
  const zone = timeZone === undefined ? {} : { timeZone }
  const when = new Date(expiresAt)
  const clock = when.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', ...zone })
  const day = when.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...zone })
  const at = isSoon ? `at ${clock}` : `on ${day}, ${clock}`
  if (nowMs >= expiresAt) return { isOver: true, text: `Expired ${at}` }
  return { isOver: false, text: `Expires in ${remaining(expiresAt - nowMs)}, ${at}` }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** In its two largest units, the way a clock counts down. */
function remaining(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}
