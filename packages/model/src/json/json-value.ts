import { failed, ok, type Result } from '../result.ts'
import { type JsonFault, JsonTokenizer, type JsonTokenizerOptions } from './json-tokenizer.ts'
import { deepestJson, type JsonNode } from './json-tree.ts'

/** A value of JSON as JavaScript has it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** A {@link JsonValue} that its owner may change. */
export type MutableJsonValue =
  | null
  | boolean
  | number
  | string
  | MutableJsonValue[]
  | { [name: string]: MutableJsonValue }

/**
 * Parses JSON as `JSON.parse` does, but at most {@link deepestJson} containers may contain each other. Of members with the same
 * key the last counts, and `__proto__` is a key like others.
 * @param options - `numberOf`: what stands for a number, by default its value; of some numbers a value loses digits
 */
export function readJsonValue(
  source: string | Uint8Array,
  {
    numberOf = Number,
    ...options
  }: Pick<JsonTokenizerOptions, 'allowsByteOrderMark' | 'deepest'> & {
    readonly numberOf?: (text: string) => JsonValue
  } = {},
): Result<JsonValue, JsonFault> {
  const tokenizer = new JsonTokenizer({ deepest: deepestJson, ...options })
  tokenizer.write(source)
  tokenizer.finish()
  const builder = new ValueBuilder(tokenizer, numberOf)
  while (builder.takeToken());
  return tokenizer.fault === null ? ok(builder.root) : failed(tokenizer.fault)
}

type Container = JsonValue[] | Record<string, JsonValue>

class ValueBuilder {
  root: JsonValue = null
  readonly #tokenizer: JsonTokenizer
  readonly #numberOf: (text: string) => JsonValue
  readonly #open: Container[] = []
  /** The key whose value comes next. */
  #key = ''

  constructor(tokenizer: JsonTokenizer, numberOf: (text: string) => JsonValue) {
    this.#tokenizer = tokenizer
    this.#numberOf = numberOf
  }

  /** Returns false at the end. */
  takeToken(): boolean {
    const token = this.#tokenizer.next()
    switch (token) {
      case 'comma':
      case 'colon':
        break
      case 'key':
        this.#key = this.#tokenizer.value()
        break
      case 'string':
        this.#add(this.#tokenizer.value())
        break
      case 'number':
        this.#add(this.#numberOf(this.#tokenizer.text()))
        break
      case 'true':
      case 'false':
        this.#add(token === 'true')
        break
      case 'null':
        this.#add(null)
        break
      case 'openObject':
        this.#addContainer({})
        break
      case 'openArray':
        this.#addContainer([])
        break
      case 'closeObject':
      case 'closeArray':
        this.#open.pop()
        break
      case 'variable':
      case 'variableKey':
      case 'more':
      case 'end':
      case 'fault':
        return false
    }
    return true
  }

  #add(value: JsonValue): void {
    const open = this.#open[this.#open.length - 1]
    if (open === undefined) this.root = value
    else if (Array.isArray(open)) open.push(value)
    else setMember(open, this.#key, value)
  }

  #addContainer(container: Container): void {
    this.#add(container)
    this.#open.push(container)
  }
}

/** Returns the value that {@link readJsonValue} returns for the text of a node, which has no variables. */
export function valueOfJsonNode(node: JsonNode): MutableJsonValue {
  switch (node.kind) {
    case 'object': {
      const object: Record<string, MutableJsonValue> = {}
      for (const { key, value } of node.members) setMember(object, key, valueOfJsonNode(value))
      return object
    }
    case 'array':
      return node.items.map(valueOfJsonNode)
    case 'string':
      return node.text
    case 'number':
      return Number(node.text)
    case 'boolean':
      return node.text === 'true'
    case 'null':
      return null
    case 'variable':
      throw new TypeError('A variable has no value')
  }
}

function setMember(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
}
