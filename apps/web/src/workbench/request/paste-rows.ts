import type { Row } from '@parley/model'

const requestLine = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+ \S+ HTTP\/[0-9.]+$/
const statusLine = /^HTTP\/[0-9.]+ [1-5][0-9]{2}(?: .*)?$/

/**
 * Returns the rows of a pasted text: `key: value`, `key=value` and tab-separated lines, `-H '…'` of a curl
 * command, or the head of an HTTP message without its first line. A line that begins with `#` or `//` is an
 * unticked row. Returns null if the text is none of these and should be pasted unchanged.
 * @param isRowEmpty whether a single line counts as a row; otherwise it may be the text of one cell
 */
export function rowsFromPaste(text: string, isRowEmpty: boolean): readonly Row[] | null {
  const fromCurl = rowsFromCurl(text)
  if (fromCurl !== null) return fromCurl
  const lines = messageHead(text.split(/\r\n|\r|\n/)).filter(line => line.trim() !== '')
  if (lines.length === 0 || (lines.length === 1 && !(isRowEmpty && isPair(lines[0] ?? '')))) return null
  const rows = lines.map(rowFromLine)
  return rows.every(row => row !== null) ? rows : null
}

/** The row of a line, or null where it has no delimiter: the first of tab, `:` and `=` divides it. */
export function rowFromLine(line: string): Row | null {
  const mark = /^\s*(?:#|\/\/)\s?/.exec(line)?.[0] ?? ''
  const content = line.slice(mark.length)
  const enabled = mark === ''
  if (content.includes('\t')) {
    const [name = '', value = '', ...rest] = content.split('\t')
    const description = rest.join(' ').trim()
    return { name: name.trim(), value, enabled, ...(description === '' ? {} : { description }) }
  }
  const at = indexOfDelimiter(content)
  if (at < 0) return null
  return { name: content.slice(0, at).trim(), value: content.slice(at + 1).trim(), enabled }
}

/** A delimiter inside a variable, as in `{{a:b}}`, does not count. */
function indexOfDelimiter(text: string): number {
  const match = /^(?:\{\{[^{}]*\}\}|[^:=])*/.exec(text)?.[0] ?? ''
  return match.length === text.length ? -1 : match.length
}

/** What one line alone must look like, so that an address or a sentence stays text. */
function isPair(line: string): boolean {
  return /^\s*[^\s:=]+(?::\s+\S|:$|=[^=]|\t)/.test(line) && !/^\s*[a-z][a-z0-9+.-]*:\/\//i.test(line)
}

/** The header lines of a pasted message: without its first line, and up to the blank line. */
function messageHead(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(line => line.trim() !== '')
  const start = lines[first]?.trim() ?? ''
  if (!requestLine.test(start) && !statusLine.test(start)) return lines
  const rest = lines.slice(first + 1)
  const end = rest.findIndex(line => line.trim() === '')
  return end < 0 ? rest : rest.slice(0, end)
}

/** `-H 'a: b'`, `-H "a: b"`, `-H a:b` and `--header …`, several on a line or one on each. */
function rowsFromCurl(text: string): readonly Row[] | null {
  const options = text.matchAll(
    /(?:^|\s)(?:-H|--header)(?:\s+|=)?(?:\$?'((?:[^']|'\\'')*)'|"((?:[^"\\]|\\[\s\S])*)"|([^\s'"]+))/g,
  )
  const rows: Row[] = []
  for (const [, single, double, bare] of options) {
    const field = single?.replaceAll("'\\''", "'") ?? double?.replace(/\\(["\\$`])/g, '$1') ?? bare ?? ''
    // `Name;` is how curl writes a header without value.
    const row = rowFromLine(field.endsWith(';') && !field.includes(':') ? `${field.slice(0, -1)}:` : field)
    if (row !== null) rows.push({ ...row, enabled: true })
  }
  return rows.length === 0 ? null : rows
}
