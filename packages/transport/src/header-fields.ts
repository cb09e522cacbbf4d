import { isUtf8 } from 'node:buffer'
import type { HeaderField } from '@parley/model'

/**
 * Encodes text for Node, which writes header sections as latin1; values are sent as UTF-8 (behaviour,
 * Exactness).
 */
function toWire(text: string): string {
  if (isAscii(text)) return text
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** Returns the text of a received value: decoded as UTF-8 if valid, otherwise as latin1. */
export function fromWire(binary: string): string {
  if (isAscii(binary)) return binary
  const bytes = Buffer.from(binary, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : binary
}

/**
 * Returns whether a text is ASCII, as nearly all names and values are; it then has the same bytes in every
 * encoding.
 */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** Converts Node's flat list of names and values to fields. */
export function fieldsOf(rawHeaders: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    // Node's parsers take ASCII names alone.
    fields.push({ name: rawHeaders[at] ?? '', value: fromWire(rawHeaders[at + 1] ?? '') })
  }
  return fields
}

/** Converts fields to Node's flat list of names and values. */
export function rawHeadersOf(fields: readonly HeaderField[]): string[] {
  const rawHeaders: string[] = []
  for (const { name, value } of fields) rawHeaders.push(name, toWire(value))
  return rawHeaders
}

/** Returns all values of a field, joined as in RFC 9110 §5.3; empty if the field is absent. */
export function fieldValue(fields: readonly HeaderField[], name: string): string {
  let joined: string | null = null
  for (const field of fields) {
    // Most names have another length, so that they need not be lowered.
    if (field.name.length !== name.length || field.name.toLowerCase() !== name) continue
    joined = joined === null ? field.value : `${joined}, ${field.value}`
  }
  return joined ?? ''
}
