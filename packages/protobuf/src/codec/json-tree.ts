/** A value of a JSON text, with its place. */
export type JsonNode = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly text: string }
  /** As written, so that no digit is lost. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
)

export interface JsonMember {
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
  readonly value: JsonNode
}

/** Says where a text stops being JSON. */
export class JsonSyntaxError extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** As deep as messages may be on the wire. A list and its items are two. */
const deepestNesting = 300

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const quote = 34
const backslash = 92
const word = /true|false|null/y
const space = /[ \t\r\n]*/y

/** Reads a JSON text. @throws {@link JsonSyntaxError} */
export function readJsonTree(text: string): JsonNode {
  const reader = new JsonReader(text)
  const node = reader.value(0)
  reader.end()
  return node
}

/** Reads JSON texts that follow each other. @throws {@link JsonSyntaxError} */
export function readJsonTrees(text: string): readonly JsonNode[] {
  const reader = new JsonReader(text)
  const nodes: JsonNode[] = []
  while (!reader.isAtEnd) nodes.push(reader.value(0))
  return nodes
}

class JsonReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): JsonNode {
    if (depth > deepestNesting) this.#fail(`The text is nested more than ${deepestNesting} deep.`)
    this.#move(space)
    const start = this.#at
    const first = this.#text[start]
    if (first === '{') return this.#object(start, depth)
    if (first === '[') return this.#array(start, depth)
    if (first === '"') {
      const text = this.#string()
      return { kind: 'string', text, start, end: this.#at }
    }
    const digits = this.#move(number)
    if (digits !== null) return { kind: 'number', text: digits, start, end: this.#at }
    const name = this.#move(word) ?? this.#fail('A value is expected here.')
    if (name === 'null') return { kind: 'null', start, end: this.#at }
    return { kind: 'boolean', value: name === 'true', start, end: this.#at }
  }

  /** Whether nothing but space follows. */
  get isAtEnd(): boolean {
    this.#move(space)
    return this.#at >= this.#text.length
  }

  end(): void {
    if (!this.isAtEnd) this.#fail('There is more text after the message.')
  }

  #object(start: number, depth: number): JsonNode {
    const members: JsonMember[] = []
    this.#at += 1
    if (!this.#takes('}')) {
      do {
        this.#move(space)
        const nameStart = this.#at
        const name = this.#string()
        const nameEnd = this.#at
        if (!this.#takes(':')) this.#fail('A colon is expected here.')
        members.push({ name, nameStart, nameEnd, value: this.value(depth + 1) })
      } while (this.#takes(','))
      if (!this.#takes('}')) this.#fail('A comma or } is expected here.')
    }
    return { kind: 'object', members, start, end: this.#at }
  }

  #array(start: number, depth: number): JsonNode {
    const items: JsonNode[] = []
    this.#at += 1
    if (!this.#takes(']')) {
      do items.push(this.value(depth + 1))
      while (this.#takes(','))
      if (!this.#takes(']')) this.#fail('A comma or ] is expected here.')
    }
    return { kind: 'array', items, start, end: this.#at }
  }

  #string(): string {
    const start = this.#at
    if (this.#text[start] !== '"') this.#fail('A string in double quotes is expected here.')
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at)
      if (code < 0x20) break
      if (code === backslash) at += 1
      else if (code === quote) {
        this.#at = at + 1
        return this.#unescape(start, at + 1)
      }
    }
    this.#fail('The string is not closed on its line.')
  }

  #unescape(start: number, end: number): string {
    try {
      const value: unknown = JSON.parse(this.#text.slice(start, end))
      return String(value)
    } catch {
      throw new JsonSyntaxError(start, 'The string has an escape that JSON does not know.')
    }
  }

  #takes(symbol: string): boolean {
    this.#move(space)
    if (this.#text[this.#at] !== symbol) return false
    this.#at += 1
    return true
  }

  #move(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return null
    this.#at = pattern.lastIndex
    return found[0]
  }

  #fail(message: string): never {
    throw new JsonSyntaxError(this.#at, message)
  }
}
