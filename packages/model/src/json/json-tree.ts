import {
  type JsonExpected,
  type JsonFault,
  JsonTokenizer,
  type JsonTokenizerOptions,
} from './json-tokenizer.ts'

/** A part of a text: UTF-16 units of a string, bytes of UTF-8. */
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

/** What has been read of a JSON text, up to its first error. */
export interface JsonTree {
  /** Null where no value begins. */
  readonly root: JsonNode | null
  /** Null for whole JSON. */
  readonly fault: JsonFault | null
  /** The position of the token with the first error; null for whole JSON. */
  readonly errorAt: number | null
  /** What was expected at the error. */
  readonly expected: 'key' | 'value' | 'separator'
  /** The containers that are open at the error, outermost first, with the key whose value is being read. */
  readonly open: readonly { readonly node: JsonNode; readonly key: string | null }[]
}

/** Nesting without end is of no use, and values are read by recursive functions. */
export const deepestJson = 500

/**
 * Reads JSON, which may be bytes of UTF-8. At most {@link deepestJson} containers may contain each other; members with the same
 * key are all kept.
 * @param options - `allowsVariables`: a `{{name}}` may replace a value
 */
export function readJsonTree(
  source: string | Uint8Array,
  {
    allowsVariables = false,
    ...options
  }: Pick<JsonTokenizerOptions, 'allowsByteOrderMark' | 'deepest'> & {
    readonly allowsVariables?: boolean
  } = {},
): JsonTree {
  const tokenizer = new JsonTokenizer({
    deepest: deepestJson,
    ...options,
    ...(allowsVariables ? { variables: 'values' as const } : {}),
  })
  tokenizer.write(source)
  tokenizer.finish()
  return new TreeBuilder(tokenizer).read()
}

type Container = Extract<JsonNode, { kind: 'object' | 'array' }> & { to: number }

class TreeBuilder {
  readonly #tokenizer: JsonTokenizer
  readonly #open: Container[] = []
  #root: JsonNode | null = null
  /** The key whose value comes next. */
  #key: string | null = null
  #keyFrom = 0
  #keyTo = 0

  constructor(tokenizer: JsonTokenizer) {
    this.#tokenizer = tokenizer
  }

  read(): JsonTree {
    while (this.#takeToken());
    const { fault } = this.#tokenizer
    return {
      root: this.#root,
      fault,
      errorAt: fault?.tokenAt ?? null,
      expected: groupOf(fault?.expected ?? 'end'),
      open: this.#open.map((node, depth) => ({ node, key: this.#keyIn(node, depth) })),
    }
  }

  #keyIn(node: Container, depth: number): string | null {
    if (node.kind === 'array') return null
    const isLast = depth === this.#open.length - 1
    return isLast ? this.#key : (node.members.at(-1)?.key ?? null)
  }

  /** Returns false at the end. */
  #takeToken(): boolean {
    const tokenizer = this.#tokenizer
    const token = tokenizer.next()
    const { from, to } = tokenizer
    switch (token) {
      case 'comma':
      case 'colon':
        break
      case 'key':
        this.#key = tokenizer.value()
        this.#keyFrom = from
        this.#keyTo = to
        break
      case 'string':
        this.#add({ kind: token, from, to, text: tokenizer.value() })
        break
      case 'number':
        this.#add({ kind: token, from, to, text: tokenizer.text() })
        break
      case 'true':
      case 'false':
        this.#add({ kind: 'boolean', from, to, text: token })
        break
      case 'null':
        this.#add({ kind: token, from, to, text: token })
        break
      case 'variable':
        this.#add({ kind: token, from, to })
        break
      case 'openObject':
        this.#addContainer({ kind: 'object', from, to, members: [] })
        break
      case 'openArray':
        this.#addContainer({ kind: 'array', from, to, items: [] })
        break
      case 'closeObject':
      case 'closeArray':
        this.#close(to)
        break
      case 'variableKey':
      case 'more':
      case 'end':
      case 'fault':
        return false
    }
    return true
  }

  #add(node: JsonNode): void {
    const open = this.#open[this.#open.length - 1]
    if (open === undefined) this.#root = node
    else if (open.kind === 'array') open.items.push(node)
    else if (this.#key !== null) {
      open.members.push({
        key: this.#key,
        keyRange: { from: this.#keyFrom, to: this.#keyTo },
        value: node,
      })
      this.#key = null
    }
  }

  #addContainer(node: Container): void {
    this.#add(node)
    this.#open.push(node)
  }

  #close(to: number): void {
    const node = this.#open.pop()
    if (node !== undefined) node.to = to
  }
}

function groupOf(expected: JsonExpected): JsonTree['expected'] {
  switch (expected) {
    case 'key':
    case 'keyOrClose':
      return 'key'
    case 'value':
    case 'valueOrClose':
      return 'value'
    case 'colon':
    case 'commaOrClose':
    case 'end':
      return 'separator'
  }
}
