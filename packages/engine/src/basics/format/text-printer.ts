/** Formats a text that arrives in pieces, so that large texts need little memory. */
export interface TextPrinter {
  /**
   * Takes the next piece, which may end anywhere. Returns false if the text is not in the printer's format;
   * it is then shown unchanged.
   */
  write(piece: string): boolean
  /** Call after the last piece. Returns false as `write` does, and if the text is incomplete. */
  end(): boolean
}

/** How many times longer line breaks and indentation may make a text: a small body must not fill the disk. */
const maxGrowth = 8
/** The number of characters that may always be added. */
const alwaysAllowed = 1_000_000
/** Beyond this depth lines would be mostly indentation, so the rest is written in one line. */
const maxIndentedDepth = 100
/** The number of characters to collect before they are passed on. */
const emittedLength = 64 * 1024
/** The number of characters to collect before they are joined: a text of thousands of parts takes much memory. */
const joinedLength = 1024
/** The maximum length of a name or a tag. */
export const maxTokenLength = 1_000_000

const lineBreaks = Array.from({ length: maxIndentedDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`)

/** Collects the output of printers and counts the characters they add. */
export class PrintedText {
  readonly #emit: (text: string) => void
  #collected: string[] = []
  #collectedLength = 0
  #latest = ''
  #addedLength = 0

  /** @param emit receives the formatted text piece by piece */
  constructor(emit: (text: string) => void) {
    this.#emit = emit
  }

  /** Writes characters of the text. */
  copy(text: string): void {
    this.#latest += text
    if (this.#latest.length < joinedLength) return
    this.#collected.push(this.#latest)
    this.#collectedLength += this.#latest.length
    this.#latest = ''
    if (this.#collectedLength >= emittedLength) this.flush()
  }

  /** Writes characters that are not in the text. */
  add(text: string): void {
    this.#addedLength += text.length
    this.copy(text)
  }

  /** Writes a line break with the indentation of a depth. */
  breakLine(depth: number): void {
    if (depth <= maxIndentedDepth) this.add(lineBreaks[depth] ?? '')
  }

  /** Returns whether the output has become too long compared with the characters read. */
  isTooLong(readLength: number): boolean {
    return this.#addedLength > readLength * maxGrowth + alwaysAllowed
  }

  flush(): void {
    const text = this.#collected.join('') + this.#latest
    if (text !== '') this.#emit(text)
    this.#collected = []
    this.#latest = ''
    this.#collectedLength = 0
  }
}

/** Returns the whole formatted text; null if it is not in the printer's format. */
export function printWhole(
  text: string,
  create: (emit: (text: string) => void) => TextPrinter,
): string | null {
  const pieces: string[] = []
  const printer = create(piece => pieces.push(piece))
  return printer.write(text) && printer.end() ? pieces.join('') : null
}
