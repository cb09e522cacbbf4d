import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { failed, type OpenCollectionObject, ok, type Result } from '@parley/model'
import { type Damage, damage, maximumDocumentBytes, wrongContent } from './damage.ts'
import type { DocumentFormat } from './document-format.ts'
import { mergeLines } from './merge-lines.ts'
import { type ListOrder, mergeValue } from './merge-value.ts'
import { documentOf, readYaml, readYamlText } from './parse-yaml.ts'
import { printPlainYaml } from './print-plain-yaml.ts'
import { newDocument, printText, spaceParts, styleOf } from './yaml-style.ts'

/** A file that was read: its value and its original text. */
export interface ReadDocument<Entity> {
  readonly entity: Entity
  readonly text: string
}

/** Returns a digest of the bytes of a file. */
export function versionOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url')
}

/** Reads the bytes of a file. Damage is returned, never thrown. */
export function readDocument<Entity>(
  bytes: Uint8Array,
  format: DocumentFormat<Entity>,
): Result<ReadDocument<Entity>, Damage> {
  const parsed = readYaml(bytes)
  if (!parsed.ok) return parsed
  const { text, value } = parsed.value
  const read = format.read(value)
  if (!read.ok) return failed(wrongContent(read.failure))
  return ok({ entity: read.value, text })
}

/**
 * Returns the text of a file that contains `entity`, based on its present text: unknown keys, comments, the
 * order of keys and the formatting are kept, and an unchanged entity gives the same text. The result is read
 * back and compared, so that nothing unreadable is written.
 * @param before the file's present text; null for a new file
 */
export function writeDocument<Entity>(
  entity: Entity,
  format: DocumentFormat<Entity>,
  before: string | null,
): Result<string, Damage> {
  const after = format.write(entity)
  // Printing a value takes much more time and memory than measuring it.
  if (isLongerThan(after, maximumDocumentBytes)) return failed(damage('TOO_LARGE'))
  const isFaithful = (text: string) => readsBackAs(text, format, after)
  if (before !== null) {
    const parsed = readYamlText(before)
    if (!parsed.ok) return parsed
    const read = format.read(parsed.value.value)
    if (!read.ok) return failed(wrongContent(read.failure))
    for (const text of editedTexts(before, format.write(read.value), after))
      if (isFaithful(text)) return withinSize(text)
  }
  const text = newText(after)
  const sized = withinSize(text)
  if (!sized.ok || isFaithful(text)) return sized
  return failed(damage('WRONG_CONTENT', 'This cannot be written to a file without losing something.'))
}

/**
 * Returns whether a value takes more bytes in any file: each text its length, and each member or entry two more at least. Reads
 * no more of the value than that takes.
 */
export function isLongerThan(value: unknown, bytes: number): boolean {
  const open = [value]
  let length = 0
  while (open.length > 0) {
    const one = open.pop()
    length += 2
    if (typeof one === 'string') length += one.length
    else if (Array.isArray(one)) for (const entry of one) open.push(entry)
    else if (typeof one === 'object' && one !== null)
      for (const [name, member] of Object.entries(one)) {
        length += name.length
        open.push(member)
      }
    if (length > bytes) return true
  }
  return false
}

function withinSize(text: string): Result<string, Damage> {
  return Buffer.byteLength(text) > maximumDocumentBytes ? failed(damage('TOO_LARGE')) : ok(text)
}

/** Yields the file's text with the changes: first in its own formatting, then, if that fails, in Parley's. */
function* editedTexts(
  text: string,
  before: OpenCollectionObject,
  after: OpenCollectionObject,
): Generator<string> {
  if (isDeepStrictEqual(before, after)) yield text
  for (const order of ['file', 'written'] as const) yield* editedIn(text, before, after, order)
}

function* editedIn(
  text: string,
  before: OpenCollectionObject,
  after: OpenCollectionObject,
  order: ListOrder,
): Generator<string> {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const isCrLf = /\r\n/.test(text)
  const plain = text.slice(mark.length).replaceAll('\r\n', '\n')
  const style = styleOf(plain)
  const document = documentOf(plain)
  const unchanged = document.toString(style)
  mergeValue(document, before, after, order)
  const edited = document.toString(style)
  const restore = (merged: string) => mark + (isCrLf ? merged.replaceAll('\n', '\r\n') : merged)
  yield restore(mergeLines(unchanged, plain, edited))
  yield restore(edited)
}

function newText(value: OpenCollectionObject): string {
  const plain = printPlainYaml(value, printText)
  if (plain !== null) return plain
  const document = newDocument(value)
  spaceParts(document)
  return document.toString(styleOf(''))
}

/** Returns whether a text, after encoding as UTF-8, reads back as the intended content. */
function readsBackAs<Entity>(
  text: string,
  format: DocumentFormat<Entity>,
  after: OpenCollectionObject,
): boolean {
  const parsed = readYaml(new TextEncoder().encode(text))
  if (!parsed.ok) return false
  const read = format.read(parsed.value.value)
  return read.ok && isDeepStrictEqual(format.write(read.value), after)
}
