/**
 * Returns the whole seconds until a time that another machine set; both are milliseconds since the epoch. A second that has begun
 * counts, so what lasts 5 s begins with 5, and 0 or less is over.
 */
export function secondsUntil(at: number, nowMs: number): number {
  return Math.ceil((at - nowMs) / 1000)
}

/**
 * Returns when a token expires, as a countdown: `Expires in 42 min, at 15:14`.
 * @param secondsLeft - until then, from {@link secondsUntil}
 */
export function describeExpiry(
  expiresAt: number | null,
  secondsLeft: number,
  timeZone?: string,
): { readonly isOver: boolean; readonly text: string } {
  if (expiresAt === null) return { isOver: false, text: 'The server gave no expiry' }
  const isSoon = Math.abs(secondsLeft) < daySeconds
  const zone = timeZone === undefined ? {} : { timeZone }
  const when = new Date(expiresAt)
  const clock = when.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', ...zone })
  const day = when.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...zone })
  const at = isSoon ? `at ${clock}` : `on ${day}, ${clock}`
  if (secondsLeft <= 0) return { isOver: true, text: `Expired ${at}` }
  return { isOver: false, text: `Expires in ${remaining(secondsLeft)}, ${at}` }
}

const daySeconds = 24 * 60 * 60

/** In its two largest units, the way a clock counts down. */
function remaining(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}
