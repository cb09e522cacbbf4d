import { TokenScanner } from './token-scanner.ts'
import { tokenState } from './token-states.ts'

/** What the grammar allows at a position. A name with `OrClose` follows an opening bracket or a value. */
export type JsonExpected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose' | 'end'

/** What a {@link JsonTokenizer} finds. */
export type JsonToken =
  | 'openObject'
  | 'closeObject'
  | 'openArray'
  | 'closeArray'
  | 'colon'
  | 'comma'
  | 'key'
  | 'string'
  | 'number'
  | 'true'
  | 'false'
  | 'null'
  /** A `{{name}}` in the place of a key or a value. */
  | 'variableKey'
  | 'variable'
  /** Another piece is needed, or the end. */
  | 'more'
  | 'end'
  | 'fault'

/** Where a text stops being JSON. */
export interface JsonFault {
  /** The position of the first character that cannot be there; the length of a text that is cut off. */
  readonly at: number
  /** The position of the token that this character is in. */
  readonly tokenAt: number
  /** The kind of this token; null if no token begins with the character. */
  readonly within: JsonToken | null
  /** What was expected in the place of the token. */
  readonly expected: JsonExpected
  /** Whether there is nothing wrong but the depth. */
  readonly isTooDeep: boolean
}

export interface JsonTokenizerOptions {
  /** Where a `{{name}}` is allowed; nowhere by default. */
  readonly variables?: 'values' | 'keysAndValues'
  /** Whether escapes, control characters and UTF-8 in strings are not checked. The values of such strings are not available. */
  readonly allowsAnyString?: boolean
  /** Whether the text may begin with a byte order mark. */
  readonly allowsByteOrderMark?: boolean
  /** How many objects and lists may contain each other; any number by default. */
  readonly deepest?: number
  /**
   * Whether a string, number or word that the end of a piece cuts is reported in parts, which takes no memory. Otherwise it is
   * reported when it is whole.
   */
  readonly reportsParts?: boolean
}

const quote = 0x22
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
/** The byte order mark as text and as bytes. */
const textMark = [0xfeff]
const bytesMark = [0xef, 0xbb, 0xbf]

/**
 * Divides JSON (RFC 8259) into tokens, which keep the text of numbers and strings. The text arrives in pieces of UTF-16 units or
 * of UTF-8, which may end anywhere; positions are counted in these units from its start. Time is linear, and nothing is
 * recursive.
 *
 * After `write` or `finish`, call `next` until it returns `more`, `end` or `fault`.
 */
export class JsonTokenizer {
  /** The position of the latest token. */
  from = 0
  /** Whether the latest token, or the part of it that was reported, is its end. */
  isWhole = true
  fault: JsonFault | null = null
  readonly #options: JsonTokenizerOptions
  readonly #deepest: number
  readonly #scanner = new TokenScanner()
  #kind: JsonToken = 'more'
  #expected: JsonExpected = 'value'
  /** Whether each of the open containers is an object, outermost first. */
  readonly #open: boolean[] = []

  constructor(options: JsonTokenizerOptions = {}) {
    this.#options = options
    this.#deepest = options.deepest ?? Number.POSITIVE_INFINITY
  }

  /** The position after the latest token, or after the part of it that was reported. */
  get to(): number {
    return this.#scanner.position
  }

  /** How many containers are open after the latest token. */
  get depth(): number {
    return this.#open.length
  }

  /** Takes the next piece. All pieces are text, or all are bytes. */
  write(piece: string | Uint8Array): void {
    this.#scanner.write(piece)
  }

  /** Call after the last piece. */
  finish(): void {
    this.#scanner.isFinished = true
  }

  /** Returns the next token, or what prevents one. */
  next(): JsonToken {
    const scanner = this.#scanner
    if (this.fault !== null) return 'fault'
    if (scanner.isWithinToken) {
      scanner.continue()
      return this.#scan()
    }
    const code = scanner.skipSpace()
    this.from = scanner.position
    if (scanner.at < scanner.piece.length) return this.#begin(code)
    if (!scanner.isFinished) return 'more'
    return this.#expected === 'end' ? 'end' : this.#fail()
  }

  /** The text of the latest token as written, or of the part of it that was reported. */
  text(): string {
    return this.#scanner.text()
  }

  /** The text that the latest token, a string or a key, stands for. */
  value(): string {
    return this.#scanner.value()
  }

