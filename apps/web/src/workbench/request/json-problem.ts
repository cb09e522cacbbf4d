import { type JsonFault, JsonTokenizer } from '@parley/model'

/** Where a text stops being JSON, and why. */
export interface JsonProblem {
  /** The characters to mark, as offsets in the text. */
  readonly from: number
  readonly to: number
  /** What is wrong there, such as `expected ]`. */
  readonly message: string
}

/** A problem with its position in words, such as `Line 1, column 34: expected ]`. */
export function placedProblem(line: number, column: number, message: string): string {
  return `Line ${line}, column ${column}: ${message}`
}

/** Checks a text that arrives in pieces, in which a `{{name}}` may replace a key or a value. A blank text has no problem. */
export class JsonCheck {
  readonly #tokenizer = new JsonTokenizer({
    allowsByteOrderMark: true,
    reportsParts: true,
    variables: 'keysAndValues',
  })
  /** The closing bracket of each open container. */
  readonly #closing: string[] = []
  #isBlank = true
  #length = 0

  /** Takes the next piece, and returns whether the text can still be JSON. */
  write(piece: string): boolean {
    this.#length += piece.length
    this.#isBlank &&= piece.trim() === ''
    this.#tokenizer.write(piece)
    return this.#read()
  }

  /**
   * Returns what is wrong with the text after its last piece; null: nothing.
   * @param slice returns a part of the text
   */
  finish(slice: (from: number, to: number) => string): JsonProblem | null {
    if (this.#isBlank) return null
    this.#tokenizer.finish()
    this.#read()
    const { fault } = this.#tokenizer
    return fault === null ? null : this.#describe(fault, slice)
  }

  #read(): boolean {
    for (;;) {
      switch (this.#tokenizer.next()) {
        case 'openObject':
          this.#closing.push('}')
          break
        case 'openArray':
          this.#closing.push(']')
          break
        case 'closeObject':
        case 'closeArray':
          this.#closing.pop()
          break
        case 'more':
        case 'end':
          return true
        case 'fault':
          return false
      }
    }
  }

  #describe(fault: JsonFault, slice: (from: number, to: number) => string): JsonProblem {
    const isInString = fault.within === 'string' || fault.within === 'key'
    const from = isInString ? fault.at : fault.tokenAt
    const rest = slice(from, from + 2)
    return {
      from,
      to: Math.max(fault.at + (rest === '' ? 0 : 1), from),
      message: isInString
        ? stringMessage(rest)
        : (knownMistake(rest, fault.expected) ?? this.#expectation(fault.expected, rest === '')),
    }
  }

  #expectation(expected: JsonFault['expected'], isAtEnd: boolean): string {
    const closing = this.#closing.at(-1) ?? ''
    switch (expected) {
      case 'value':
        return 'expected a value'
      case 'valueOrClose':
        return isAtEnd ? 'expected ]' : 'expected a value or ]'
      case 'key':
        return 'expected a name in double quotes'
      case 'keyOrClose':
        return isAtEnd ? 'expected }' : 'expected a name in double quotes or }'
      case 'colon':
        return 'expected :'
      case 'commaOrClose':
        return isAtEnd ? `expected ${closing}` : `expected a comma or ${closing}`
      case 'end':
        return 'nothing can follow the value'
    }
  }
}

/** Returns what is wrong with a text; null: nothing. */
export function findJsonProblem(text: string): JsonProblem | null {
  const check = new JsonCheck()
  check.write(text)
  return check.finish((from, to) => text.slice(from, to))
}

/** Returns what is wrong with a text, with its position in words; empty: nothing. */
export function jsonProblemText(text: string): string {
  const problem = findJsonProblem(text)
  if (problem === null) return ''
  const before = text.slice(0, problem.from).split('\n')
  return placedProblem(before.length, (before.at(-1) ?? '').length + 1, problem.message)
}

function stringMessage(rest: string): string {
  if (rest === '' || rest.startsWith('\n') || rest.startsWith('\r')) return 'the string has no closing quote'
  return rest < ' ' ? 'write a control character as an escape' : 'this escape is not one of JSON'
}

/** What people write most often in the place of JSON. */
function knownMistake(rest: string, expected: JsonFault['expected']): string | null {
  if (rest === '//' || rest === '/*') return 'JSON has no comments'
  if (rest.startsWith("'")) return 'strings need double quotes'
  if (expected === 'key' && rest.startsWith('}')) return 'remove the comma before }'
  return expected === 'value' && rest.startsWith(']') ? 'remove the comma before ]' : null
}
