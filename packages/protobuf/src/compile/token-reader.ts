import { type Comment, Scanner, type Token } from './scanner.ts'
import { ProtoSyntaxError } from './source-text.ts'
import { bytesOfLiteral, joinBytes } from './string-literal.ts'

/** Reads the tokens of a file with one token of lookahead. */
export class TokenReader {
  readonly text: string
  readonly #scanner: Scanner
  #token: Token
  #previousEnd = 0

  constructor(text: string) {
    this.text = text
    this.#scanner = new Scanner(text)
    this.#token = this.#scanner.next()
  }

  /** The token that is read next. */
  get token(): Token {
    return this.#token
  }

  /** Where the last token that was read ends. */
  get previousEnd(): number {
    return this.#previousEnd
  }

  next(): Token {
    const token = this.#token
    this.#previousEnd = token.end
    this.#token = this.#scanner.next()
    return token
  }

  looksAt(text: string): boolean {
    return this.#token.text === text
  }

  /** Reads a token if it is this one. */
  takes(text: string): boolean {
    if (this.#token.text !== text) return false
    this.next()
    return true
  }

  expect(text: string): Token {
    return this.#token.text === text ? this.next() : this.fail(`"${text}"`)
  }

  identifier(what = 'a name'): Token {
    return this.#token.kind === 'identifier' ? this.next() : this.fail(what)
  }

  /** Reads a name with dots, and with one at its beginning if it has one. */
  path(what: string): { readonly text: string; readonly start: number } {
    const { start } = this.#token
    let text = this.takes('.') ? '.' : ''
    text += this.identifier(what).text
    while (this.takes('.')) text += `.${this.identifier('a name').text}`
    return { text, start }
  }

  /** Reads strings that follow each other as one. */
  bytes(what: string): { readonly bytes: Uint8Array; readonly start: number } {
    if (this.#token.kind !== 'string') this.fail(what)
    const { start } = this.#token
    const pieces: Uint8Array[] = []
    while (this.#token.kind === 'string') {
      const literal = this.next()
      pieces.push(bytesOfLiteral(literal.text, literal.start))
    }
    return { bytes: joinBytes(pieces), start }
  }

  string(what: string): { readonly text: string; readonly start: number } {
    const { bytes, start } = this.bytes(what)
    return { text: new TextDecoder().decode(bytes), start }
  }

  /** Reads an integer, with a minus sign if `isSigned`, within the limits. */
  integer(what: string, [least, most]: readonly [bigint, bigint], isSigned = false): bigint {
    const { start } = this.#token
    const isNegative = isSigned && this.takes('-')
    if (this.#token.kind !== 'integer') this.fail(what)
    const value = integerOf(this.next()) * (isNegative ? -1n : 1n)
    if (value < least || value > most)
      throw new ProtoSyntaxError(start, `The number must be from ${least} to ${most}.`)
    return value
  }

  /** Throws that something else was expected here. */
  fail(expected: string): never {
    const { kind, text, start } = this.#token
    const found = kind === 'end' ? 'the file ends' : `${shorten(text)} was found`
    throw new ProtoSyntaxError(start, `Expected ${expected}, but ${found}.`)
  }
}

/** Returns the value of an integer token: decimal, hexadecimal or octal. */
export function integerOf({ text, start }: Pick<Token, 'text' | 'start'>): bigint {
  const isOctal = /^0\d/.test(text)
  if (isOctal && /[89]/.test(text))
    throw new ProtoSyntaxError(start, 'An octal number has digits from 0 to 7.')
  return BigInt(isOctal ? `0o${text.slice(1)}` : text)
}

function shorten(text: string): string {
  return text.length > 40 ? `"${text.slice(0, 40)}…"` : text.startsWith('"') ? text : `"${text}"`
}

/** Returns the text of the comment that belongs to the declaration which follows it; empty if there is none. */
export function leadingComment(text: string, { comments, start }: Token, previousEnd: number): string {
  const own: Comment[] = []
  let next = start
  for (const comment of comments.toReversed()) {
    const isAdjacent = (text.slice(comment.end, next).match(/\n/g) ?? []).length <= 1
    const isBehindCode = previousEnd > 0 && !text.slice(previousEnd, comment.start).includes('\n')
    if (!isAdjacent || isBehindCode) break
    own.unshift(comment)
    next = comment.start
  }
  return own.map(({ start: from, end }) => plainComment(text.slice(from, end))).join('')
}

function plainComment(comment: string): string {
  if (comment.startsWith('//')) return `${comment.slice(2).replace(/\r$/, '')}\n`
  const lines = comment.slice(2, -2).split('\n')
  return lines.map((line, at) => (at === 0 ? line : line.replace(/^\s*\*?/, ''))).join('\n')
}
