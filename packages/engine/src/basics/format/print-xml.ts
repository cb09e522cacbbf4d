import { maxTokenLength, PrintedText, printWhole, type TextPrinter } from './text-printer.ts'

/**
 * Formats XML with each element on its own indented line. Elements that contain text are not broken, because
 * their white space is content. Only white space between elements changes. Returns null if the tags do not
 * match.
 */
export function printXml(text: string): string | null {
  return printWhole(text, emit => new XmlPrinter(emit))
}

/** What is being copied. */
type Within = 'text' | 'tag' | 'comment' | 'cdata' | 'instruction'

const endings = { comment: '-->', cdata: ']]>', instruction: '?>' } as const
const openings = [
  ['comment', '<!--'],
  ['cdata', '<![CDATA['],
  ['instruction', '<?'],
] as const

/** Formats XML as {@link printXml} does, piece by piece. */
export class XmlPrinter implements TextPrinter {
  readonly #out: PrintedText
  readonly #open: OpenElement[] = []
  #within: Within = 'text'
  /** The unfinished end of the last piece: a cut tag, or characters that may begin an ending. */
  #rest = ''
  /** Where the search for the end of a cut tag continues. */
  #tagScan: TagScan = newTagScan()
  #readLength = 0
  /** White space that may turn out to be next to text. */
  #blank = ''
  /** What was written last. */
  #last: 'nothing' | 'open' | 'other' = 'nothing'
  #hasElement = false

  constructor(emit: (text: string) => void) {
    this.#out = new PrintedText(emit)
  }

  write(piece: string): boolean {
    const text = this.#rest + (this.#readLength === 0 ? piece.replace(/^\ufeff/, '') : piece)
    this.#rest = ''
    this.#readLength += piece.length
    for (let at = 0; at < text.length; ) {
      const next = this.#take(text, at)
      if (next === -1 || this.#out.isTooLong(this.#readLength)) return false
      if (next === at) {
        this.#rest = text.slice(at)
        return this.#rest.length <= maxTokenLength
      }
      at = next
    }
    return true
  }

  end(): boolean {
    this.#out.flush()
    return this.#within === 'text' && this.#rest === '' && this.#open.length === 0 && this.#hasElement
  }

  /** Returns where to continue; `at` if the piece ends within a token; -1 if the text is not XML. */
  #take(text: string, at: number): number {
    switch (this.#within) {
      case 'text':
        return this.#takeText(text, at)
      case 'tag':
        return this.#takeTag(text, at)
      case 'comment':
      case 'cdata':
      case 'instruction':
        return this.#takeUntil(text, at, endings[this.#within])
    }
  }

  #takeText(text: string, at: number): number {
    const end = text.indexOf('<', at)
    const part = text.slice(at, end === -1 ? text.length : end)
    this.#blank += part
    if (part.trim() !== '') {
      if (!this.#hold()) return -1
      this.#copyBlank()
    }
    return end === -1 ? text.length : this.#begin(text, end)
  }

  /**
   * Marks the current element as one with text, so that it is not broken any further. Returns false outside
   * all elements.
   */
  #hold(): boolean {
    const holder = this.#open.at(-1)
    if (holder === undefined) return false
    holder.hasText = true
    return true
  }

  #copyBlank(): void {
    this.#out.copy(this.#blank)
    this.#blank = ''
  }

  /** Determines what begins with this `<`. */
  #begin(text: string, at: number): number {
    for (const [within, opening] of openings) {
      if (text.startsWith(opening, at)) {
        if (within === 'cdata' && !this.#hold()) return -1
        this.#within = within
        this.#breakLine()
        this.#out.copy(opening)
        this.#last = 'other'
        return at + opening.length
      }
      if (opening.startsWith(text.slice(at, at + opening.length))) return at
    }
    this.#within = 'tag'
    this.#tagScan = newTagScan()
    return this.#takeTag(text, at)
  }

  #takeUntil(text: string, at: number, ending: string): number {
    const found = text.indexOf(ending, at)
    if (found !== -1) {
      this.#out.copy(text.slice(at, found + ending.length))
      this.#within = 'text'
      return found + ending.length
    }
    const end = Math.max(at, text.length - ending.length + 1)
    this.#out.copy(text.slice(at, end))
    return end
  }

  #takeTag(text: string, at: number): number {
    const length = scanTag(text, at, this.#tagScan)
    if (length === null) return at
    this.#within = 'text'
    const tag = text.slice(at, at + length)
    return this.#printTag(tag) ? at + length : -1
  }

  #printTag(tag: string): boolean {
    if (tag.startsWith('<!')) {
      this.#breakLine()
      this.#out.copy(tag)
      this.#last = 'other'
      return true
    }
    const name = /^<\/?([^\s/>]+)/.exec(tag)?.[1]
    if (name === undefined) return false
    this.#hasElement = true
    if (tag.startsWith('</')) {
      const element = this.#open.pop()
      if (element?.name !== name) return false
      if (element.hasText) this.#copyBlank()
      else if (this.#last === 'other') this.#out.breakLine(this.#open.length)
      this.#blank = ''
      this.#out.copy(tag)
      this.#last = 'other'
      return true
    }
    this.#breakLine()
    this.#out.copy(tag)
    if (tag.endsWith('/>')) this.#last = 'other'
    else {
      this.#open.push({ name, hasText: this.#open.at(-1)?.hasText ?? false })
      this.#last = 'open'
    }
    return true
  }

  /** Adds no line break next to text. */
  #breakLine(): void {
    if (this.#open.at(-1)?.hasText) this.#copyBlank()
    else if (this.#last !== 'nothing') this.#out.breakLine(this.#open.length)
    this.#blank = ''
  }
}

interface OpenElement {
  readonly name: string
  hasText: boolean
}

interface TagScan {
  /** The length of the part that was searched. */
  length: number
  /** The open quote, or an empty text. */
  quote: string
  /** The number of open brackets in the internal subset of a document type. */
  depth: number
}

/** Returns the length of the tag that begins at a position, with its `>`; null if it does not end. */
export function xmlTagLength(text: string, at: number): number | null {
  return scanTag(text, at, newTagScan())
}

function newTagScan(): TagScan {
  return { length: 0, quote: '', depth: 0 }
}

/** Returns the length of a tag; null if it continues in the next piece. A `>` in quotes does not end it. */
function scanTag(text: string, start: number, scan: TagScan): number | null {
  for (let at = start + scan.length; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (scan.quote !== '') {
      if (character === scan.quote) scan.quote = ''
    } else if (character === '"' || character === "'") scan.quote = character
    else if (character === '[') scan.depth += 1
    else if (character === ']') scan.depth -= 1
    else if (character === '>' && scan.depth <= 0) return at - start + 1
  }
  scan.length = text.length - start
  return null
}
