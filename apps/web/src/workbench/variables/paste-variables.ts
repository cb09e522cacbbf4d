import { type JsonNode, type Row, readJsonTree, row } from '@parley/model'

/** Returns the rows of a pasted `.env` file or JSON object; null if the text is neither. */
export function rowsFromVariables(text: string): readonly Row[] | null {
  return rowsFromJson(text) ?? rowsFromEnvFile(text)
}

/** The members of an object. What is no text stays JSON, with all its digits. */
function rowsFromJson(text: string): readonly Row[] | null {
  const { root, fault } = readJsonTree(text)
  if (fault !== null || root?.kind !== 'object' || root.members.length === 0) return null
  const textOf = (node: JsonNode) => (node.kind === 'string' ? node.text : text.slice(node.from, node.to))
  return root.members.map(({ key, value }) => row(key, textOf(value)))
}

/** The assignments of a file of environment variables. A comment that is one makes an unticked row, another is left out. */
function rowsFromEnvFile(text: string): readonly Row[] | null {
  const rows: Row[] = []
  let at = 0
  while (at < text.length) {
    const end = lineEnd(text, at)
    const line = text.slice(at, end).trim()
    const isComment = line.startsWith('#')
    const name = nameOf(isComment ? line.slice(1) : line)
    if (name === null && !isComment && line !== '') return null
    if (name === null) {
      at = end + 1
      continue
    }
    const read = valueAt(text, text.indexOf('=', at) + 1)
    rows.push({ ...row(name, read.value), enabled: !isComment })
    at = read.end + 1
  }
  return rows.length === 0 ? null : rows
}

/** The name before the equals sign of a line, without `export`; null if the line assigns nothing. */
function nameOf(line: string): string | null {
  const at = line.indexOf('=')
  const words = line.slice(0, Math.max(at, 0)).trim().split(' ')
  const name = words.length === 2 && words[0] === 'export' ? words[1] : words[0]
  const isOne = words.length === 1 || words[0] === 'export'
  return isOne && name !== undefined && name !== '' && !name.includes(':') ? name : null
}

/** Reads a value, in quotes over several lines, and says where its last line ends. */
function valueAt(text: string, from: number): { readonly value: string; readonly end: number } {
  const end = lineEnd(text, from)
  const start = from + (text.slice(from, end).length - text.slice(from, end).trimStart().length)
  const quote = text.charAt(start)
  const close = quote === '"' || quote === "'" ? closingQuote(text, start) : -1
  if (close !== -1) {
    const quoted = text.slice(start + 1, close)
    return { value: quote === '"' ? unescaped(quoted) : quoted, end: lineEnd(text, close) }
  }
  const typed = text.slice(from, end)
  const comment = typed.indexOf(' #')
  return { value: (comment === -1 ? typed : typed.slice(0, comment)).trim(), end }
}

function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start)
  for (let at = start + 1; at < text.length; at += 1) {
    if (quote === '"' && text.charAt(at) === '\\') at += 1
    else if (text.charAt(at) === quote) return at
  }
  return -1
}

/** The escapes of double quotes. Any other backslash stays. */
function unescaped(quoted: string): string {
  const escapes: Readonly<Record<string, string>> = {
    n: '\n',
    r: '\r',
    t: '\t',
    '"': '"',
    '\\': '\\',
    $: '$',
  }
  let value = ''
  for (let at = 0; at < quoted.length; at += 1) {
    const replaced = quoted.charAt(at) === '\\' ? escapes[quoted.charAt(at + 1)] : undefined
    value += replaced ?? quoted.charAt(at)
    if (replaced !== undefined) at += 1
  }
  return value
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}
