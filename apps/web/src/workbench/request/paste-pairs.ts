import { decodeFormText, paramsFromUrl, queryPieces, type Row, row } from '@parley/model'

/** Returns the rows of a pasted query, such as `a=1&b=two%20words`; null if the text is none. */
export function rowsFromQuery(text: string): readonly Row[] | null {
  const query = queryOf(text)
  return query === null ? null : paramsFromUrl(query, [])
}

/** Returns the rows of the pasted content of a form, such as `user=ann%40x&pw=a+b`; null if the text is none. */
export function rowsFromForm(text: string): readonly Row[] | null {
  const query = queryOf(text)
  if (query === null) return null
  return queryPieces(query).map(piece => {
    const [name, value] = pairOf(piece)
    return row(decodeFormText(name), decodeFormText(value))
  })
}

/** Returns the rows of a pasted header `Cookie`, with or without its name, or of one `Set-Cookie`; null if the text is none. */
export function rowsFromCookies(text: string): readonly Row[] | null {
  const line = text.trim()
  const colon = line.indexOf(':')
  const header = line.slice(0, Math.max(colon, 0)).toLowerCase()
  const isHeader = header === 'cookie' || header === 'set-cookie'
  if (line.includes('\n') || !(isHeader || line.includes(';'))) return null
  const parts = (isHeader ? line.slice(colon + 1) : line).split(';').map(part => part.trim())
  const pairs = (header === 'set-cookie' ? parts.slice(0, 1) : parts).filter(part => part !== '')
  if (pairs.length === 0 || pairs.some(part => part.indexOf('=') < 1)) return null
  return pairs.map(part => row(...pairOf(part)))
}

/** The text as the query of a URL; null if it is one pair or a sentence. */
function queryOf(text: string): string | null {
  const line = text.trim()
  const query = line.startsWith('?') ? line : `?${line}`
  const isQuery = line.includes('=') && (line.startsWith('?') || line.includes('&'))
  // A scheme before the query makes it an address.
  return isQuery && !hasSpace(line) && !line.includes('://') ? query : null
}

function hasSpace(line: string): boolean {
  return [' ', '\t', '\n'].some(space => line.includes(space))
}

function pairOf(piece: string): [name: string, value: string] {
  const at = piece.indexOf('=')
  return at < 0 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)]
}
