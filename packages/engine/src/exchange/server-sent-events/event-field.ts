import type { StreamLine } from './split-lines.ts'

/** `other`: a comment, or a name that the standard does not know (WHATWG HTML §9.2.6). */
export type FieldName = 'data' | 'event' | 'id' | 'retry' | 'other'

const names = (['data', 'event', 'id', 'retry'] as const).map(name => ({
  name,
  bytes: [...name].map(letter => letter.charCodeAt(0)),
}))
const colon = 0x3a
const space = 0x20

/** Returns the name of the field in a line: what is before its first colon, or the whole line without one. */
export function fieldName({ bytes, from, to }: StreamLine): FieldName {
  for (const known of names) {
    const end = from + known.bytes.length
    if (to < end || (to > end && bytes[end] !== colon)) continue
    if (known.bytes.every((byte, at) => bytes[from + at] === byte)) return known.name
  }
  return 'other'
}

/** Returns the value of a known field: what follows the colon and at most one space. */
export function fieldValue({ bytes, from, to }: StreamLine, name: FieldName): Uint8Array {
  const start = from + name.length + 1
  return bytes.subarray(Math.min(to, bytes[start] === space ? start + 1 : start), to)
}

/** Whether a line is a comment. */
export function isComment({ bytes, from, to }: StreamLine): boolean {
  return from < to && bytes[from] === colon
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes a value, with U+FFFD for what is not UTF-8. */
export function fieldText(value: Uint8Array): string {
  return decoder.decode(value)
}

/** Returns the reconnection time in milliseconds; null unless the value is digits only. */
export function retryOf(value: Uint8Array): number | null {
  const text = fieldText(value)
  return /^[0-9]+$/.test(text) ? Number(text) : null
}
