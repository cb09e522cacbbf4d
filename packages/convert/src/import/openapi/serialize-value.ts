import { entriesOf, isObject, type JsonValue, listOf, textOf } from '../json-value.ts'

/** The styles of OpenAPI 3, and the one that Swagger 2 calls `tsv`. */
export const styles = [
  'form',
  'simple',
  'label',
  'matrix',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
] as const

/** How a list or an object is written as text. */
export type Style = (typeof styles)[number]

/** A style, and whether each item of a list and each member of an object is written separately. */
export interface Serialization {
  readonly style: Style
  readonly explode: boolean
}

/** A name and its text. The styles of paths and headers use the text alone, which then contains what they put before it. */
export interface SerializedPair {
  readonly name: string
  readonly value: string
}

/** What is written before, between the parts of an exploded value, and between all others (RFC 6570 §3.2.1). */
const marks: Readonly<
  Record<Style, { readonly prefix: string; readonly separator: string; readonly delimiter: string }>
> = {
  form: { prefix: '', separator: '', delimiter: ',' },
  simple: { prefix: '', separator: ',', delimiter: ',' },
  label: { prefix: '.', separator: '.', delimiter: ',' },
  matrix: { prefix: ';', separator: ';', delimiter: ',' },
  spaceDelimited: { prefix: '', separator: '', delimiter: ' ' },
  pipeDelimited: { prefix: '', separator: '', delimiter: '|' },
  tabDelimited: { prefix: '', separator: '', delimiter: '\t' },
  deepObject: { prefix: '', separator: '', delimiter: ',' },
}

/**
 * Writes a value as its style says (https://spec.openapis.org/oas/v3.1.1.html#style-examples): several pairs if the style
 * repeats a name, otherwise one. An empty list or object is written like an empty text. What the specification leaves open:
 * values inside of the items and members are JSON text, but have brackets of their own in `deepObject`; a list there has empty
 * ones; delimited styles that are exploded repeat the name.
 * @param encode called for each text of the value, but not for delimiters and the name of the parameter
 */
export function serializeValue(
  name: string,
  value: JsonValue,
  { style, explode }: Serialization,
  encode: (text: string) => string = text => text,
): readonly SerializedPair[] {
  if (style === 'deepObject') return bracketedPairs(name, value, encode)
  const members = entriesOf(value).map(([key, one]) => ({ name: encode(key), value: encode(textOf(one)) }))
  const items = listOf(value).map(one => ({ name, value: encode(textOf(one)) }))
  const parts = isObject(value) ? members : items
  if (parts.length === 0) return written(name, isComposite(value) ? '' : encode(textOf(value)), style)
  if (explode) return exploded(name, parts, isObject(value), style)
  const texts = isObject(value) ? parts.flatMap(one => [one.name, one.value]) : parts.map(one => one.value)
  return written(name, texts.join(marks[style].delimiter), style)
}

function isComposite(value: JsonValue): boolean {
  return Array.isArray(value) || isObject(value)
}

function written(name: string, text: string, style: Style): readonly SerializedPair[] {
  return [{ name, value: `${marks[style].prefix}${style === 'matrix' ? named(name, text) : text}` }]
}

function exploded(
  name: string,
  parts: readonly SerializedPair[],
  hasNames: boolean,
  style: Style,
): readonly SerializedPair[] {
  const { prefix, separator } = marks[style]
  if (separator === '') return parts
  const texts = parts.map(one => {
    if (style === 'matrix') return named(one.name, one.value)
    return hasNames ? `${one.name}=${one.value}` : one.value
  })
  return [{ name, value: `${prefix}${texts.join(separator)}` }]
}

/** Path-style parameters without a value have no equals sign (RFC 6570 §3.2.7). */
function named(name: string, text: string): string {
  return text === '' ? name : `${name}=${text}`
}

function bracketedPairs(
  name: string,
  value: JsonValue,
  encode: (text: string) => string,
): readonly SerializedPair[] {
  const members = entriesOf(value)
  const items = listOf(value)
  if (members.length > 0)
    return members.flatMap(([key, one]) => bracketedPairs(`${name}[${encode(key)}]`, one, encode))
  if (items.length > 0) return items.flatMap(one => bracketedPairs(`${name}[]`, one, encode))
  return [{ name, value: isComposite(value) ? '' : encode(textOf(value)) }]
}

const reserved = new Set(":/?#[]@!$&'()*+,;=%")

/**
 * Percent-encodes the reserved characters (RFC 3986 §2.2) and the percent sign in a value of a URL. `{{names}}` are kept, and
 * so are the characters that no URL can contain, which are encoded when it is sent.
 * @param allowReserved reserved characters and escapes stay as they are (RFC 6570 §3.2.3)
 */
export function escapeReserved(text: string, allowReserved = false): string {
  let escaped = ''
  const lastClosing = text.lastIndexOf('}}')
  for (let at = 0; at < text.length; ) {
    const opening = at < lastClosing && text.startsWith('{{', at)
    const end = opening ? text.indexOf('}}', at) + 2 : at + 1
    const piece = text.slice(at, end)
    const isKept = opening || !reserved.has(piece) || (allowReserved && !isBarePercent(text, at))
    escaped += isKept ? piece : `%${piece.charCodeAt(0).toString(16).toUpperCase()}`
    at = end
  }
  return escaped
}

function isBarePercent(text: string, at: number): boolean {
  return text[at] === '%' && !(isHexDigit(text[at + 1]) && isHexDigit(text[at + 2]))
}

function isHexDigit(character = '-'): boolean {
  return '0123456789abcdefABCDEF'.includes(character)
}