  #begin(code: number): JsonToken {
    switch (code) {
      case quote:
        return this.#string()
      case 0x2c:
        return this.#expected === 'commaOrClose'
          ? this.#mark('comma', this.#isInObject() ? 'key' : 'value')
          : this.#fail()
      case 0x3a:
        return this.#expected === 'colon' ? this.#mark('colon', 'value') : this.#fail()
      case openBrace:
        return this.#openBrace()
      case closeBrace:
        return this.#close(true)
      case openBracket:
        return this.#openContainer(false)
      case closeBracket:
        return this.#close(false)
      case 0x2d:
        return this.#scalar('number', tokenState.minus)
      case 0x30:
        return this.#scalar('number', tokenState.zero)
      case 0x74:
        return this.#scalar('true', tokenState.true)
      case 0x66:
        return this.#scalar('false', tokenState.false)
      case 0x6e:
        return this.#scalar('null', tokenState.null)
    }
    if (code >= 0x31 && code <= 0x39) return this.#scalar('number', tokenState.integer)
    return this.#skipMark()
  }

  #isInObject(): boolean {
    return this.#open[this.#open.length - 1] === true
  }

  #mark(token: JsonToken, expected: JsonExpected): JsonToken {
    this.#scanner.begin(0, 1)
    this.#expected = expected
    return token
  }

  #string(): JsonToken {
    const isKey = this.#isKeyPlace()
    if (!isKey && !this.#isValuePlace()) return this.#fail()
    const checked = typeof this.#scanner.piece === 'string' ? tokenState.text : tokenState.bytes
    return this.#start(
      isKey ? 'key' : 'string',
      this.#options.allowsAnyString ? tokenState.unchecked : checked,
      1,
    )
  }

  #scalar(kind: JsonToken, state: number): JsonToken {
    return this.#isValuePlace() ? this.#start(kind, state, 1) : this.#fail()
  }

  #isValuePlace(): boolean {
    return this.#expected === 'value' || this.#expected === 'valueOrClose'
  }

  #isKeyPlace(): boolean {
    return this.#expected === 'key' || this.#expected === 'keyOrClose'
  }

  /** A `{{` begins a variable only if a name follows. */
  #openBrace(): JsonToken {
    const isKey = this.#isKeyPlace()
    const { variables } = this.#options
    if (variables === undefined || (isKey ? variables === 'values' : !this.#isValuePlace()))
      return this.#openContainer(true)
    const scanner = this.#scanner
    const [second, third] = [scanner.peek(1), scanner.peek(2)]
    const isCut = Number.isNaN(second) || (second === openBrace && Number.isNaN(third))
    if (isCut && !scanner.isFinished) return 'more'
    if (isCut || second !== openBrace || third === openBrace || third === closeBrace)
      return this.#openContainer(true)
    const state = typeof scanner.piece === 'string' ? tokenState.textName : tokenState.bytesName
    return this.#start(isKey ? 'variableKey' : 'variable', state, 2)
  }

  #openContainer(isObject: boolean): JsonToken {
    if (!this.#isValuePlace()) return this.#fail()
    if (this.#open.length >= this.#deepest) return this.#fail(true)
    this.#open.push(isObject)
    return isObject ? this.#mark('openObject', 'keyOrClose') : this.#mark('openArray', 'valueOrClose')
  }

  #close(isObject: boolean): JsonToken {
    const expected = this.#expected
    const isAllowed =
      expected === 'commaOrClose'
        ? this.#isInObject() === isObject
        : expected === (isObject ? 'keyOrClose' : 'valueOrClose')
    if (!isAllowed) return this.#fail()
    this.#open.pop()
    return this.#mark(isObject ? 'closeObject' : 'closeArray', this.#afterValue())
  }

  #afterValue(): JsonExpected {
    return this.#open.length === 0 ? 'end' : 'commaOrClose'
  }

  /** Begins a token whose first characters are known. */
  #start(kind: JsonToken, state: number, length: number): JsonToken {
    this.#kind = kind
    this.#scanner.begin(state, length)
    return this.#scan()
  }

  #scan(): JsonToken {
    switch (this.#scanner.scan()) {
      case 'bad':
        return this.#fail(false, this.to)
      case 'cut':
        return this.#cut()
      case 'whole': {
        const isKey = this.#kind === 'key' || this.#kind === 'variableKey'
        this.#expected = isKey ? 'colon' : this.#afterValue()
        this.isWhole = true
        return this.#kind
      }
    }
  }

  /** The piece ends within a token. */
  #cut(): JsonToken {
    const scanner = this.#scanner
    if (scanner.isFinished) return this.#fail(false, this.to)
    if (scanner.isPartEmpty) return 'more'
    if (this.#options.reportsParts) {
      this.isWhole = false
      return this.#kind
    }
    scanner.keepPart()
    return 'more'
  }

  #fail(isTooDeep = false, at = this.from): JsonToken {
    const within = at === this.from ? null : this.#kind
    this.fault ??= { at, tokenAt: this.from, within, expected: this.#expected, isTooDeep }
    return 'fault'
  }

  /** Skips a byte order mark, if this is one. */
  #skipMark(): JsonToken {
    const scanner = this.#scanner
    if (this.from !== 0 || !this.#options.allowsByteOrderMark) return this.#fail()
    const mark = typeof scanner.piece === 'string' ? textMark : bytesMark
    const found = mark.findIndex((code, offset) => scanner.peek(offset) !== code)
    if (found !== -1 && (scanner.isFinished || !Number.isNaN(scanner.peek(found)))) return this.#fail()
    if (found !== -1) return 'more'
    scanner.at += mark.length
    return this.next()
  }
}
