import type { FieldView } from '../../shared/script-view.ts'
import { textOf } from './text-of.ts'

/** Converts an object, a list of `{ key, value }`, or lines `Name: value` (behaviour 4.10). */
export function fieldsOf(header: unknown): readonly FieldView[] {
  if (header === undefined || header === null) return []
  if (typeof header === 'string') return header.split(/\r?\n/).flatMap(fieldOfLine)
  if (Array.isArray(header))
    return header.flatMap(one => (typeof one === 'string' ? fieldOfLine(one) : fieldOfPair(one)))
  return Object.entries(header).map(([name, value]) => ({ name, value: String(value) }))
}

function fieldOfLine(line: string): readonly FieldView[] {
  const colon = line.indexOf(':')
  return colon === -1 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }]
}

function fieldOfPair(pair: unknown): readonly FieldView[] {
  if (typeof pair !== 'object' || pair === null || Reflect.get(pair, 'disabled') === true) return []
  const name = Reflect.get(pair, 'key') ?? Reflect.get(pair, 'name')
  return [{ name: String(name), value: String(Reflect.get(pair, 'value') ?? '') }]
}

/** A body as it is sent; null: none. */
export interface PostmanContent {
  readonly content: string | null
  /** Used as Content-Type if the script sets none. */
  readonly mediaType: string | null
}

/**
 * Encodes the content: a plain object as JSON, and one with a `mode` accordingly.
 * @throws for forms with files, naming the caller
 */
export function contentOf(caller: string, body: unknown): PostmanContent {
  if (body === undefined || body === null) return { content: null, mediaType: null }
  if (typeof body !== 'object') return { content: String(body), mediaType: null }
  const read = (name: string): unknown => Reflect.get(body, name)
  switch (read('mode')) {
    case 'raw':
      return { content: textOf(read('raw') ?? ''), mediaType: null }
    case 'urlencoded':
      return { content: formText(read('urlencoded')), mediaType: 'application/x-www-form-urlencoded' }
    case 'graphql':
      return { content: JSON.stringify(read('graphql') ?? {}), mediaType: 'application/json' }
    case 'formdata':
    case 'file':
      throw new Error(`${caller} with a body of mode ${String(read('mode'))} is not supported`)
  }
  return { content: JSON.stringify(body), mediaType: 'application/json' }
}

function formText(form: unknown): string {
  if (typeof form === 'string') return form
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  return fieldsOf(form)
    .map(({ name, value }) => `${encode(name)}=${encode(value)}`)
    .join('&')
}
