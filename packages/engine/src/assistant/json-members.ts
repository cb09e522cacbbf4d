/** Reads a JSON object; null for anything else. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Returns a member that is a text; empty for any other. */
export function memberText(object: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(object, name) ? object[name] : undefined
  return typeof value === 'string' ? value : ''
}
