import { ProtoSyntaxError } from './source-text.ts'

/** A token of a `.proto` file. */
export interface Token {
  readonly kind: 'identifier' | 'integer' | 'float' | 'string' | 'symbol' | 'end'
  /** As written; a string with its quotes. Empty at the end. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** The comments between the previous token and this one. */
  readonly comments: readonly Comment[]
}

export interface Comment {
  readonly start: number
  readonly end: number
}

const identifier = /[A-Za-z_][A-Za-z0-9_]*/y
const hexadecimal = /0[xX][0-9a-fA-F]+/y
const float = /(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y
const integer = /\d+/y
const space = /[\s\0]*/y
const noComments: readonly Comment[] = []

/** Splits a `.proto` file into tokens, one at a time. */
export class Scanner {
  readonly #text: string
  #at: number

  constructor(text: string) {
    this.#text = text
    this.#at = text.startsWith('\uFEFF') ? 1 : 0
  }

  next(): Token {
    const comments = this.#skipSpace()
    const start = this.#at
    const first = this.#text[start]
    if (first === undefined) return { kind: 'end', text: '', start, end: start, comments }
    const kind = this.#moveBehindToken(first)
    return { kind, text: this.#text.slice(start, this.#at), start, end: this.#at, comments }
  }

  #moveBehindToken(first: string): Token['kind'] {
    if (this.#move(identifier)) return 'identifier'
    if (this.#move(hexadecimal)) return this.#endNumber('integer')
    if (this.#move(float)) return this.#endNumber('float')
    if (this.#move(integer)) return this.#endNumber('integer')
    if (first === '"' || first === "'") return this.#moveBehindString(first)
    this.#at += 1
    return 'symbol'
  }

  #endNumber(kind: 'integer' | 'float'): 'integer' | 'float' {
    identifier.lastIndex = this.#at
    if (identifier.test(this.#text))
      throw new ProtoSyntaxError(this.#at, 'A number must be separated from the word that follows it.')
    return kind
  }

  #moveBehindString(quote: string): 'string' {
    const start = this.#at
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const character = this.#text[at]
      if (character === '\n') break
      if (character === '\\') at += 1
      else if (character === quote) {
        this.#at = at + 1
        return 'string'
      }
    }
    throw new ProtoSyntaxError(start, 'The string is not closed on its line.')
  }

  #skipSpace(): readonly Comment[] {
    let comments: Comment[] | null = null
    for (;;) {
      this.#move(space)
      const start = this.#at
      if (this.#text.startsWith('//', start)) {
        const end = this.#text.indexOf('\n', start)
        this.#at = end < 0 ? this.#text.length : end
      } else if (this.#text.startsWith('/*', start)) {
        const end = this.#text.indexOf('*/', start + 2)
        if (end < 0) throw new ProtoSyntaxError(start, 'The comment is not closed.')
        this.#at = end + 2
      } else {
        return comments ?? noComments
      }
      comments ??= []
      comments.push({ start, end: this.#at })
    }
  }

  #move(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }
}
