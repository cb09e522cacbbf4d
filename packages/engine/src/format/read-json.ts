/** A part of a text, in UTF-16 units. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** A value of a JSON text with its place. Numbers stay text, so that none of them changes. */
export type JsonNode = TextRange &
  (
    | { readonly kind: 'object'; readonly members: JsonMember[] }
    | { readonly kind: 'array'; readonly items: JsonNode[] }
    | { readonly kind: 'string'; readonly text: string }
    | { readonly kind: 'number' | 'boolean' | 'null'; readonly text: string }
    /** A `{{name}}` in the place of a value: it may become anything. */
    | { readonly kind: 'variable' }
  )

export interface JsonMember {
  readonly key: string
  readonly keyRange: TextRange
  readonly value: JsonNode
}

const token =
  /[ \t\r\n]*(?:(\{\{[^{}]+\}\})|([{}[\],:])|("(?:[^"\\\r\n]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b))/y

/** Nesting without end is of no use in variables. */
const deepest = 500

type Open =
  | { readonly node: Extract<JsonNode, { kind: 'object' }>; key: Omit<JsonMember, 'value'> | null }
  | { readonly node: Extract<JsonNode, { kind: 'array' }> }

/** What has been read of a JSON text, up to its first error. */
export interface ReadJson {
  /** Null where no value begins. */
  readonly root: JsonNode | null
  /** The position of the first error; null for whole JSON. */
  readonly errorAt: number | null
  /** What was expected at the error. */
  readonly expected: 'key' | 'value' | 'separator'
  /** The containers that are open at the error, outermost first, with the key whose value is being read. */
  readonly open: readonly { readonly node: JsonNode; readonly key: string | null }[]
}

/** Reads JSON that may contain `{{name}}` in the place of a value. */
export function readJson(text: string): ReadJson {
  return new JsonReader(text).read()
}

class JsonReader {
  readonly #text: string
  readonly #open: Open[] = []
  #root: JsonNode | null = null
  #at = 0
  /** Whether a comma or a closing bracket comes next. */
  #isAfterValue = false
  #isAfterComma = false

  constructor(text: string) {
    this.#text = text
  }

  read(): ReadJson {
    while (this.#root === null || this.#open.length > 0) {
      const tokenAt = this.#at
      token.lastIndex = tokenAt
      const match = token.exec(this.#text)
      if (match === null || this.#open.length > deepest || !this.#take(match)) return this.#end(tokenAt)
    }
    return this.#end(/[^ \t\r\n]/.test(this.#text.slice(this.#at)) ? this.#at : null)
  }

  #end(errorAt: number | null): ReadJson {
    const open = this.#open.map((one, depth) => {
      const isLast = depth === this.#open.length - 1
      const key = 'key' in one ? (isLast ? one.key?.key : one.node.members.at(-1)?.key) : null
      return { node: one.node, key: key ?? null }
    })
    const expected = this.#isAfterValue ? 'separator' : this.#expectsKey() ? 'key' : 'value'
    return { root: this.#root, errorAt, expected, open }
  }

  #take(match: RegExpExecArray): boolean {
    const [whole, variable, mark, string, word] = match
    const to = match.index + whole.length
    this.#at = to
    const range = { from: to - (variable ?? mark ?? string ?? word ?? '').length, to }
    if (mark !== undefined && mark !== '{' && mark !== '[') return this.#takeMark(mark, to)
    if (string !== undefined && this.#expectsKey()) return this.#takeKey(string, range)
    if (this.#isAfterValue || this.#expectsKey()) return false
    if (mark === '{')
      return this.#openContainer({ node: { ...range, kind: 'object', members: [] }, key: null })
    if (mark === '[') return this.#openContainer({ node: { ...range, kind: 'array', items: [] } })
    if (variable !== undefined) return this.#addValue({ ...range, kind: 'variable' })
    if (string !== undefined) return this.#takeString(string, range)
    if (word === undefined) return false
    const kind = word === 'null' ? 'null' : word === 'true' || word === 'false' ? 'boolean' : 'number'
    return this.#addValue({ ...range, kind, text: word })
  }

  #expectsKey(): boolean {
    const open = this.#open.at(-1)
    return open !== undefined && 'key' in open && open.key === null && !this.#isAfterValue
  }

  #takeKey(string: string, range: TextRange): boolean {
    token.lastIndex = this.#at
    const colon = token.exec(this.#text)
    const key = textOf(string)
    const open = this.#open.at(-1)
    if (colon?.[2] !== ':' || key === null || open === undefined || !('key' in open)) return false
    open.key = { key, keyRange: range }
    this.#at = colon.index + colon[0].length
    this.#isAfterComma = false
    return true
  }

  #takeString(string: string, range: TextRange): boolean {
    const text = textOf(string)
    return text !== null && this.#addValue({ ...range, kind: 'string', text })
  }

  #takeMark(mark: string, to: number): boolean {
    const open = this.#open.at(-1)
    if (open === undefined || mark === ':') return false
    if (mark === ',') {
      if (!this.#isAfterValue) return false
      this.#isAfterValue = false
      this.#isAfterComma = true
      return true
    }
    if (this.#isAfterComma || mark !== ('key' in open ? '}' : ']')) return false
    if ('key' in open && open.key !== null) return false
    this.#open.pop()
    Object.assign(open.node, { to })
    this.#isAfterValue = true
    return true
  }

  #openContainer(open: Open): boolean {
    this.#addValue(open.node)
    this.#open.push(open)
    this.#isAfterValue = false
    return true
  }

  #addValue(node: JsonNode): boolean {
    const open = this.#open.at(-1)
    if (open === undefined) this.#root = node
    else if (!('key' in open)) open.node.items.push(node)
    else if (open.key !== null) {
      open.node.members.push({ ...open.key, value: node })
      open.key = null
    }
    this.#isAfterValue = true
    this.#isAfterComma = false
    return true
  }
}

/** Null for a string with escapes or characters that JSON does not allow. */
function textOf(string: string): string | null {
  try {
    const value: unknown = JSON.parse(string)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
