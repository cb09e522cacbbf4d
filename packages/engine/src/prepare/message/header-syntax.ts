const tokenPattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Returns whether a text is a token (RFC 9110 §5.6.2), as methods and header names must be. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

/**
 * Returns whether a text can be a header value: no control characters except tab, so no line breaks (RFC 9110
 * §5.5).
 */
export function isHeaderValue(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return false
  }
  return true
}
