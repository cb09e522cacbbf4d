import { decodeFormText, encodeFormText, type RawLanguage, type Row, row } from '@parley/model'

/** Parses an encoded form; null if the fields would not write exactly the same text. */
export function formRows(text: string): readonly Row[] | null {
  if (text === '') return []
  const rows: Row[] = []
  for (const piece of text.split('&')) {
    const equals = piece.indexOf('=')
    if (equals < 0 || piece === '=') return null
    const name = decodeFormText(piece.slice(0, equals))
    const value = decodeFormText(piece.slice(equals + 1))
    if (`${encodeFormText(name)}=${encodeFormText(value)}` !== piece) return null
    rows.push(row(name, value))
  }
  return rows
}

/** Returns the language in which a body of a media type is shown. */
export function languageOf(mediaType: string): RawLanguage {
  if (/[/+]json$/.test(mediaType)) return 'json'
  if (/[/+]xml$/.test(mediaType)) return 'xml'
  if (mediaType === 'text/html') return 'html'
  if (/\/(?:x-)?(?:java|ecma)script$/.test(mediaType)) return 'javascript'
  if (/[/+](?:x-)?yaml$/.test(mediaType)) return 'yaml'
  return mediaType === 'application/sparql-query' ? 'sparql' : 'text'
}
