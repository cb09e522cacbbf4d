import { type FindGaps, lineBreaks } from './line-gaps.ts'
import type { WithheldValue } from './message-secrets.ts'
import { type SecretForms, searchedFormsOf, type TextRange } from './secret-forms.ts'
import { SecretIndex } from './secret-index.ts'

const lineBreak = /\r\n?|\n/g

/**
 * How many UTF-16 units one of a secret takes in its longest usual form, such as a percent-encoded escape of JSON with a
 * line break before it.
 */
const longestForm = 32

interface NamedRange extends TextRange {
  readonly name: string
}

interface SearchedSecret extends WithheldValue {
  readonly forms: SecretForms
  /** Those of the secret without its own line breaks; null if that is too short. */
  readonly flatForms: SecretForms | null
}

interface HideOptions {
  /** What may divide a secret; line breaks by default. */
  readonly gaps?: FindGaps
}

/**
 * Replaces the values of secrets of 8 characters or more with their names, in `{{braces}}`, also if they are divided by
 * line breaks.
 */
export class SecretHider {
  readonly #secrets: readonly SearchedSecret[]
  readonly #gaps: FindGaps
  readonly #index: SecretIndex

  constructor(secrets: readonly WithheldValue[], { gaps = lineBreaks }: HideOptions = {}) {
    this.#gaps = gaps
    this.#secrets = [...new Map(secrets.toReversed().map(one => [one.text, one])).values()]
      .sort((a, b) => b.text.length - a.text.length)
      .flatMap(({ name, text }) => {
        const forms = searchedFormsOf(text)
        const flatForms = searchedFormsOf(text.replace(lineBreak, ''))
        return forms === null ? [] : [{ name, text, forms, flatForms }]
      })
    this.#index = new SecretIndex(this.#secrets)
  }

  /** Whether there is nothing to hide. */
  get isEmpty(): boolean {
    return this.#secrets.length === 0
  }

  /** The length of the longest secret, in UTF-16 units. */
  get longestLength(): number {
    return this.#secrets[0]?.text.length ?? 0
  }

  /** Whether a text could occur in what is shown in place of a secret, without regard to case. */
  isInNames(text: string): boolean {
    if (this.isEmpty) return false
    const wanted = text.toLowerCase()
    return /[{}]/.test(wanted) || this.#secrets.some(({ name }) => name.toLowerCase().includes(wanted))
  }

  hide(text: string): string {
    const ranges = this.#rangesIn(text)
    if (ranges.length === 0) return text
    const pieces: string[] = []
    let from = 0
    for (const { start, end, name } of ranges) {
      pieces.push(text.slice(from, start), `{{${name}}}`)
      from = end
    }
    return pieces.join('') + text.slice(from)
  }

  /** Returns a position before which no secret begins that text which is still to come could complete. */
  safeEnd(text: string): number {
    const end = text.length - this.longestLength * longestForm
    if (end <= 0) return 0
    return this.#rangesIn(text).find(range => range.start < end && range.end > end)?.end ?? end
  }

  /** Secrets that overlap are one range, with the name of the longest one. */
  #rangesIn(text: string): readonly NamedRange[] {
    if (this.isEmpty) return []
    const flat = flattened(text, this.#gaps(text))
    const found = this.#candidatesIn([text, ...(flat === null ? [] : [flat.text])]).flatMap(
      ({ name, forms, flatForms }) => [
        ...namedRanges(text, name, forms),
        ...(flat === null || flatForms === null
          ? []
          : namedRanges(flat.text, name, flatForms).map(({ start, end }) => ({
              name,
              start: flat.positionOf(start),
              end: flat.positionOf(end - 1) + 1,
            }))),
      ],
    )
    const merged: NamedRange[] = []
    // The order of the secrets, longest first, is kept among ranges that begin together.
    for (const range of found.sort((a, b) => a.start - b.start)) {
      const last = merged.at(-1)
      if (last === undefined || range.start >= last.end) merged.push(range)
      else if (range.end > last.end) merged[merged.length - 1] = { ...last, end: range.end }
    }
    return merged
  }

  /** Returns the secrets that one of the texts may contain, longest first. */
  #candidatesIn(texts: readonly string[]): readonly SearchedSecret[] {
    const found = new Set(texts.flatMap(text => this.#index.candidatesIn(text)))
    return found.size === 0 ? [] : this.#secrets.filter((_, at) => found.has(at))
  }
}

function namedRanges(text: string, name: string, forms: SecretForms): readonly NamedRange[] {
  return forms.rangesIn(text).map(range => ({ ...range, name }))
}

/** Returns a text without its gaps, and where its characters were; null if it has no gap. */
function flattened(text: string, gaps: readonly TextRange[]) {
  if (gaps.length === 0) return null
  const pieces: string[] = []
  /** Where each piece begins in the flat text and in the text. */
  const flatStarts: number[] = []
  const wholeStarts: number[] = []
  let flatLength = 0
  let from = 0
  for (const { start, end } of [...gaps, { start: text.length, end: text.length }]) {
    flatStarts.push(flatLength)
    wholeStarts.push(from)
    pieces.push(text.slice(from, start))
    flatLength += start - from
    from = end
  }
  return {
    text: pieces.join(''),
    positionOf(position: number): number {
      const piece = lastAtMost(flatStarts, position)
      return (wholeStarts[piece] ?? 0) + position - (flatStarts[piece] ?? 0)
    },
  }
}

/** Returns the index of the last of ascending numbers that is not greater than another one; the first one is not. */
function lastAtMost(numbers: readonly number[], wanted: number): number {
  let low = 0
  let high = numbers.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? Number.POSITIVE_INFINITY) <= wanted) low = middle
    else high = middle
  }
  return low
}

/** Hides secrets in a text that arrives in pieces, also those that two pieces divide. */
export class PiecewiseHider {
  readonly #hider: SecretHider
  #rest = ''

  constructor(hider: SecretHider) {
    this.#hider = hider
  }

  /** Returns as much of the text as is safe to show. */
  write(piece: string): string {
    if (this.#hider.isEmpty) return piece
    this.#rest += piece
    const end = this.#hider.safeEnd(this.#rest)
    const shown = this.#rest.slice(0, end)
    this.#rest = this.#rest.slice(end)
    return this.#hider.hide(shown)
  }

  end(): string {
    const rest = this.#rest
    this.#rest = ''
    return this.#hider.hide(rest)
  }
}
