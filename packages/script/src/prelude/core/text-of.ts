/** The text that a variable stores: text as it is, objects and lists as JSON, all else as `String` has it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) return JSON.stringify(value) ?? String(value)
  return String(value)
}
