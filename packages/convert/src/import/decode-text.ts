/**
 * The text of a file: UTF-8 unless its first bytes say UTF-16, by a byte order mark or by the zero that
 * every other byte of Latin text then is. The mark is no part of the text. What no UTF-8 is and holds no
 * character of it beyond ASCII is read as Windows-1252, in which older programs write.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first !== 0 && second === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0 && second !== 0 && second !== undefined) return new TextDecoder('utf-16be').decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  const isUtf8 = !text.includes('\ufffd') || /[^\p{ASCII}\ufffd]/u.test(text)
  return isUtf8 ? text : new TextDecoder('windows-1252').decode(bytes)
}
