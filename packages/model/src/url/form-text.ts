/**
 * A name or value as browsers write it into a form (WHATWG URL, application/x-www-form-urlencoded
 * serializing): all but letters, digits and `*-._` by their bytes in UTF-8; a space is a `+`.
 */
export function encodeFormText(text: string): string {
  return text.toWellFormed().replace(/[^A-Za-z0-9*\-._]+/g, run =>
    encodeURIComponent(run)
      .replace(/[!'()~]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+'),
  )
}

/** What an encoded name or value stands for; text with broken escapes stays as it is. */
export function decodeFormText(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
