import { type JsonToken, JsonTokenizer } from '@parley/model'
import { nextTurn, stepCharacters } from '../text/turns.ts'
import { faultPosition } from './json-fault.ts'
import { PrintedText, printWhole, type TextPrinter } from './text-printer.ts'

/**
 * Formats JSON with line breaks and indentation. Tokens are copied unchanged, so that big integers, duplicate
 * keys, escapes and the order of keys are kept. Returns null if the text is not JSON, or if formatting would
 * make it much longer; such a text is better shown unchanged. Escapes in strings are not checked.
 * @param options - `allowsVariables`: a `{{name}}` may replace a key or a value, and is kept
 */
export function printJson(text: string, { allowsVariables = false } = {}): string | null {
  return printWhole(text, emit => new JsonPrinter(emit, allowsVariables))
}

/** Formats JSON as {@link printJson} does, in steps of 64 KB between which everything else goes on. */
export async function printJsonInSteps(
  text: string,
  { allowsVariables = false } = {},
): Promise<string | null> {
  const pieces: string[] = []
  const printer = new JsonPrinter(piece => pieces.push(piece), allowsVariables)
  for (let at = 0; at < text.length; at += stepCharacters) {
    if (at > 0) await nextTurn()
    if (!printer.write(text.slice(at, at + stepCharacters))) return null
  }
  return printer.end() ? pieces.join('') : null
}

/** Returns a token as it is written: its own text, or that with colours. */
export type PaintToken = (token: JsonToken, text: string) => string

const asWritten: PaintToken = (_, text) => text

/** Formats JSON as {@link printJson} does, piece by piece. */
export class JsonPrinter implements TextPrinter {
  readonly #out: PrintedText
  readonly #tokenizer: JsonTokenizer
  readonly #paint: PaintToken
  #readLength = 0
  /** Whether nothing was printed since the last opening bracket. */
  #isOpened = false

  /** @param paint - changes how each token is written, but for brackets, commas and colons */
  constructor(emit: (text: string) => void, allowsVariables = false, paint: PaintToken = asWritten) {
    this.#out = new PrintedText(emit)
    this.#paint = paint
    this.#tokenizer = new JsonTokenizer({
      allowsAnyString: true,
      allowsByteOrderMark: true,
      reportsParts: true,
      ...(allowsVariables ? { variables: 'keysAndValues' as const } : {}),
    })
  }

  /** Where the text stops being JSON; null: it does not, as far as it was read. A wrong number or word counts as a whole. */
  get faultAt(): number | null {
    return faultPosition(this.#tokenizer.fault)
  }

  write(piece: string): boolean {
    this.#readLength += piece.length
    this.#tokenizer.write(piece)
    return this.#print() === 'more'
  }

  end(): boolean {
    this.#tokenizer.finish()
    const isWhole = this.#print() === 'end'
    this.#out.flush()
    return isWhole
  }

  /** Prints the tokens of the piece, and returns what ends them. */
  #print(): JsonToken | 'tooLong' {
    const out = this.#out
    const tokenizer = this.#tokenizer
    while (!out.isTooLong(this.#readLength)) {
      const token = tokenizer.next()
      switch (token) {
        case 'openObject':
          this.#open('{')
          break
        case 'openArray':
          this.#open('[')
          break
        case 'closeObject':
          this.#close('}')
          break
        case 'closeArray':
          this.#close(']')
          break
        case 'comma':
          out.copy(',')
          out.breakLine(tokenizer.depth)
          break
        case 'colon':
          out.copy(':')
          out.add(' ')
          break
        case 'key':
        case 'variableKey':
        case 'string':
        case 'number':
        case 'true':
        case 'false':
        case 'null':
        case 'variable':
          this.#breakAfterBracket(tokenizer.depth)
          out.copy(this.#paint(token, tokenizer.text()))
          break
        case 'more':
        case 'end':
        case 'fault':
          return token
      }
    }
    return 'tooLong'
  }

  #open(bracket: string): void {
    this.#breakAfterBracket(this.#tokenizer.depth - 1)
    this.#out.copy(bracket)
    this.#isOpened = true
  }

  #close(bracket: string): void {
    if (!this.#isOpened) this.#out.breakLine(this.#tokenizer.depth)
    this.#isOpened = false
    this.#out.copy(bracket)
  }

  #breakAfterBracket(depth: number): void {
    if (this.#isOpened) this.#out.breakLine(depth)
    this.#isOpened = false
  }
}
