/** Percent-encodes a character as UTF-8 (RFC 3986 §2.1); a lone surrogate becomes U+FFFD. */
export function percentEncode(character: string): string {
  const ascii = character.length === 1 && character.charCodeAt(0) < 0x80
  if (ascii) return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  return encodeURIComponent(character.isWellFormed() ? character : '\ufffd')
}

/**
 * Returns whether a character is not allowed in a request target: space, controls, non-ASCII and
 * ``"<>\^`{|}`` (behaviour, URL and Params).
 */
export function isForbiddenInTarget(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code <= 0x20 || code >= 0x7f || '"<>\\^`{|}'.includes(character)
}
