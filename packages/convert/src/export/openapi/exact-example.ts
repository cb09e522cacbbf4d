import { type JsonValue, parseJson } from '../../import/json-value.ts'

declare global {
  interface JSON {
    /** Returns what `JSON.stringify` writes as this text (ECMAScript proposal JSON.parse source text access). */
    rawJSON(text: string): never
  }
}

/**
 * Returns JSON as a value that `JSON.stringify` writes with the digits of its numbers as typed. Returns the text itself if it is not
 * JSON, for example because of a bare `{{name}}`, or if a value cannot repeat it: keys that are there twice, or numbers as keys,
 * which JavaScript sorts.
 */
export function exactExample(text: string): JsonValue {
  if (!parseJson(text).ok) return text
  const value: JsonValue = JSON.parse(text, withDigits)
  return JSON.stringify(value) === compactJson(text) ? value : text
}

function withDigits(_: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value
}

/** Returns valid JSON without white space, its strings as `JSON.stringify` writes them. */
function compactJson(text: string): string {
  const pieces: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character !== '"' && !/\s|\uFEFF/.test(character)) continue
    pieces.push(text.slice(start, at))
    if (character === '"') {
      const end = endOfString(text, at)
      pieces.push(JSON.stringify(JSON.parse(text.slice(at, end))))
      at = end - 1
    }
    start = at + 1
  }
  return [...pieces, text.slice(start)].join('')
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
