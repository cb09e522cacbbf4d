import type { LoadCheck, LoadOperator, LoadSet, ResponseSource, Scalar } from './script-parts.ts'
import type { ScriptToken } from './script-tokens.ts'

/** The JSON of the response, or a member of it, that a script gave a name. */
export type Aliases = ReadonlyMap<string, readonly (string | number)[]>

/** Objects of the namespaces of clients that have a response, a test function and variables. */
const namespaces: ReadonlySet<string> = new Set(['pm', 'pw', 'hopp', 'tool', 'insomnia', 'tc', 'parley'])

/** Where scripts of clients keep variables. */
const stores: ReadonlySet<string> = new Set([
  'environment',
  'collectionVariables',
  'variables',
  'globals',
  'env',
])

/** Functions of Bruno that set variables. */
const bruSetters: ReadonlySet<string> = new Set([
  'setVar',
  'setEnvVar',
  'setGlobalEnvVar',
  'setCollectionVar',
])

/** Reads the tokens of one statement. Each method returns null, and reads nothing, if there is something else. */
export class ScriptReader {
  readonly #tokens: readonly ScriptToken[]
  readonly #aliases: Aliases
  #at = 0

  constructor(tokens: readonly ScriptToken[], aliases: Aliases) {
    this.#tokens = tokens
    this.#aliases = aliases
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  /** Returns whether a shape is read to the end of the statement. */
  whole<Value>(read: () => Value | null): Value | null {
    this.#at = 0
    const value = read()
    return value !== null && this.isAtEnd ? value : null
  }

  /** `const body = pm.response.json()`. */
  alias(): { readonly name: string; readonly path: readonly (string | number)[] } | null {
    if (!['const', 'let', 'var'].some(word => this.#take(word))) return null
    const name = this.#word()
    if (name === null || !this.#take('=')) return null
    const source = this.source()
    return source?.kind === 'json' ? { name, path: source.path } : null
  }

  /** `pm.test("name", () => {`, up to the brace; returns the name and whether it is one expression without braces. */
  testHead(): { readonly name: string; readonly hasBraces: boolean } | null {
    const isNamed = this.#namespace() ? this.#takeAll('.', 'test') : this.#take('test')
    if (!isNamed || !this.#take('(')) return null
    const name = this.#text()
    if (name === null || !this.#take(',')) return null
    if (this.#take('async')) return null
    if (this.#take('function')) return this.#takeAll('(', ')', '{') ? { name, hasBraces: true } : null
    if (!this.#takeAll('(', ')', '=', '>')) return null
    return { name, hasBraces: this.#take('{') }
  }

  /** The number of tokens that were read. */
  get position(): number {
    return this.#at
  }

  /** `pm.environment.set("name", value)`. */
  set(): LoadSet | null {
    const isSetter = this.#namespace()
      ? this.#take('.') && stores.has(this.#word() ?? '') && this.#takeAll('.', 'set')
      : this.#takeAll('bru', '.') && bruSetters.has(this.#word() ?? '')
    if (!isSetter || !this.#take('(')) return null
    const name = this.#text()
    if (name === null || !this.#take(',')) return null
    const literal = this.#scalar()
    const value =
      literal === undefined ? this.source() : ({ kind: 'literal', text: String(literal) } as const)
    return value !== null && this.#take(')') ? { name, value } : null
  }

  /** `pm.response.to.have.status(200)`, `pm.response.to.be.ok`, `pm.expect(pm.response.code).to.equal(200)`. */
  checks(name: string): readonly LoadCheck[] | null {
    const start = this.#at
    const named = this.#statusName()
    if (named !== null) return checksOfStatus(name, named)
    this.#at = start
    const check = this.#responseCheck(name) ?? (this.#back(start) && this.#expectation(name))
    return check === null ? null : [check]
  }

  /** `pm.response.to.be.ok`, also as a call: a range of statuses by its name. */
  #statusName(): StatusRange | null {
    if (this.#response() === null || !this.#takeAll('.', 'to', '.', 'be', '.')) return null
    const word = this.#word() ?? ''
    if (this.#peek('(') && !this.#takeAll('(', ')')) return null
    return Object.hasOwn(statusNames, word) ? (statusNames[word] ?? null) : null
  }

  source(): ResponseSource | null {
    const start = this.#at
    const path = this.#aliasPath()
    if (path !== null) return this.#members(path)
    this.#at = start
    if (this.#takeAll('JSON', '.', 'parse', '(', 'responseBody', ')')) return this.#members([])
    this.#at = start
    if (this.#takeAll('responseCode', '.', 'code')) return { kind: 'status' }
    this.#at = start
    const dialect = this.#response()
    return dialect === null ? null : this.#partOfResponse(dialect)
  }

  #partOfResponse(dialect: 'pm' | 'pw' | 'bru'): ResponseSource | null {
    if (!this.#take('.')) return null
    const member = this.#word() ?? ''
    if (member === 'code' || member === 'statusCode') return { kind: 'status' }
    // In Postman `status` is the reason phrase.
    if (member === 'status' && dialect !== 'pm') return { kind: 'status' }
    if (member === 'getStatus') return this.#takeAll('(', ')') ? { kind: 'status' } : null
    if (member === 'responseTime') return { kind: 'time' }
    if (member === 'getResponseTime') return this.#takeAll('(', ')') ? { kind: 'time' } : null
    if (member === 'text') return this.#takeAll('(', ')') ? { kind: 'text' } : null
    if (['json', 'getBody', 'asJSON'].includes(member))
      return this.#takeAll('(', ')') ? this.#members([]) : null
    if (member === 'body' && dialect !== 'pm') return this.#members([])
    const isHeader =
      member === 'getHeader' ? this.#take('(') : member === 'headers' && this.#takeAll('.', 'get', '(')
    const name = isHeader ? this.#text() : null
    return name !== null && this.#take(')') ? { kind: 'header', name } : null
  }

  #response(): 'pm' | 'pw' | 'bru' | null {
    if (this.#take('res')) return 'bru'
    const dialect = this.#peek('pw') || this.#peek('hopp') ? 'pw' : 'pm'
    return this.#namespace() && this.#takeAll('.', 'response') ? dialect : null
  }

  #aliasPath(): readonly (string | number)[] | null {
    const word = this.#word()
    return word === null ? null : (this.#aliases.get(word) ?? null)
  }

  #members(path: readonly (string | number)[]): ResponseSource | null {
    const members = [...path]
    for (;;) {
      const start = this.#at
      if (this.#take('.')) {
        const name = this.#word()
        // A method of the value, such as `length` and `includes`, is no member of the JSON.
        if (name === null || this.#peek('(') || name === 'length') return null
        members.push(name)
      } else if (this.#take('[')) {
        const key = this.#text() ?? this.#number()
        if (key === null || !this.#take(']')) return null
        members.push(key)
      } else {
        this.#at = start
        return { kind: 'json', path: members }
      }
    }
  }

  #responseCheck(name: string): LoadCheck | null {
    if (this.#response() === null || !this.#takeAll('.', 'to', '.')) return null
    const isNegated = this.#takeAll('not', '.')
    if (!this.#takeAll('have', '.')) return null
    if (this.#takeAll('status', '(')) {
      const value = this.#number()
      const operator = isNegated ? 'neq' : 'eq'
      return value !== null && this.#take(')') ? { name, source: { kind: 'status' }, operator, value } : null
    }
    if (!this.#takeAll('header', '(')) return null
    const header = this.#text()
    if (header === null) return null
    const source = { kind: 'header', name: header } as const
    if (this.#take(')')) return { name, source, operator: isNegated ? 'missing' : 'exists', value: null }
    const value = this.#take(',') ? this.#text() : null
    return value !== null && this.#take(')')
      ? { name, source, operator: isNegated ? 'neq' : 'eq', value }
      : null
  }

  #expectation(name: string): LoadCheck | null {
    const isNamed = this.#namespace() ? this.#takeAll('.', 'expect', '(') : this.#takeAll('expect', '(')
    const source = isNamed ? this.source() : null
    if (source === null || !this.#take(')')) return null
    let isNegated = false
    while (this.#take('.')) {
      const word = this.#word()
      if (word === null) return null
      if (word === 'not') isNegated = !isNegated
      if (
        ['to', 'be', 'have', 'that', 'is', 'a', 'an', 'at', 'not', 'deep'].includes(word) &&
        !this.#peek('(')
      )
        continue
      return this.#matcher(word, { name, source, isNegated })
    }
    return null
  }

  #matcher(
    word: string,
    { name, source, isNegated }: { name: string; source: ResponseSource; isNegated: boolean },
  ): LoadCheck | null {
    if (word === 'exist' || word === 'toBeDefined')
      return !this.#peek('(') || this.#takeAll('(', ')')
        ? { name, source, operator: isNegated ? 'missing' : 'exists', value: null }
        : null
    if (word === 'property' && source.kind === 'json') return this.#property(name, source.path, isNegated)
    const operator = operatorOf(word, isNegated)
    if (operator === null || !this.#take('(')) return null
    const value = this.#scalar()
    return value !== undefined && this.#take(')') ? { name, source, operator, value } : null
  }

  #property(name: string, path: readonly (string | number)[], isNegated: boolean): LoadCheck | null {
    const key = this.#take('(') ? this.#text() : null
    if (key === null) return null
    const source = { kind: 'json', path: [...path, key] } as const
    if (this.#take(')')) return { name, source, operator: isNegated ? 'missing' : 'exists', value: null }
    const value = this.#take(',') && !isNegated ? this.#scalar() : undefined
    return value !== undefined && this.#take(')') ? { name, source, operator: 'eq', value } : null
  }

  /** Undefined: there is none. */
  #scalar(): Scalar | undefined {
    const text = this.#text()
    if (text !== null) return text
    const start = this.#at
    const isNegative = this.#take('-')
    const number = this.#number()
    if (number !== null) return isNegative ? -number : number
    this.#at = start
    if (this.#take('true')) return true
    if (this.#take('false')) return false
    return this.#take('null') ? null : undefined
  }

  #namespace(): boolean {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word' || !namespaces.has(token.text)) return false
    this.#at += 1
    return true
  }

  #back(position: number): true {
    this.#at = position
    return true
  }

  #peek(text: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.text === text && token.kind !== 'text'
  }

  #take(text: string): boolean {
    if (!this.#peek(text)) return false
    this.#at += 1
    return true
  }

  #takeAll(...texts: readonly string[]): boolean {
    return texts.every(text => this.#take(text))
  }

  #word(): string | null {
    return this.#ofKind('word')
  }

  #text(): string | null {
    return this.#ofKind('text')
  }

  #number(): number | null {
    const start = this.#at
    const number = Number(this.#ofKind('number') ?? Number.NaN)
    if (!Number.isNaN(number)) return number
    this.#at = start
    return null
  }

  #ofKind(kind: ScriptToken['kind']): string | null {
    const token = this.#tokens[this.#at]
    if (token?.kind !== kind) return null
    this.#at += 1
    return token.text
  }
}

type StatusRange = readonly [from: number, to: number]

/** The statuses that assertions of Parley's scripts have names for, from and to. */
const statusNames: Readonly<Record<string, StatusRange>> = {
  ok: [200, 299],
  info: [100, 199],
  success: [200, 299],
  redirection: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  error: [400, 599],
  accepted: [202, 202],
  badRequest: [400, 400],
  unauthorized: [401, 401],
  forbidden: [403, 403],
  notFound: [404, 404],
  rateLimited: [429, 429],
}

function checksOfStatus(name: string, [from, to]: StatusRange): readonly LoadCheck[] {
  const source = { kind: 'status' } as const
  if (from === to) return [{ name, source, operator: 'eq', value: from }]
  return [
    { name, source, operator: 'gte', value: from },
    { name, source, operator: 'lte', value: to },
  ]
}

const operators: Readonly<Record<string, LoadOperator>> = {
  equal: 'eq',
  equals: 'eq',
  eql: 'eq',
  eq: 'eq',
  toBe: 'eq',
  above: 'gt',
  greaterThan: 'gt',
  gt: 'gt',
  least: 'gte',
  gte: 'gte',
  below: 'lt',
  lessThan: 'lt',
  lt: 'lt',
  most: 'lte',
  lte: 'lte',
  include: 'contains',
  includes: 'contains',
  contain: 'contains',
  contains: 'contains',
}

const negated: Readonly<Partial<Record<LoadOperator, LoadOperator>>> = {
  eq: 'neq',
  contains: 'notContains',
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
}

function operatorOf(word: string, isNegated: boolean): LoadOperator | null {
  const operator = Object.hasOwn(operators, word) ? operators[word] : undefined
  if (operator === undefined) return null
  return isNegated ? (negated[operator] ?? null) : operator
}
