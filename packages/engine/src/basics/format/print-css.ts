import { maxTokenLength, PrintedText, printWhole, type TextPrinter } from './text-printer.ts'

/**
 * Formats CSS with one line per declaration and rule. Only white space changes; strings, comments and text in
 * parentheses are copied unchanged. Returns null if the brackets do not match.
 */
export function printCss(text: string): string | null {
  return printWhole(text, emit => new CssPrinter(emit))
}

/** Formats CSS as {@link printCss} does, piece by piece. */
export class CssPrinter implements TextPrinter {
  readonly #out: PrintedText
  /** The prelude or declaration that is being read. */
  #parts: string[] = []
  #partsLength = 0
  #depth = 0
  #parentheses = 0
  #quote = ''
  #isEscaped = false
  #isComment = false
  #hasSpace = false
  #cut = ''
  #readLength = 0
  #hasWritten = false

  constructor(emit: (text: string) => void) {
    this.#out = new PrintedText(emit)
  }

  write(piece: string): boolean {
    const text = this.#cut + (this.#readLength === 0 ? piece.replace(/^\ufeff/, '') : piece)
    this.#cut = ''
    this.#readLength += piece.length
    let at = 0
    while (at < text.length) {
      const character = text[at] ?? ''
      if (at + 1 === text.length && (character === '/' || (this.#isComment && character === '*'))) {
        this.#cut = character
        break
      }
      const length = this.#take(text, at, character)
      if (length === 0 || this.#partsLength > maxTokenLength * 16) return false
      if (this.#out.isTooLong(this.#readLength)) return false
      at += length
    }
    return true
  }

  end(): boolean {
    if (this.#cut !== '') this.#keep(this.#cut)
    this.#endPart('')
    this.#out.flush()
    return this.#depth === 0 && this.#quote === '' && !this.#isComment && this.#parentheses === 0
  }

  /** Returns how many characters were read; 0 if a closing bracket has no opening one. */
  #take(text: string, at: number, character: string): number {
    if (this.#isComment) return this.#takeComment(text, at)
    if (this.#quote !== '') return this.#takeQuoted(character)
    if (character === '/' && text[at + 1] === '*') {
      this.#isComment = true
      this.#keep('/*')
      return 2
    }
    if (/\s/.test(character)) {
      this.#hasSpace = this.#partsLength > 0
      return 1
    }
    if (character === '"' || character === "'") this.#quote = character
    if (character === '(') this.#parentheses += 1
    if (character === ')') this.#parentheses = Math.max(0, this.#parentheses - 1)
    if (this.#parentheses > 0 || !'{};'.includes(character)) this.#keep(character)
    else return this.#takeBracket(character) ? 1 : 0
    return 1
  }

  #takeBracket(character: string): boolean {
    if (character === '{') {
      this.#endPart(this.#partsLength > 0 ? ' {' : '{', true)
      this.#depth += 1
      return true
    }
    this.#endPart(character === ';' ? ';' : '')
    if (character === '}') {
      if (this.#depth === 0) return false
      this.#depth -= 1
      this.#line('}')
    }
    return true
  }

  #takeComment(text: string, at: number): number {
    const end = text.indexOf('*/', at)
    const next = end === -1 ? text.length - (text.endsWith('*') ? 1 : 0) : end + 2
    this.#keep(text.slice(at, next))
    if (end === -1) return next - at
    this.#isComment = false
    if (this.#parts[0] === '/*') this.#endPart('')
    return next - at
  }

  #takeQuoted(character: string): number {
    this.#keep(character)
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '\\') this.#isEscaped = true
    else if (character === this.#quote) this.#quote = ''
    return 1
  }

  #keep(part: string): void {
    if (this.#hasSpace && this.#partsLength > 0) this.#parts.push(' ')
    this.#hasSpace = false
    this.#parts.push(part)
    this.#partsLength += part.length
  }

  /** Writes the collected part as a line, followed by its ending. */
  #endPart(ending: string, isPrelude = false): void {
    const text = this.#parts.join('')
    this.#parts = []
    this.#partsLength = 0
    this.#hasSpace = false
    if (text === '' && ending !== '{' && ending !== ';') return
    const isDeclaration = !isPrelude && this.#depth > 0 && !text.startsWith('/*') && !text.startsWith('@')
    this.#line((isDeclaration ? text.replace(/^([\w-]+)\s*:\s*/, '$1: ') : text) + ending)
  }

  #line(text: string): void {
    if (this.#hasWritten) this.#out.breakLine(this.#depth)
    this.#out.copy(text)
    this.#hasWritten = true
  }
}
