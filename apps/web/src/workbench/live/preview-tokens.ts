/** A part of a preview, and the colour that it has in JSON. */
export interface PreviewToken {
  readonly text: string
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'other'
}

const token = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g

/** Splits the beginning of a JSON text into tokens. Another text is a single one. */
export function previewTokens(text: string): readonly PreviewToken[] {
  if (!/^\s*[[{]/.test(text)) return [{ text, kind: 'other' }]
  const tokens: PreviewToken[] = []
  let at = 0
  const add = (part: string, kind: PreviewToken['kind']) => {
    if (part !== '') tokens.push({ text: part, kind })
  }
  for (const { index, 0: whole, 1: string, 2: colon, 3: number } of text.matchAll(token)) {
    add(text.slice(at, index), 'other')
    if (string !== undefined) add(string, colon === undefined ? 'string' : 'key')
    else add(whole, number === undefined ? 'word' : 'number')
    add(colon ?? '', 'other')
    at = index + whole.length
  }
  add(text.slice(at), 'other')
  return tokens
}
