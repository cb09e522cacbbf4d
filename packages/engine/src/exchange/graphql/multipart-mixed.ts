/** The part of a media type's parameter that a boundary may have (RFC 2046 §5.1.1). */
const boundaryParameter = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

/** Returns the boundary of `multipart/mixed`; null for another media type. Without a parameter it is `-`. */
export function mixedBoundary(contentType: string): string | null {
  if (!/^\s*multipart\/mixed\s*(?:;|$)/i.test(contentType)) return null
  const match = boundaryParameter.exec(contentType)
  return match?.[1] ?? match?.[2] ?? '-'
}

/** A part that has arrived. */
export interface MixedPart {
  readonly content: string
  /** How much of the text that was read follows its delimiter. */
  readonly restLength: number
}

/** Reads the contents of the parts of `multipart/mixed` from text that arrives in pieces. */
export class MultipartMixedReader {
  readonly #delimiter: string
  readonly #longestPart: number
  #rest = ''
  /** Up to here the rest has no delimiter. */
  #searched = 0
  #isInPart = false
  #isEnded = false

  /** `longestPart`: in UTF-16 units; a longer one ends the reading. */
  constructor(boundary: string, longestPart = 100_000_000) {
    this.#delimiter = `\r\n--${boundary}`
    this.#longestPart = longestPart
    // The first delimiter may be at the very beginning.
    this.#rest = '\r\n'
  }

  /** Whether the last delimiter was read, or a part was too long. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Returns the contents of the parts that a piece of text completes. */
  write(text: string): readonly string[] {
    return this.read(text).map(({ content }) => content)
  }

  /** Returns the parts that a piece of text completes. */
  read(text: string): readonly MixedPart[] {
    if (this.#isEnded) return []
    this.#rest += text
    const parts: MixedPart[] = []
    for (;;) {
      const at = this.#rest.indexOf(this.#delimiter, this.#searched)
      const after = at + this.#delimiter.length
      if (at === -1 || this.#rest.length < after + 2) break
      const restLength = this.#rest.length - after
      if (this.#isInPart) parts.push({ content: contentOf(this.#rest.slice(0, at)), restLength })
      this.#isInPart = true
      this.#isEnded = this.#rest.startsWith('--', after)
      this.#rest = this.#isEnded ? '' : this.#rest.slice(after)
      this.#searched = 0
      if (this.#isEnded) return parts
    }
    this.#searched = Math.max(0, this.#rest.length - this.#delimiter.length - 2)
    if (this.#rest.length > this.#longestPart) {
      this.#isEnded = true
      this.#rest = ''
    }
    return parts
  }
}

/** The text of a part behind its header fields. */
function contentOf(part: string): string {
  const end = part.startsWith('\r\n\r\n') ? 0 : part.indexOf('\r\n\r\n')
  return end === -1 ? part : part.slice(end + 4)
}
