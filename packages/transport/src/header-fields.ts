import { isUtf8 } from 'node:buffer'
import type { HeaderField } from '@parley/model'

/** Node writes and reads header sections as latin1; values travel as UTF-8 (product decisions). */
function toWire(text: string): string {
  if (isAscii(text)) return text
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** The text of a received value: UTF-8 where it is that, else latin1 byte by byte. */
export function fromWire(binary: string): string {
  if (isAscii(binary)) return binary
  const bytes = Buffer.from(binary, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : binary
}

/** Nearly all names and values are, and they are the same bytes in every encoding. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** Node's flat list of names and values as fields. */
export function fieldsOf(rawHeaders: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    fields.push({ name: fromWire(rawHeaders[at] ?? ''), value: fromWire(rawHeaders[at + 1] ?? '') })
  }
  return fields
}

/** Fields as Node's flat list of names and values. */
export function rawHeadersOf(fields: readonly HeaderField[]): string[] {
  return fields.flatMap(({ name, value }) => [name, toWire(value)])
}

/** All values of a field, joined as RFC 9110 §5.3 has it; empty where there is none. */
export function fieldValue(fields: readonly HeaderField[], name: string): string {
  return fields
    .filter(field => field.name.toLowerCase() === name)
    .map(field => field.value)
    .join(', ')
}
