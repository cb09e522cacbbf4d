/**
 * Decodes a file: as UTF-8, unless a byte order mark or the zero in every other byte of Latin text indicates
 * UTF-16. The mark is removed. A file that is not valid UTF-8 and has no non-ASCII character in it is read as
 * Windows-1252, which older programs write.
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
