import type { WithheldValue } from '../stages.ts'
import { type SecretForms, searchedFormsOf, type TextRange } from './secret-forms.ts'
import { SecretIndex } from './secret-index.ts'

const lineBreak = /\r\n?|\n/g

/** The end of a line of data and the beginning of the next one, in the bytes of an event stream. */
export const dataLineBreak = /(?:\r\n?|\n)(?:(?!data[:\r\n])[^\r\n]+(?:\r\n?|\n))*data(?:: ?|(?=[\r\n]))/g

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
  readonly gap?: RegExp
}

/**
 * Replaces the values of secrets of 8 characters or more with their names, in `{{braces}}`, also if they are divided by
 * line breaks.
 */
export class SecretHider {
  readonly #secrets: readonly SearchedSecret[]
  readonly #gap: RegExp
  readonly #index: SecretIndex

  constructor(secrets: readonly WithheldValue[], { gap = lineBreak }: HideOptions = {}) {
    this.#gap = gap
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
    const flat = flattened(text, this.#gap)
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
function flattened(text: string, gap: RegExp) {
  const pieces: string[] = []
  /** Where each piece begins in the flat text and in the text. */
  const starts: { readonly flat: number; readonly whole: number }[] = []
  let flatLength = 0
  let from = 0
  const take = (to: number) => {
    starts.push({ flat: flatLength, whole: from })
    pieces.push(text.slice(from, to))
    flatLength += to - from
  }
  for (const match of text.matchAll(gap)) {
    take(match.index)
    from = match.index + match[0].length
  }
  if (starts.length === 0) return null
  take(text.length)
  return {
    text: pieces.join(''),
    positionOf(position: number): number {
      const start = starts.findLast(({ flat }) => flat <= position)
      return start === undefined ? position : start.whole + position - start.flat
    },
  }
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
