import { readAnsiCQuotes } from './ansi-c-quotes.ts'
import { ShellReader, type ShellReading } from './shell-reader.ts'

/**
 * Reads a text like bash (Bash manual, 3.1 and 3.6), but runs and expands nothing: `$NAME` becomes
 * `{{NAME}}`, other expansions stay text. It accepts more than bash if a pasted command lacks quotes or
 * continuation marks, and notes each such place.
 */
export function readPosixShell(text: string): ShellReading {
  return new PosixReader(text).read()
}

interface Heredoc {
  readonly delimiter: string
  readonly stripsTabs: boolean
  readonly isExpanded: boolean
}

class PosixReader extends ShellReader {
  readonly #heredocs: Heredoc[] = []

  protected override readNext(): void {
    const character = this.peek()
    const lineBreak = this.lineBreakLength()
    if (lineBreak > 0) {
      this.#readLineBreak(lineBreak)
      return
    }
    switch (character) {
      case ' ':
      case '\t':
      case '\r':
      case '\u00a0':
        this.endWord()
        this.position += 1
        return
      case '\\':
        this.#readBackslash()
        return
      case "'":
        this.#readSingleQuotes()
        return
      case '"':
        this.#readDoubleQuotes()
        return
      case '$':
        this.#readDollar(false)
        return
      case '`':
        this.#readBackticks()
        return
      case '<':
        this.#readInput()
        return
      case '>':
        this.#readOutput()
        return
      case ';':
      case '&':
      case '|':
        this.#readSeparator(character)
        return
    }
    if (character === '#' && !this.hasWord) this.position += this.restOfLine().length
    else if ('()'.includes(character) && !this.hasWord) this.position += 1
    else if (!this.readSmartQuotes()) {
      this.add(character)
      this.position += 1
    }
  }

  #readLineBreak(length: number): void {
    this.endWord()
    this.position += length
    for (const heredoc of this.#heredocs.splice(0)) this.#readHeredocText(heredoc)
    if (!this.isNextLineContinuation()) this.endCommand()
  }

