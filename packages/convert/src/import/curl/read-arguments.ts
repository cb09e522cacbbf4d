import { type CurlOption, longOption, shortOption } from './curl-options.ts'
import type { ShellWord } from './shell-reader.ts'

/** One option of a command with its value. */
export interface CurlArgument {
  readonly name: string
  readonly effect: CurlOption['effect']
  /** Empty for a switch. */
  readonly value: string
  /** True for `--no-NAME`. */
  readonly isOff: boolean
  /** The offset of the option. */
  readonly offset: number
  /** The offset of the value. */
  readonly valueOffset: number
}

/** The arguments of a command up to `--next` or its end. */
export interface CurlOperation {
  readonly arguments: readonly CurlArgument[]
  /** The URLs in their order, including those of `--url`. */
  readonly urls: readonly ShellWord[]
}

/** A word that is not an option of curl. */
export interface UnknownOption {
  readonly written: string
  readonly offset: number
}

/** The words of one command as curl interprets them. */
export interface CurlArguments {
  readonly operations: readonly CurlOperation[]
  readonly unknown: readonly UnknownOption[]
  /** A trailing option without its value. */
  readonly missingValue: UnknownOption | null
}

/** Reads the words after `curl` (curl manual, Options). */
export function readArguments(words: readonly ShellWord[]): CurlArguments {
  const reading = new ArgumentReading(words)
  reading.readAll()
  return reading
}

class ArgumentReading implements CurlArguments {
  readonly operations: { arguments: CurlArgument[]; urls: ShellWord[] }[] = []
  readonly unknown: UnknownOption[] = []
  missingValue: UnknownOption | null = null
  readonly #words: readonly ShellWord[]
  #index = 0

  constructor(words: readonly ShellWord[]) {
    this.#words = words
  }

  readAll(): void {
    this.#next()
    let areOptionsOver = false
    while (this.#index < this.#words.length) {
      const word = this.#take()
      if (word === undefined) break
      if (areOptionsOver || word.text === '-' || !word.text.startsWith('-')) this.#current().urls.push(word)
      else if (word.text === '--') areOptionsOver = true
      else if (word.text.startsWith('--')) this.#readLong(word)
      else this.#readShort(word)
    }
  }

  #take(): ShellWord | undefined {
    this.#index += 1
    return this.#words[this.#index - 1]
  }

  #current() {
    return this.operations.at(-1) ?? this.#next()
  }

  #next() {
    const operation = { arguments: [], urls: [] }
    this.operations.push(operation)
    return operation
  }

  /**
   * Reads a long option. curl before 8.16 refuses `--name=value`, but its meaning is clear. A switch takes no
   * value.
   */
  #readLong(word: ShellWord): void {
    const [, name = '', joined] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word.text) ?? []
    const found = longOption(name)
    if (found === null) this.unknown.push({ written: `--${name}`, offset: word.offset })
    else if (found.option.takesValue) this.#readValue(found.option, word, joined)
    else if (joined !== undefined) this.unknown.push({ written: `--${name}=`, offset: word.offset })
    else this.#add(found.option, '', word, word.offset, found.isOff)
  }

  /** Reads short options. Letters may be combined, and a value may follow its letter directly. */
  #readShort(word: ShellWord): void {
    for (let at = 1; at < word.text.length; at += 1) {
      const letter = word.text[at] ?? ''
      const option = shortOption(letter)
      if (option === null) {
        this.unknown.push({ written: `-${letter}`, offset: word.offset })
        continue
      }
      if (!option.takesValue) {
        this.#add(option, '', word, word.offset, false)
        continue
      }
      const rest = word.text.slice(at + 1)
      this.#readValue(option, word, rest === '' ? undefined : rest)
      return
    }
  }

  #readValue(option: CurlOption, word: ShellWord, joined: string | undefined): void {
    if (joined !== undefined) {
      this.#add(option, joined, word, word.offset, false)
      return
    }
    const value = this.#take()
    if (value === undefined) this.missingValue = { written: word.text, offset: word.offset }
    else this.#add(option, value.text, word, value.offset, false)
  }

  #add(option: CurlOption, value: string, word: ShellWord, valueOffset: number, isOff: boolean): void {
    if (option.name === 'next') this.#next()
    else if (option.name === 'url') this.#current().urls.push({ text: value, offset: valueOffset })
    else
      this.#current().arguments.push({
        name: option.name,
        effect: option.effect,
        value,
        isOff,
        offset: word.offset,
        valueOffset,
      })
  }
}
