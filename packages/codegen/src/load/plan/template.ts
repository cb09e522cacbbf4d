import { encodeFormText, isForbiddenInTarget, percentEncode } from '@parley/model'

/** A text with names that are filled in for each request. */
export type Template = readonly TemplatePiece[]

/** Literal text, or a name with how its value is written there. */
export type TemplatePiece = string | { readonly name: string; readonly encoding: Encoding }

/**
 * How a value is written: as it is, percent-encoded in a URL where it must be, as in forms, inside a JSON text, or
 * percent-encoded but for letters, digits and `-._~`, as clients of OAuth 2.0 are.
 */
export type Encoding = 'plain' | 'url' | 'form' | 'json' | 'strict'

/**
 * Returns the template of a text with `{{names}}`. A name that is not known stays text, as Parley sends it.
 * @param encodingAt - how the value of a name at an offset is written
 */
export function templateOf(
  text: string,
  known: ReadonlySet<string>,
  encodingAt: (offset: number) => Encoding,
): Template {
  const pieces: TemplatePiece[] = []
  let literal = ''
  let at = 0
  const end = () => {
    if (literal !== '') pieces.push(literal)
    literal = ''
  }
  while (at < text.length) {
    const start = text.indexOf('{{', at)
    const close = start === -1 ? -1 : text.indexOf('}}', start)
    if (close === -1) break
    const name = text.slice(start + 2, close)
    const encoding = encodingAt(start)
    literal += text.slice(at, start)
    if (known.has(name)) {
      end()
      pieces.push({ name, encoding })
    } else literal += encodeValue(`{{${name}}}`, encoding)
    at = close + 2
  }
  literal += text.slice(at)
  end()
  return pieces
}

/** Returns a template without names. */
export function literalTemplate(text: string): Template {
  return text === '' ? [] : [text]
}

/** Writes a value as Parley does there. The scripts have the same rules. */
export function encodeValue(value: string, encoding: Encoding): string {
  switch (encoding) {
    case 'plain':
      return value
    case 'url':
      return [...value].map(one => (isForbiddenInTarget(one) ? percentEncode(one) : one)).join('')
    case 'form':
      return encodeFormText(value)
    case 'json':
      return JSON.stringify(value).slice(1, -1)
    case 'strict':
      return encodeURIComponent(value.toWellFormed())
        .replaceAll('!', '%21')
        .replaceAll("'", '%27')
        .replaceAll('(', '%28')
        .replaceAll(')', '%29')
        .replaceAll('*', '%2A')
  }
}

/**
 * Returns how values are written in the JSON text of a GraphQL request: inside the query they are parts of a JSON string, in
 * the variables and extensions they are as typed.
 */
export function graphQlEncoding(text: string): (offset: number) => Encoding {
  const ranges: (readonly [number, number])[] = []
  let depth = 0
  let start = -1
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (start !== -1) {
      if (character === '\\') at += 1
      else if (character === '"') {
        ranges.push([start, at])
        start = -1
      }
    } else if (character === '"' && depth === 1) start = at
    else if (character === '"') at = endOfString(text, at)
    else if (character === '{' && text[at + 1] === '{') at = Math.max(at, text.indexOf('}}', at) + 1)
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
  }
  return offset => (ranges.some(([from, to]) => offset > from && offset < to) ? 'json' : 'plain')
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}
