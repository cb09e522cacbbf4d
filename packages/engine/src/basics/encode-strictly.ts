/**
 * Percent-encodes everything but the unreserved characters as UTF-8 (RFC 3986 §2.3), as signatures and forms
 * need it.
 */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
