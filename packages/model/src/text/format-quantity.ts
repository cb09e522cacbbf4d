/** Formats a size: `0 B`, `486 B`, `4.1 KB`. A KB is 1,024 bytes. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const units = ['KB', 'MB', 'GB', 'TB']
  let value = bytes / 1024
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value.toFixed(1)} ${units[unit]}`
}

/** Formats a duration: `182 ms`, `1.2 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  const whole = Math.round(milliseconds)
  if (whole < 1000) return `${whole} ms`
  if (whole < 60_000) return `${(Math.min(whole, 59_949) / 1000).toFixed(1)} s`
  const seconds = Math.round(whole / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Formats an elapsed time in steps of 0.1 s. */
export function formatElapsed(milliseconds: number): string {
  return `${(Math.floor(Math.max(0, milliseconds) / 100) / 10).toFixed(1)} s`
}
