const tokenPattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** A token (RFC 9110 §5.6.2): what a method and a header's name are made of. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

/** A header's value may hold no control character but tab, so no line break (RFC 9110 §5.5). */
export function isHeaderValue(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code < 0x20 && code !== 0x09) || code === 0x7f) return false
  }
  return true
}
