/**
 * Receives what a scanner finds, each with a byte offset: where something foldable begins, where it ends, and
 * what separates its children.
 */
export interface FoldSink {
  /** `start`: where the opening token begins; `from`: the position after it. */
  onOpen(start: number, from: number): void
  onClose(to: number): void
  /** Called only for formats whose children are counted. */
  onSeparator(at: number): void
}

/** Scans a text in pieces that may be cut anywhere; each piece begins at offset `base`. */
export interface FoldScanner {
  write(bytes: Uint8Array, base: number): void
  /**
   * The position within a token. Together with the start of the tag being read it is all that the scanner
   * needs to continue.
   */
  readonly state: number
}

/** The formats whose long bodies can be folded. */
export type FoldableFormat = 'json' | 'xml'

/**
 * Creates a scanner that continues in `state`. The text must be valid in the format, as a printer has
 * checked.
 */
export function createFoldScanner(format: FoldableFormat, sink: FoldSink, state = 0): FoldScanner {
  return format === 'json' ? new JsonFoldScanner(sink, state) : new XmlFoldScanner(sink, state)
}

const quote = 0x22
const apostrophe = 0x27
const backslash = 0x5c
const dash = 0x2d
const slash = 0x2f
const less = 0x3c
const greater = 0x3e
const openBracket = 0x5b
const closeBracket = 0x5d

/** The scanner for JSON. Its states: outside of strings, inside a string, after a backslash. */
class JsonFoldScanner implements FoldScanner {
  readonly #sink: FoldSink
  #state: number

  constructor(sink: FoldSink, state: number) {
    this.#sink = sink
    this.#state = state
  }

  get state(): number {
    return this.#state
  }

  write(bytes: Uint8Array, base: number): void {
    let state = this.#state
    for (let at = 0; at < bytes.byteLength; at += 1) {
      const code = bytes[at]
      if (state === 0) {
        if (code === quote) state = 1
        else if (code === openBracket || code === 0x7b) this.#sink.onOpen(base + at, base + at + 1)
        else if (code === closeBracket || code === 0x7d) this.#sink.onClose(base + at)
        else if (code === 0x2c) this.#sink.onSeparator(base + at)
      } else if (state === 2) state = 1
      else if (code === backslash) state = 2
      else if (code === quote) state = 0
    }
    this.#state = state
  }
}

/** The states of an {@link XmlFoldScanner}; `…End`: what follows may complete a closing sequence. */
const xml = {
  text: 0,
  less: 1,
  open: 2,
  openDouble: 3,
  openSingle: 4,
  openSlash: 5,
  close: 6,
  bang: 7,
  bangDash: 8,
  comment: 9,
  commentEnd: 10,
  commentEndEnd: 11,
  cdata: 12,
  cdataEnd: 13,
  cdataEndEnd: 14,
  instruction: 15,
  instructionEnd: 16,
  declaration: 17,
  declarationDouble: 18,
  declarationSingle: 19,
  subset: 20,
  subsetDouble: 21,
  subsetSingle: 22,
} as const

/**
 * For each state, the next state for characters that have a meaning in it, and the next state for all others.
 */
const xmlSteps: readonly (readonly [steps: Readonly<Record<number, number>>, otherwise: number])[] = [
  [{ [less]: xml.less }, xml.text],
  [{ [slash]: xml.close, 33: xml.bang, 63: xml.instruction }, xml.open],
  [
    { [greater]: xml.text, [quote]: xml.openDouble, [apostrophe]: xml.openSingle, [slash]: xml.openSlash },
    xml.open,
  ],
  [{ [quote]: xml.open }, xml.openDouble],
  [{ [apostrophe]: xml.open }, xml.openSingle],
  [
    { [greater]: xml.text, [quote]: xml.openDouble, [apostrophe]: xml.openSingle, [slash]: xml.openSlash },
    xml.open,
  ],
  [{ [greater]: xml.text }, xml.close],
  [{ [dash]: xml.bangDash, [openBracket]: xml.cdata, [greater]: xml.text }, xml.declaration],
  [{ [dash]: xml.comment }, xml.declaration],
  [{ [dash]: xml.commentEnd }, xml.comment],
  [{ [dash]: xml.commentEndEnd }, xml.comment],
  [{ [greater]: xml.text, [dash]: xml.commentEndEnd }, xml.comment],
  [{ [closeBracket]: xml.cdataEnd }, xml.cdata],
  [{ [closeBracket]: xml.cdataEndEnd }, xml.cdata],
  [{ [greater]: xml.text, [closeBracket]: xml.cdataEndEnd }, xml.cdata],
  [{ 63: xml.instructionEnd }, xml.instruction],
  [{ [greater]: xml.text, 63: xml.instructionEnd }, xml.instruction],
  [
    {
      [greater]: xml.text,
      [quote]: xml.declarationDouble,
      [apostrophe]: xml.declarationSingle,
      [openBracket]: xml.subset,
    },
    xml.declaration,
  ],
  [{ [quote]: xml.declaration }, xml.declarationDouble],
  [{ [apostrophe]: xml.declaration }, xml.declarationSingle],
  [
    { [closeBracket]: xml.declaration, [quote]: xml.subsetDouble, [apostrophe]: xml.subsetSingle },
    xml.subset,
  ],
  [{ [quote]: xml.subset }, xml.subsetDouble],
  [{ [apostrophe]: xml.subset }, xml.subsetSingle],
]

/** A table of the next state with one byte for each state and character. */
const xmlTable = Uint8Array.from({ length: xmlSteps.length * 256 }, (_, index) => {
  const [steps, otherwise] = xmlSteps[index >> 8] ?? [{}, 0]
  return steps[index & 255] ?? otherwise
})

class XmlFoldScanner implements FoldScanner {
  readonly #sink: FoldSink
  #state: number
  /**
   * The start of the tag that is being read. A tag that began before the first piece counts as begun long
   * before.
   */
  #tagStart = -1

  constructor(sink: FoldSink, state: number) {
    this.#sink = sink
    this.#state = state
  }

  get state(): number {
    return this.#state
  }

  write(bytes: Uint8Array, base: number): void {
    let state = this.#state
    for (let at = 0; at < bytes.byteLength; at += 1) {
      const next = xmlTable[state * 256 + (bytes[at] ?? 0)] ?? 0
      if (next !== state) {
        if (next === xml.less) this.#tagStart = base + at
        else if (next === xml.close && state === xml.less) this.#sink.onClose(base + at - 1)
        else if (next === xml.text && state === xml.open) this.#sink.onOpen(this.#tagStart, base + at + 1)
        state = next
      }
    }
    this.#state = state
  }
}
