/**
 * Returns the text that a variable stores: text unchanged, objects and lists as JSON, other values by
 * `String`.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) return JSON.stringify(value) ?? String(value)
  return String(value)
}
