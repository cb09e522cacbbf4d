/** A word of a command line, without its quotes. */
export interface ShellWord {
  readonly text: string
  /** The start of the word in the pasted text, in UTF-16 code units. */
  readonly offset: number
}

/** The standard input of a command: text from the command line, or a file that it names. */
export type StandardInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly filePath: string; readonly offset: number }

/** One command; it is never run (attacks IM4). */
export interface ShellCommand {
  readonly words: readonly ShellWord[]
  readonly standardInput: StandardInput | null
  /** Whether the previous command pipes into this one. */
  readonly isPiped: boolean
}

/** A place that the reader kept as text or interpreted differently than the shell. */
export interface ShellNote {
  readonly code: 'SHELL_VARIABLE' | 'SHELL_EXPANSION' | 'SMART_QUOTES' | 'UNQUOTED_SEPARATOR'
  readonly subject: string
  readonly offset: number
}

/** The reason why a text cannot be read to its end. */
export interface ShellFault {
  readonly code: 'UNCLOSED_QUOTE' | 'UNCLOSED_EXPANSION'
  readonly offset: number
}

/** The commands that a shell would see in a text; commands before a fault are complete. */
export interface ShellReading {
  readonly commands: readonly ShellCommand[]
  readonly notes: readonly ShellNote[]
  readonly fault: ShellFault | null
}

class ShellFaultError extends Error {
  readonly fault: ShellFault

  constructor(fault: ShellFault) {
    super(fault.code)
    this.fault = fault
  }
}

/** The common base of all shell readers: the position in the text, and the command being assembled. */
export abstract class ShellReader {
  protected readonly text: string
  protected position = 0
  protected words: ShellWord[] = []
  readonly #commands: ShellCommand[] = []
  readonly #notes: ShellNote[] = []
  #word: { pieces: string[]; offset: number } | null = null
  #standardInput: StandardInput | null = null
  #redirect: 'input' | 'output' | 'hereString' | null = null
  #isPiped = false
  /** The end of the line that was searched for last: a line may be asked for at each of its characters. */
  #lineEnd = -1

  constructor(text: string) {
    this.text = text
  }

  /** Reads the text at the position, at least one code unit. */
  protected abstract readNext(): void

  /** Reads the whole text; always terminates. */
  read(): ShellReading {
    try {
      while (this.position < this.text.length) this.readNext()
      this.endCommand()
      return { commands: this.#commands, notes: this.#notes, fault: null }
    } catch (error) {
      if (!(error instanceof ShellFaultError)) throw error
      return { commands: this.#commands, notes: this.#notes, fault: error.fault }
    }
  }

  protected peek(ahead = 0): string {
    return this.text[this.position + ahead] ?? ''
  }

  protected startsWith(text: string): boolean {
    return this.text.startsWith(text, this.position)
  }

  /** Returns the length of the line break at the position, or 0. */
  protected lineBreakLength(ahead = 0): number {
    if (this.peek(ahead) === '\n') return 1
    return this.peek(ahead) === '\r' && this.peek(ahead + 1) === '\n' ? 2 : 0
  }

  protected get hasWord(): boolean {
    return this.#word !== null
  }

  /** Returns the current word. */
  protected get wordText(): string {
    return this.#word?.pieces.join('') ?? ''
  }

  /** Appends to the current word or starts a new one; an empty text makes an empty word. */
  protected add(text: string, offset = this.position): void {
    this.#word ??= { pieces: [], offset }
    this.#word.pieces.push(text)
  }

  /** Drops the current word, for example the number before `>`. */
  protected dropWord(): void {
    this.#word = null
  }

  protected endWord(): void {
    const word = this.#word
    if (word === null) return
    this.#word = null
    const text = word.pieces.join('')
    if (this.#redirect === 'input')
      this.#standardInput = { kind: 'file', filePath: text, offset: word.offset }
    else if (this.#redirect === 'hereString') this.feed(`${text}\n`)
    else if (this.#redirect === null) this.words.push({ text, offset: word.offset })
    this.#redirect = null
  }

  /** Marks the next word as the file to read or write, or as the input itself. */
  protected redirect(direction: 'input' | 'output' | 'hereString'): void {
    this.endWord()
    this.#redirect = direction
  }

  protected feed(text: string): void {
    this.#standardInput = { kind: 'text', text }
  }

  protected endCommand(isPipe = false): void {
    this.endWord()
    this.#redirect = null
    if (this.words.length > 0)
      this.#commands.push({
        words: this.words,
        standardInput: this.#standardInput,
        isPiped: this.#isPiped,
      })
    this.words = []
    this.#standardInput = null
    this.#isPiped = isPipe
  }

  protected note(code: ShellNote['code'], subject: string, offset: number): void {
    this.#notes.push({ code, subject, offset })
  }

  /** Aborts reading. */
  protected fail(code: ShellFault['code'], offset: number): never {
    throw new ShellFaultError({ code, offset })
  }

  /**
   * Returns whether the next line continues the command. Pasted commands often lose their continuation marks:
   * a line that begins with an option or a quote, without a blank line before it, continues the previous one.
   */
  protected isNextLineContinuation(): boolean {
    return this.words.length > 0 && /^[ \t]*(?:--?[A-Za-z]|['"]|https?:\/\/)/.test(this.restOfLine())
  }

  /** Returns the text from the position to the end of its line. */
  protected restOfLine(): string {
    if (this.position > this.#lineEnd) {
      const end = this.text.indexOf('\n', this.position)
      this.#lineEnd = end < 0 ? this.text.length : end
    }
    return this.text.slice(this.position, this.#lineEnd)
  }

  /** Reads typographic quotes from a word processor as straight ones if they are closed. */
  protected readSmartQuotes(): boolean {
    const open = this.peek()
    const closing = open === '“' || open === '”' ? /[“”]/g : open === '‘' || open === '’' ? /[‘’]/g : null
    if (closing === null) return false
    closing.lastIndex = this.position + 1
    const end = closing.exec(this.text)?.index
    if (end === undefined) return false
    this.note('SMART_QUOTES', open, this.position)
    this.add(this.text.slice(this.position + 1, end))
    this.position = end + 1
    return true
  }
}
