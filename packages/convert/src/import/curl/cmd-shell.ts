import { ShellReader, type ShellReading } from './shell-reader.ts'

/**
 * Reads a text like the Windows command prompt and the C runtime of the started program: carets first, then
 * quotes and backslashes. Commands that browsers copy for the prompt are read as intended, even if they have
 * a caret inside plain quotes, which the prompt would keep.
 */
export function readCmdShell(text: string): ShellReading {
  return new CmdReader(text).read()
}

/** The characters before which tools put a caret even inside quotes. */
const caretedInQuotes = '%[]{}!&|<>()@^"'

class CmdReader extends ShellReader {
  #quoteStart: number | null = null
  /** Whether the prompt is inside quotes as well: an escaped quote opens them only for the program. */
  #isPromptQuoted = false

  protected override readNext(): void {
    const lineBreak = this.lineBreakLength()
    const character = this.peek()
    if (character === '^' && this.#readCaret()) return
    if (character === '\\') {
      this.#readBackslashes()
      return
    }
    if (character === '"') {
      this.#readQuote(true)
      return
    }
    if (this.#quoteStart !== null) {
      this.#take(character)
      return
    }
    if (lineBreak > 0) {
      this.endWord()
      this.position += lineBreak
      if (!this.isNextLineContinuation()) this.endCommand()
    } else if (character === ' ' || character === '\t') {
      this.endWord()
      this.position += 1
    } else if (character === '&' || character === '|') {
      this.position += 1
      this.endCommand(character === '|')
    } else if (character === '>') {
      this.position += 1
      this.redirect('output')
    } else this.#take(character)
  }

  override read(): ShellReading {
    const reading = super.read()
    if (this.#quoteStart === null || reading.fault !== null) return reading
    // The prompt would treat the rest of the text as quoted.
    return {
      ...reading,
      commands: reading.commands.slice(0, -1),
      fault: { code: 'UNCLOSED_QUOTE', offset: this.#quoteStart },
    }
  }

  #take(character: string): void {
    this.add(character)
    this.position += 1
  }

  /** Reads a caret; returns whether it was an escape for the prompt. */
  #readCaret(): boolean {
    const lineBreak = this.lineBreakLength(1)
    if (lineBreak > 0) {
      this.position += 1 + lineBreak
      // A second line break after a continued line belongs to the text.
      const second = this.lineBreakLength()
      if (second > 0 && this.#quoteStart !== null) {
        this.add('\n')
        this.position += second
      }
      return true
    }
    const next = this.peek(1)
    if (next === '"' || next === '\\') {
      this.position += 1
      if (next === '"') this.#readQuote(false)
      else this.#readBackslashes()
      return true
    }
    if (next === '' || (this.#isPromptQuoted && !caretedInQuotes.includes(next))) return false
    this.position += 1
    this.#take(next)
    return true
  }

  /**
   * Reads backslashes. Before a quote, an even number means half as many; an odd number also escapes the
   * quote.
   */
  #readBackslashes(): void {
    const run = /^(?:\^?\\)+/.exec(this.text.slice(this.position, this.position + 4096))?.[0] ?? '\\'
    const count = run.replaceAll('^', '').length
    const after = this.position + run.length
    const isBeforeQuote = /^\^?"/.test(this.text.slice(after, after + 2))
    this.position = after
    if (!isBeforeQuote) {
      this.add('\\'.repeat(count))
      return
    }
    this.add('\\'.repeat(Math.floor(count / 2)))
    if (this.peek() === '^') this.position += 1
    if (count % 2 === 1) this.#take('"')
  }

  #readQuote(isPromptQuote: boolean): void {
    if (this.#quoteStart === null) {
      this.#isPromptQuoted = isPromptQuote
      this.#quoteStart = this.position
      this.add('')
      this.position += 1
      return
    }
    if (this.peek(1) === '"') {
      this.add('"')
      this.position += 2
      return
    }
    this.#quoteStart = null
    this.#isPromptQuoted = false
    this.position += 1
  }
}
