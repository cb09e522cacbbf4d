/** Formats a time with its limit. */
export function shown(milliseconds, limitMs) {
  return `${milliseconds.toFixed(0)} ms (${(milliseconds / limitMs).toFixed(2)} of ${limitMs})`
}
