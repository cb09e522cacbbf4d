/** Percent-encodes as UTF-8 all but the unreserved characters (RFC 3986 §2.3), as signatures and forms want it. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
