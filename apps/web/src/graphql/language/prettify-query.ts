import { Kind, Lexer, Source, type Token, TokenKind } from 'graphql'
import { maskVariables } from './mask-variables.ts'
import { parseDocument } from './parse-document.ts'
import { isItemStart, isSelectionStart, needsSpace } from './query-layout.ts'

/** Longer argument lists are printed on several lines. */
const lineWidth = 80
const indentUnit = '  '

/**
 * Returns a query with line breaks and indentation; null for a text that does not parse. All tokens, comments and
 * `{{names}}` stay as typed and in their order. One empty line between fields is kept.
 */
export function prettifyQuery(text: string): string | null {
  const { document } = parseDocument(text)
  const isQuery = document?.definitions.every(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION,
  )
  if (isQuery !== true) return null
  const printed = new QueryPrinter(text, tokensOf(maskVariables(text).text)).print()
  return /\n\s*$/.test(text) ? `${printed}\n` : printed
}

function tokensOf(text: string): readonly Token[] {
  const lexer = new Lexer(new Source(text))
  while (lexer.token.kind !== TokenKind.EOF) lexer.advance()
  const tokens: Token[] = []
  for (let token = lexer.token.prev; token !== null && token.kind !== TokenKind.SOF; token = token.prev)
    tokens.push(token)
  return tokens.reverse()
}

/** A bracket that is open. */
interface Bracket {
  readonly isSelection: boolean
  /** Whether each item is on a line of its own. */
  readonly isBroken: boolean
}

class QueryPrinter {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #open: Bracket[] = []
  readonly #lines: string[] = ['']
  /** The last token but comments, and the one before it. */
  #previous: Token | null = null
  #beforePrevious: Token | null = null

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text
    this.#tokens = tokens
  }

  print(): string {
    this.#tokens.forEach((token, at) => {
      if (token.kind === TokenKind.COMMENT) this.#printComment(token)
      else this.#printToken(token, at)
    })
    return this.#lines.join('\n')
  }

  #printComment(token: Token): void {
    const hasLineOfItsOwn = token.prev === null || token.prev.line !== token.line
    if (!this.#isEmpty() && hasLineOfItsOwn) this.#breakLine(token)
    const line = this.#lines.at(-1) ?? ''
    this.#append(line.trim() === '' ? '' : ' ', token)
  }

  #printToken(token: Token, at: number): void {
    const closed = isClosing(token) ? this.#open.pop() : undefined
    const isAfterComment = token.prev?.kind === TokenKind.COMMENT
    if (isAfterComment || closed?.isBroken === true || this.#beginsLine(token)) this.#breakLine(token)
    const line = this.#lines.at(-1) ?? ''
    this.#append(line.trim() === '' ? '' : this.#separatorBefore(token), token)
    this.#openBracket(token, at)
    this.#beforePrevious = this.#previous
    this.#previous = token
  }

  #beginsLine(token: Token): boolean {
    const previous = this.#previous
    if (previous === null || isClosing(token)) return false
    const bracket = this.#open.at(-1)
    if (bracket === undefined) return previous.kind === TokenKind.BRACE_R
    if (!bracket.isBroken) return false
    if (isOpening(previous)) return true
    return bracket.isSelection
      ? isSelectionStart(token, previous, this.#beforePrevious)
      : isItemStart(token, previous)
  }

  #separatorBefore(token: Token): string {
    const previous = this.#previous
    if (previous === null) return ''
    const bracket = this.#open.at(-1)
    const isItem = bracket?.isSelection === false && !isOpening(previous) && isItemStart(token, previous)
    if (isItem) return ', '
    return needsSpace(token, previous, this.#beforePrevious, bracket?.isSelection ?? true) ? ' ' : ''
  }

  #openBracket(token: Token, at: number): void {
    if (!isOpening(token)) return
    const isSelection = token.kind === TokenKind.BRACE_L && this.#open.at(-1)?.isSelection !== false
    this.#open.push({ isSelection, isBroken: isSelection || !this.#fitsOnLine(at) })
  }

  /** Returns whether the list that begins at a token is short and without comments and line breaks. */
  #fitsOnLine(at: number): boolean {
    let width = this.#lines.at(-1)?.length ?? 0
    let depth = 0
    for (const token of this.#tokens.slice(at, at + lineWidth)) {
      if (token.kind === TokenKind.COMMENT || token.kind === TokenKind.BLOCK_STRING) return false
      if (isOpening(token)) depth += 1
      else if (isClosing(token)) depth -= 1
      width += token.end - token.start + 1
      if (width > lineWidth) return false
      if (depth === 0) return true
    }
    return false
  }

  #isEmpty(): boolean {
    return this.#lines.length === 1 && this.#lines[0] === ''
  }

  /** Begins a line for a token, after an empty line where one belongs. */
  #breakLine(token: Token): void {
    const isDefinition =
      this.#open.length === 0 && !isClosing(token) && token.prev?.kind === TokenKind.BRACE_R
    if (isDefinition || this.#hadEmptyLineBefore(token)) this.#lines.push('')
    this.#lines.push(indentUnit.repeat(this.#open.filter(({ isBroken }) => isBroken).length))
  }

  #hadEmptyLineBefore({ kind, prev, start }: Token): boolean {
    if (prev === null || isOpening(prev) || kind === TokenKind.BRACE_R) return false
    if (this.#open.at(-1)?.isSelection === false) return false
    return (this.#text.slice(prev.end, start).match(/\r\n|\n|\r/g)?.length ?? 0) > 1
  }

  #append(separator: string, { start, end }: Token): void {
    const line = this.#lines.pop() ?? ''
    this.#lines.push(`${line}${separator}${this.#text.slice(start, end)}`)
  }
}

function isOpening({ kind }: Token): boolean {
  return kind === TokenKind.BRACE_L || kind === TokenKind.PAREN_L || kind === TokenKind.BRACKET_L
}

function isClosing({ kind }: Token): boolean {
  return kind === TokenKind.BRACE_R || kind === TokenKind.PAREN_R || kind === TokenKind.BRACKET_R
}
