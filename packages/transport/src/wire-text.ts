import type { HeaderField } from '@parley/model'

/** Node writes and reads header sections as latin1; values travel as UTF-8 (product decisions). */
export function toWire(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** The text of a received value: UTF-8 where it is that, else latin1 byte by byte. */
export function fromWire(binary: string): string {
  const bytes = Buffer.from(binary, 'latin1')
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? binary : text
}

/** Node's flat list of names and values as fields. */
export function fieldsOf(rawHeaders: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    fields.push({ name: fromWire(rawHeaders[at] ?? ''), value: fromWire(rawHeaders[at + 1] ?? '') })
  }
  return fields
}

/** Bytes of a start line and header section as they stand on the wire of HTTP/1.1. */
export function headerSectionBytes(startLine: string, fields: readonly HeaderField[]): number {
  const lines = fields.reduce(
    (sum, { name, value }) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + 4,
    0,
  )
  return Buffer.byteLength(startLine) + 2 + lines + 2
}

/** All values of a field, joined as RFC 9110 §5.3 has it; empty where there is none. */
export function fieldValue(fields: readonly HeaderField[], name: string): string {
  return fields
    .filter(field => field.name.toLowerCase() === name)
    .map(field => field.value)
    .join(', ')
}
