/** Lays out a text that comes in pieces, so that one of any size takes little memory. */
export interface TextPrinter {
  /** Takes the next piece, cut anywhere. False where the text is not of the printer's format: it is then shown as it came. */
  write(piece: string): boolean
  /** After the last piece. False as for `write`, also where the text breaks off. */
  end(): boolean
}

/** Line breaks and indentation may make a text so many times longer, and no more: a small body must not fill the disk. */
const maxGrowth = 8
/** The beginning of a text may grow by more. */
const alwaysAllowed = 1_000_000
/** Deeper than this every line would be mostly indentation; the rest goes on in one line. */
const maxIndentedDepth = 100
/** How much is collected before it is handed on. */
const emittedLength = 64 * 1024
/** A name, a number or a tag that is longer is none. */
export const maxTokenLength = 1_000_000

const lineBreaks = Array.from({ length: maxIndentedDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`)

/** What printers write to: it counts what they add to the text. */
export class PrintedText {
  readonly #emit: (text: string) => void
  #collected = ''
  #addedLength = 0

  /** `emit` is given the printed text piece by piece. */
  constructor(emit: (text: string) => void) {
    this.#emit = emit
  }

  /** Writes what came, unchanged. */
  copy(text: string): void {
    this.#collected += text
    if (this.#collected.length >= emittedLength) this.flush()
  }

  /** Writes something that did not come. */
  add(text: string): void {
    this.#addedLength += text.length
    this.copy(text)
  }

  /** A line break with the indentation of so many open brackets. */
  breakLine(depth: number): void {
    if (depth <= maxIndentedDepth) this.add(lineBreaks[depth] ?? '')
  }

  /** Whether the text has become too much longer than the `readLength` that came. */
  isOvergrown(readLength: number): boolean {
    return this.#addedLength > readLength * maxGrowth + alwaysAllowed
  }

  flush(): void {
    if (this.#collected !== '') this.#emit(this.#collected)
    this.#collected = ''
  }
}

/** The whole text, laid out; null where it is not of the printer's format. */
export function printWhole(
  text: string,
  create: (emit: (text: string) => void) => TextPrinter,
): string | null {
  const pieces: string[] = []
  const printer = create(piece => pieces.push(piece))
  return printer.write(text) && printer.end() ? pieces.join('') : null
}
