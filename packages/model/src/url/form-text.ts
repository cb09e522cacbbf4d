/**
 * Encodes a name or value as browsers do in forms (WHATWG URL, application/x-www-form-urlencoded
 * serializing): all characters but letters, digits and `*-._` as UTF-8 bytes, a space as `+`.
 */
export function encodeFormText(text: string): string {
  return text.toWellFormed().replace(/[^A-Za-z0-9*\-._]+/g, run =>
    encodeURIComponent(run)
      .replace(/[!'()~]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+'),
  )
}

/** Decodes a name or value; text with invalid escapes is unchanged. */
export function decodeFormText(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  // Most texts have no escape.
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
