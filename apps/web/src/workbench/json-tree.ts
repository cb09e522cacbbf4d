/** A JSON value as it is written: numbers keep their digits, objects their duplicate keys and order. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly JsonEntry[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string }

export interface JsonEntry {
  readonly key: string
  readonly value: JsonNode
}

interface OpenNode {
  readonly node: { kind: 'object'; entries: JsonEntry[] } | { kind: 'array'; items: JsonNode[] }
  key: string
}

const token = /[\s]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y

/** The tree of a JSON text of any depth; null where it is none. Escapes are undone, numbers are not read. */
export function parseJsonTree(text: string): JsonNode | null {
  try {
    // The grammar is JSON.parse's own; what follows only keeps what that would lose.
    JSON.parse(text)
  } catch {
    return null
  }
  const open: OpenNode[] = []
  let key: string | null = null
  token.lastIndex = 0
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [, sign, string, number, word] = found
    const holder = open.at(-1)
    if (sign === ':' || sign === ',') continue
    if (string !== undefined && key === null && holder?.node.kind === 'object') {
      key = unescaped(string)
      continue
    }
    if (sign === '{' || sign === '[') {
      open.push({
        node: sign === '{' ? { kind: 'object', entries: [] } : { kind: 'array', items: [] },
        key: key ?? '',
      })
      key = null
      continue
    }
    const closed = sign === undefined ? undefined : open.pop()
    const value = closed?.node ?? scalar(string, number, word)
    const parent = open.at(-1)
    if (parent === undefined) return value
    if (parent.node.kind === 'object') parent.node.entries.push({ key: closed?.key ?? key ?? '', value })
    else parent.node.items.push(value)
    key = null
  }
  return null
}

function scalar(string?: string, number?: string, word?: string): JsonNode {
  if (string !== undefined) return { kind: 'string', text: unescaped(string) }
  if (number !== undefined) return { kind: 'number', text: number }
  return { kind: 'word', text: word ?? '' }
}

function unescaped(string: string): string {
  return string.includes('\\') ? String(JSON.parse(string)) : string.slice(1, -1)
}

/** A value as rows and columns. */
export interface JsonTable {
  readonly columns: readonly string[]
  readonly rows: readonly JsonTableRow[]
}

export interface JsonTableRow {
  /** An index or a key, which leads on to the row's value. */
  readonly label: string
  readonly value: JsonNode
  /** One for each column behind the first; undefined where the row has none. */
  readonly cells: readonly (JsonNode | undefined)[]
}

/** More columns than anyone reads across. */
const maxColumns = 40

/** A list of objects has a column for each of their keys; any other value has one for its values. */
export function tableOf(node: JsonNode): JsonTable {
  if (node.kind === 'object') {
    const rows = node.entries.map(({ key, value }) => ({ label: key, value, cells: [value] }))
    return { columns: ['Key', 'Value'], rows }
  }
  if (node.kind !== 'array')
    return { columns: ['', 'Value'], rows: [{ label: '', value: node, cells: [node] }] }
  const keys = new Set<string>()
  for (const item of node.items) {
    if (item.kind !== 'object') {
      const rows = node.items.map((value, index) => ({ label: String(index), value, cells: [value] }))
      return { columns: ['#', 'Value'], rows }
    }
    for (const { key } of item.entries) if (keys.size < maxColumns) keys.add(key)
  }
  const rows = node.items.map((value, index) => {
    const cells = new Map(value.kind === 'object' ? value.entries.map(entry => [entry.key, entry.value]) : [])
    return { label: String(index), value, cells: [...keys].map(key => cells.get(key)) }
  })
  return { columns: ['#', ...keys], rows }
}

/** What a cell says: a scalar itself, of anything else how much it holds. */
export function summaryOf(node: JsonNode): string {
  if (node.kind === 'object') return `${node.entries.length} ${node.entries.length === 1 ? 'key' : 'keys'}`
  if (node.kind === 'array') return `${node.items.length} ${node.items.length === 1 ? 'item' : 'items'}`
  return node.text
}
