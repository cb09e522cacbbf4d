/** What a scanner tells, each with a byte offset: where something can be folded from, up to, and what parts its children. */
export interface FoldSink {
  /** `from`: behind what opens; `start`: where that begins. */
  onOpen(start: number, from: number): void
  onClose(to: number): void
  /** Only of formats whose children are counted. */
  onSeparator(at: number): void
}

/** Goes through a text in pieces that may be cut anywhere, each of which stands at `base`. */
export interface FoldScanner {
  write(bytes: Uint8Array, base: number): void
  /** Where it is within a token: with the start of what is being opened all that it must know to go on. */
  readonly state: number
}

/** The formats whose long bodies can be folded. */
export type FoldableFormat = 'json' | 'xml'

/** Goes on where one was in `state`. The text must be of the format, as a printer has checked. */
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

/** Its states: outside of strings, within one, behind a backslash. */
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

/** What an {@link XmlFoldScanner} is within; `…End` stands before what may be the rest of an ending. */
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

/** Where each state goes with the characters that mean something in it; with all others to the last one. */
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

/** One byte for each state and character. */
const xmlTable = Uint8Array.from({ length: xmlSteps.length * 256 }, (_, index) => {
  const [steps, otherwise] = xmlSteps[index >> 8] ?? [{}, 0]
  return steps[index & 255] ?? otherwise
})

class XmlFoldScanner implements FoldScanner {
  readonly #sink: FoldSink
  #state: number
  /** Of the tag that is being read. One that began before the first piece counts as begun long before. */
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
