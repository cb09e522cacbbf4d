import { ShellReader, type ShellReading } from './shell-reader.ts'

/**
 * Reads a text like PowerShell (about_Quoting_Rules), but runs and expands nothing: `$name` and `$env:NAME`
 * become `{{name}}`, other expansions stay text.
 */
export function readPowerShell(text: string): ShellReading {
  return new PowerShellReader(text).read()
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])

const hereStringStart = /@(['"])[ \t]*\r?\n/y

class PowerShellReader extends ShellReader {
  /** Quotes of here-strings that do not end. */
  readonly #hasNoEnd = new Set<string>()

  protected override readNext(): void {
    const character = this.peek()
    const lineBreak = this.lineBreakLength()
    if (lineBreak > 0) {
      this.endWord()
      this.position += lineBreak
      if (!this.isNextLineContinuation()) this.endCommand()
      return
    }
    if (character === '`') {
      this.#readBacktick()
      return
    }
    if (character === '@' && !this.hasWord && this.#readHereString()) return
    if (character === "'") {
      this.#readSingleQuotes()
      return
    }
    if (character === '"') {
      this.#readDoubleQuotes()
      return
    }
    if (character === '$') {
      this.#readDollar()
      return
    }
    if (/[ \t\r\u00a0]/.test(character)) {
      this.endWord()
      this.position += 1
    } else if (character === ';' || character === '|') {
      this.position += 1
      this.endCommand(character === '|')
    } else if (character === '#' && !this.hasWord) this.position += this.restOfLine().length
    else if (!this.readSmartQuotes()) {
      this.add(character)
      this.position += 1
    }
  }

  /**
   * Escapes the next character; before a line break, with or without blanks between, it continues the line.
   */
  #readBacktick(): void {
    const continuation = /^`[ \t]*(?:\r?\n|$)/.exec(this.text.slice(this.position, this.position + 200))
    if (continuation) {
      this.endWord()
      this.position += continuation[0].length
      return
    }
    const next = this.peek(1)
    this.add(escapes.get(next) ?? next)
    this.position += 1 + next.length
  }

  #readSingleQuotes(): void {
    const start = this.position
    let value = ''
    let at = start + 1
    for (;;) {
      const end = this.text.indexOf("'", at)
      if (end < 0) this.fail('UNCLOSED_QUOTE', start)
      value += this.text.slice(at, end)
      at = end + 1
      if (this.text[at] !== "'") break
      value += "'"
      at += 1
    }
    this.#addArgument(value, start)
    this.position = at
  }

  /** Adds an argument. Older versions pass quotes on only after a backslash, so people write `\"`. */
  #addArgument(value: string, start: number): void {
    const areAllEscaped = value.includes('\\"') && !/(^|[^\\])"/.test(value)
    this.add(areAllEscaped ? value.replaceAll('\\"', '"') : value, start)
  }

  #readDoubleQuotes(): void {
    const start = this.position
    this.add('')
    this.position += 1
    for (;;) {
      const character = this.peek()
      if (character === '') this.fail('UNCLOSED_QUOTE', start)
      if (character === '"' && this.peek(1) !== '"') break
      if (character === '`') {
        this.add(escapes.get(this.peek(1)) ?? this.peek(1))
        this.position += 2
      } else if (character === '$') this.#readDollar()
      else if (character === '\\' && this.startsWith('\\`"')) {
        this.add('"')
        this.position += 3
      } else {
        this.add(character)
        this.position += character === '"' ? 2 : 1
      }
    }
    this.position += 1
  }

  /** Reads `@'…'@` and `@"…"@`, whose marks are on separate lines. */
  #readHereString(): boolean {
    hereStringStart.lastIndex = this.position
    const [opening = '', quote] = hereStringStart.exec(this.text) ?? []
    if (quote === undefined) return false
    const start = this.position + opening.length
    // Where no end follows one string, none follows those after it.
    const end = this.#hasNoEnd.has(quote) ? -1 : this.text.indexOf(`\n${quote}@`, start)
    if (end === -1) {
      this.#hasNoEnd.add(quote)
      return false
    }
    this.add(this.text.slice(start, this.text[end - 1] === '\r' && end > start ? end - 1 : end))
    this.position = end + 3
    return true
  }

  #readDollar(): void {
    const start = this.position
    const rest = this.text.slice(start, start + 300)
    const [written, plain, braced] =
      /^\$(?:(?:env:)?([A-Za-z_]\w*)|\{(?:env:)?([^{}\s]+)\})/i.exec(rest) ?? []
    if (written === undefined) {
      if (this.peek(1) === '(') this.note('SHELL_EXPANSION', '$(', start)
      this.add('$')
      this.position += 1
      return
    }
    const variable = plain ?? braced ?? ''
    this.note('SHELL_VARIABLE', variable, start)
    this.add(`{{${variable}}}`)
    this.position += written.length
  }
}