  #readBackslash(): void {
    const continuation = /^\\[ \t]*(\r?\n|$)/.exec(this.text.slice(this.position, this.position + 200))
    if (continuation) {
      this.position += continuation[0].length
      return
    }
    this.add(this.peek(1))
    this.position += 2
  }

  #readSingleQuotes(): void {
    const end = this.text.indexOf("'", this.position + 1)
    if (end < 0) this.fail('UNCLOSED_QUOTE', this.position)
    this.add(this.text.slice(this.position + 1, end))
    this.position = end + 1
  }

  #readDoubleQuotes(): void {
    const start = this.position
    this.add('')
    this.position += 1
    while (this.peek() !== '"') {
      if (this.position >= this.text.length) this.fail('UNCLOSED_QUOTE', start)
      this.#readExpanded('$`"\\')
    }
    this.position += 1
  }

  /**
   * Reads a piece of text in which `$` and backticks are special; `escapable` lists the characters that a
   * backslash escapes.
   */
  #readExpanded(escapable: string): void {
    const character = this.peek()
    const lineBreak = character === '\\' ? this.lineBreakLength(1) : 0
    if (lineBreak > 0) this.position += 1 + lineBreak
    else if (character === '\\' && this.peek(1) !== '' && escapable.includes(this.peek(1))) {
      this.add(this.peek(1))
      this.position += 2
    } else if (character === '$') this.#readDollar(true)
    else if (character === '`') this.#readBackticks()
    else {
      this.add(character)
      this.position += 1
    }
  }

  #readDollar(isQuoted: boolean): void {
    const start = this.position
    if (!isQuoted && this.peek(1) === "'") {
      const { value, end } = readAnsiCQuotes(this.text, start + 2)
      if (end < 0) this.fail('UNCLOSED_QUOTE', start + 1)
      this.add(value)
      this.position = end + 1
      return
    }
    if (!isQuoted && this.peek(1) === '"') {
      this.position += 1
      this.#readDoubleQuotes()
      return
    }
    const name = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/.exec(this.text.slice(start, start + 300))
    if (name) {
      const variable = name[1] ?? name[2] ?? ''
      this.note('SHELL_VARIABLE', variable, start)
      this.add(`{{${variable}}}`)
      this.position += name[0].length
      return
    }
    const closing = this.peek(1) === '(' ? ')' : this.peek(1) === '{' ? '}' : ''
    if (closing === '') {
      this.add('$')
      this.position += 1
    } else this.#keepExpansion(start, this.#endOfNesting(start + 1, this.peek(1), closing))
  }

  #endOfNesting(start: number, open: string, closing: string): number {
    let depth = 0
    for (let at = start; at < this.text.length; at += 1) {
      if (this.text[at] === open) depth += 1
      else if (this.text[at] === closing) depth -= 1
      if (depth === 0) return at
    }
    return this.fail('UNCLOSED_EXPANSION', start - 1)
  }

  #readBackticks(): void {
    const end = this.text.indexOf('`', this.position + 1)
    if (end < 0) this.fail('UNCLOSED_EXPANSION', this.position)
    this.#keepExpansion(this.position, end)
  }

  /** Keeps as text what a shell would run or expand. */
  #keepExpansion(start: number, end: number): void {
    const written = this.text.slice(start, end + 1)
    this.note('SHELL_EXPANSION', written, start)
    this.add(written, start)
    this.position = end + 1
  }

  #readInput(): void {
    if (this.peek(1) === '(') {
      this.#keepExpansion(this.position, this.#endOfNesting(this.position + 1, '(', ')'))
      return
    }
    if (this.startsWith('<<<')) {
      this.position += 3
      this.redirect('hereString')
      return
    }
    const heredoc = /^<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>'"]+))/.exec(this.restOfLine())
    if (heredoc) {
      const [written, dash, single, double, plain = ''] = heredoc
      this.endWord()
      this.#heredocs.push({
        delimiter: single ?? double ?? plain,
        stripsTabs: dash === '-',
        isExpanded: single === undefined && double === undefined && !written.includes('\\'),
      })
      this.position += written.length
      return
    }
    this.position += 1
    this.redirect('input')
  }

  #readHeredocText({ delimiter, stripsTabs, isExpanded }: Heredoc): void {
    const lines: string[] = []
    while (this.position < this.text.length) {
      const line = this.restOfLine()
      this.position += line.length + 1
      const shown = (stripsTabs ? line.replace(/^\t+/, '') : line).replace(/\r$/, '')
      if (shown === delimiter) break
      lines.push(`${shown}\n`)
    }
    const text = lines.join('')
    this.feed(isExpanded ? expandHeredoc(text) : text)
  }

  #readOutput(): void {
    if (/^\d+$/.test(this.wordText)) this.dropWord()
    this.position += this.startsWith('>>') || this.startsWith('>&') || this.startsWith('>|') ? 2 : 1
    this.redirect('output')
  }

  #readSeparator(character: string): void {
    if (character === '&' && this.peek(1) === '>') {
      this.position += 1
      this.#readOutput()
      return
    }
    // `a?b=1&c=2` without quotes is two commands for bash, but one URL for the user.
    const next = this.peek(1)
    const isInsideWord = this.hasWord && next !== '' && !/[\s&|;]/.test(next)
    if (character !== '|' && isInsideWord && !this.text.startsWith('curl ', this.position + 1)) {
      this.note('UNQUOTED_SEPARATOR', character, this.position)
      this.add(character)
      this.position += 1
      return
    }
    const isDoubled = next === character
    this.position += isDoubled ? 2 : 1
    this.endCommand(character === '|' && !isDoubled)
  }
}

/** Expands a heredoc whose delimiter is not quoted. */
function expandHeredoc(text: string): string {
  return text.replace(
    /\\([$`\\])|\\\n|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g,
    (_written, escaped?: string, name?: string, braced?: string) => {
      if (escaped !== undefined) return escaped
      const variable = name ?? braced
      return variable === undefined ? '' : `{{${variable}}}`
    },
  )
}
