import { maxTokenLength, PrintedText, printWhole, type TextPrinter } from './text-printer.ts'

/**
 * Formats JSON with line breaks and indentation. Tokens are copied unchanged, so that big integers, duplicate
 * keys, escapes and the order of keys are kept. Returns null if the text is not JSON, or if formatting would
 * make it much longer; such a text is better shown unchanged. Escapes in strings are not checked.
 * @param options - `allowsVariables`: a `{{name}}` may replace a key or a value, and is kept
 */
export function printJson(text: string, { allowsVariables = false } = {}): string | null {
  return printWhole(text, emit => new JsonPrinter(emit, allowsVariables))
}

/**
 * Returns where a text stops being JSON, counted from 1; null: it is JSON. A `{{name}}` may replace a key or a value.
 */
export function jsonFault(text: string): { readonly line: number; readonly column: number } | null {
  const printer = new JsonPrinter(() => {}, true)
  const isWhole = printer.write(text) && printer.end()
  if (isWhole || printer.faultAt === null) return null
  const before = text.slice(0, printer.faultAt).split(/\r\n?|\n/)
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** The tokens that may follow. A name with `OrClose` follows an opening bracket or a value. */
type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose' | 'end'

const quote = 0x22
const backslash = 0x5c
const byteOrderMark = 0xfeff
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const scalarCharacters = /[^ \t\r\n{}[\],:"]*/y
const scalar = /^(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)$/

const variable = /\{\{[^{}]+\}\}/y

/**
 * Formats JSON as {@link printJson} does, piece by piece. Variables are recognized only if the text is one
 * piece.
 */
export class JsonPrinter implements TextPrinter {
  readonly #out: PrintedText
  readonly #allowsVariables: boolean
  /** The closing brackets that are due, outermost first. */
  readonly #open: number[] = []
  #expected: Expected = 'value'
  #readLength = 0
  /** Whether the position is in a string, which is copied unchanged. */
  #isString = false
  #isEscaped = false
  /** The beginning of a number or word at the end of the last piece. */
  #cutScalar = ''

  #faultAt: number | null = null

  constructor(emit: (text: string) => void, allowsVariables = false) {
    this.#out = new PrintedText(emit)
    this.#allowsVariables = allowsVariables
  }

  /** Where the text stops being JSON, in the latest piece; null: it does not, as far as it was read. */
  get faultAt(): number | null {
    return this.#faultAt
  }

  write(piece: string): boolean {
    const isFirst = this.#readLength === 0
    this.#readLength += piece.length
    let at = isFirst && piece.charCodeAt(0) === byteOrderMark ? 1 : 0
    while (at < piece.length) {
      if (this.#isString) at = this.#copyString(piece, at)
      else {
        const next = this.#takeToken(piece, at)
        if (next === -1) this.#faultAt = at
        if (next === -1 || this.#out.isTooLong(this.#readLength)) return false
        at = next
      }
    }
    return true
  }

  end(): boolean {
    if (this.#cutScalar !== '' && !this.#takeScalar(this.#cutScalar)) {
      this.#faultAt = this.#readLength - this.#cutScalar.length
      return false
    }
    this.#out.flush()
    const isWhole = !this.#isString && this.#expected === 'end'
    if (!isWhole) this.#faultAt = this.#readLength
    return isWhole
  }

  /** Returns the start of the next token; -1 if this one is not allowed here. */
  #takeToken(piece: string, at: number): number {
    const code = piece.charCodeAt(at)
    if (this.#cutScalar !== '' || isScalarStart(code)) return this.#takeScalarAt(piece, at)
    const name = this.#allowsVariables && code === openBrace ? variableAt(piece, at) : null
    if (name !== null) return this.#takeVariable(name) ? at + name.length : -1
    switch (code) {
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        return at + 1
      case quote:
        return this.#beginString() ? at + 1 : -1
      case openBrace:
      case openBracket:
        return this.#openBracket(code) ? at + 1 : -1
      case closeBrace:
      case closeBracket:
        return this.#close(code) ? at + 1 : -1
    }
    return this.#takeSeparator(code) ? at + 1 : -1
  }

  #takeSeparator(code: number): boolean {
    if (code === 0x3a) {
      if (this.#expected !== 'colon') return false
      this.#out.copy(':')
      this.#out.add(' ')
      this.#expected = 'value'
      return true
    }
    if (this.#expected !== 'commaOrClose') return false
    this.#out.copy(',')
    this.#out.breakLine(this.#open.length)
    this.#expected = this.#open.at(-1) === closeBrace ? 'key' : 'value'
    return true
  }

  #takeVariable(text: string): boolean {
    if (!this.#beginKeyOrValue()) return false
    this.#out.copy(text)
    return true
  }

  #beginString(): boolean {
    if (!this.#beginKeyOrValue()) return false
    this.#out.copy('"')
    this.#isString = true
    return true
  }

  /** Returns false if neither is allowed here. */
  #beginKeyOrValue(): boolean {
    if (this.#expected === 'key' || this.#expected === 'keyOrClose') {
      if (this.#expected === 'keyOrClose') this.#out.breakLine(this.#open.length)
      this.#expected = 'colon'
    } else if (this.#beginValue()) this.#endValue()
    else return false
    return true
  }

  #copyString(piece: string, start: number): number {
    let at = start
    for (; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      if (this.#isEscaped) this.#isEscaped = false
      else if (code === backslash) this.#isEscaped = true
      else if (code === quote) {
        this.#isString = false
        at += 1
        break
      }
    }
    this.#out.copy(piece.slice(start, at))
    return at
  }

  #takeScalarAt(piece: string, at: number): number {
    scalarCharacters.lastIndex = at
    const run = scalarCharacters.exec(piece)?.[0] ?? ''
    const text = this.#cutScalar + run
    const next = at + run.length
    if (text.length > maxTokenLength) return -1
    this.#cutScalar = next === piece.length ? text : ''
    return next === piece.length || this.#takeScalar(text) ? next : -1
  }

  #takeScalar(text: string): boolean {
    if (!scalar.test(text) || !this.#beginValue()) return false
    this.#out.copy(text)
    this.#endValue()
    return true
  }

  #openBracket(code: number): boolean {
    if (!this.#beginValue()) return false
    this.#out.copy(code === openBrace ? '{' : '[')
    this.#open.push(code === openBrace ? closeBrace : closeBracket)
    this.#expected = code === openBrace ? 'keyOrClose' : 'valueOrClose'
    return true
  }

  #close(code: number): boolean {
    if (!this.#expected.endsWith('OrClose') || this.#open.at(-1) !== code) return false
    this.#open.pop()
    if (this.#expected === 'commaOrClose') this.#out.breakLine(this.#open.length)
    this.#out.copy(code === closeBrace ? '}' : ']')
    this.#endValue()
    return true
  }

  /** Returns false if no value is allowed here. */
  #beginValue(): boolean {
    if (this.#expected === 'valueOrClose') this.#out.breakLine(this.#open.length)
    return this.#expected === 'value' || this.#expected === 'valueOrClose'
  }

  #endValue(): void {
    this.#expected = this.#open.length === 0 ? 'end' : 'commaOrClose'
  }
}

function variableAt(piece: string, at: number): string | null {
  variable.lastIndex = at
  return variable.exec(piece)?.[0] ?? null
}

/** Returns whether a character is anything but white space, a bracket, a separator or a quote. */
function isScalarStart(code: number): boolean {
  switch (code) {
    case 0x20:
    case 0x09:
    case 0x0a:
    case 0x0d:
    case 0x2c:
    case 0x3a:
    case quote:
    case openBrace:
    case closeBrace:
    case openBracket:
    case closeBracket:
      return false
  }
  return true
}
