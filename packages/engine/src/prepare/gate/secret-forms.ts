import { toBase64, toBase64Url } from '../../basics/text/base64.ts'

/**
 * Shorter values occur in other texts by chance, and a script could guess them by searching (behaviour,
 * Short secrets).
 */
const leastSearchedCharacters = 8

/** Shorter Base64 occurs in texts by chance. */
const leastBase64Characters = 8

/** The longest form that begins with another one has this many characters: `&#0000000038;`. */
const longestAmbiguousForm = 13

/** A chunk of this many parts ends after any part of one meaning, and one of twice as many wherever it is. */
const mostPartsOfChunk = 200

/** Each takes up to 20 kB when it is compiled. */
const mostCompiledCharacters = 3000

/** A part of a text, in UTF-16 units; `end` is the first one behind it. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Each request of a run searches for the same secrets. */
const knownForms = new Map<string, SecretForms>()
const mostKnownForms = 2000

/** Returns a search for a secret in texts; null if the secret is too short to be searched for. */
export function searchedFormsOf(secret: string): SecretForms | null {
  return [...secret].length < leastSearchedCharacters ? null : formsOf(secret)
}

/**
 * Returns a search for a secret in texts.
 * @param secret - not empty
 */
export function formsOf(secret: string): SecretForms {
  const known = knownForms.get(secret)
  if (known !== undefined) return known
  if (knownForms.size >= mostKnownForms) knownForms.clear()
  const forms = new SecretForms(secret)
  knownForms.set(secret, forms)
  return forms
}

/**
 * The ways in which programs write one secret into another text: literally, percent-encoded (also
 * repeatedly), in JSON, in HTML, as UTF-8 that was read as Latin-1, or within Base64.
 */
export class SecretForms {
  /** The forms of the secret within the Base64 of longer texts. */
  readonly base64: readonly string[]
  readonly #chunks: readonly string[]
  /** Its first characters. */
  readonly #start: string
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
    this.#chunks = chunksOf(secret)
    this.#start = partsOf(secret).slice(0, 2).join('')
    this.base64 = [...new Set(writtenForEncoding(secret).flatMap(base64Forms))]
  }

  isIn(text: string): boolean {
    return this.base64.some(form => text.includes(form)) || this.#next(text, 0) !== null
  }

  /** Returns the text with a replacement for each occurrence. */
  replaceIn(text: string, replacement: string): string {
    const pieces: string[] = []
    let from = 0
    for (let found = this.#next(text, 0); found !== null; found = this.#next(text, from)) {
      pieces.push(text.slice(from, found.start), replacement)
      from = found.end
    }
    const shown = pieces.length === 0 ? text : pieces.join('') + text.slice(from)
    return this.base64.reduce((rest, form) => rest.replaceAll(form, () => replacement), shown)
  }

  /** Returns the places of all forms, which may overlap. */
  rangesIn(text: string): readonly TextRange[] {
    const ranges: TextRange[] = []
    for (let found = this.#next(text, 0); found !== null; found = this.#next(text, found.end))
      ranges.push(found)
    for (const form of this.base64)
      for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
        ranges.push({ start: at, end: at + form.length })
    return ranges
  }

  /** Returns whether a form that is no Base64 begins at a position. */
  beginsAt(text: string, at: number): boolean {
    return this.#endOfForm(text, at) !== null
  }

  /** Returns start and end of the first occurrence at or after a position; null without one. */
  #next(text: string, from: number): TextRange | null {
    if (text.length - from < this.#secret.length) return null
    const starts = patternsOfStarts.of(this.#start)
    starts.lastIndex = from
    for (let found = starts.exec(text); found !== null; found = starts.exec(text)) {
      const end = this.#endOfForm(text, found.index)
      if (end !== null) return { start: found.index, end }
      starts.lastIndex = found.index + 1
    }
    return null
  }

  #endOfForm(text: string, start: number): number | null {
    // No form is shorter than the secret itself, in UTF-16 units.
    if (text.length - start < this.#secret.length) return null
    let end = start
    for (const chunk of this.#chunks) {
      const pattern = patternsOfChunks.of(chunk)
      pattern.lastIndex = end
      if (!pattern.test(text))
        return text.startsWith(this.#secret, start) ? start + this.#secret.length : null
      end = pattern.lastIndex
    }
    return end
  }
}

/**
 * Compiled patterns that all secrets share: one for a whole secret of 64 characters takes 2 MB of the memory for machine
 * code, so that a few hundred secrets would end the process.
 */
class CompiledPatterns {
  readonly #patterns = new Map<string, RegExp>()
  readonly #compile: (text: string) => RegExp
  #characters = 0

  constructor(compile: (text: string) => RegExp) {
    this.#compile = compile
  }

  of(text: string): RegExp {
    const known = this.#patterns.get(text)
    if (known !== undefined) return known
    this.#characters += text.length
    if (this.#characters > mostCompiledCharacters) {
      this.#patterns.clear()
      this.#characters = text.length
    }
    const pattern = this.#compile(text)
    this.#patterns.set(text, pattern)
    return pattern
  }
}

const patternsOfChunks = new CompiledPatterns(chunk => new RegExp(writtenPatterns(chunk), 'y'))
const patternsOfStarts = new CompiledPatterns(start => new RegExp(writtenPatterns(start), 'g'))

const writtenPatterns = (text: string) => partsOf(text).map(writtenPattern).join('')

/** Splits a secret where its forms have one meaning, so that each chunk is matched where the one before it ended. */
function chunksOf(secret: string): readonly string[] {
  const chunks: string[] = []
  let chunk: string[] = []
  let sinceAmbiguous = longestAmbiguousForm
  for (const part of partsOf(secret)) {
    chunk.push(part)
    sinceAmbiguous = hasSeveralMeanings.test(part) ? 0 : sinceAmbiguous + 1
    const mostParts = sinceAmbiguous === 0 ? 2 * mostPartsOfChunk : mostPartsOfChunk
    if (sinceAmbiguous < longestAmbiguousForm && chunk.length < mostParts) continue
    chunks.push(chunk.join(''))
    chunk = []
  }
  return chunk.length === 0 ? chunks : [...chunks, chunk.join('')]
}

/** Of these one form begins another: `%` and `%25`, `\` and `\u005c`, and what UTF-8 read as Latin-1 begins with. */
const hasSeveralMeanings = /[\\%&\u00c2-\u00f4]/

/** Returns the characters of a text; several backslashes are one part. */
function partsOf(text: string): readonly string[] {
  return text.match(/\\+|[^\\]/gu) ?? []
}

/** JSON within JSON doubles its backslashes, and URLs percent-encode them. The bound limits backtracking. */
const jsonEscape = '(?:\\\\|%(?:25)*5[cC]){1,4}'

/** Returns a pattern for all forms of one character, or of several backslashes. */
function writtenPattern(character: string): string {
  if (character.startsWith('\\')) return backslashes(character.length)
  const code = character.codePointAt(0) ?? 0
  const utf8 = [...new TextEncoder().encode(character.toWellFormed())]
  const units = [...Array(character.length).keys()].map(at => character.charCodeAt(at))
  const forms = [
    // An encoder turns a percent sign into %25, so %25 may be repeated.
    utf8.map(byte => `%(?:25)*${hexadecimal(byte, 2)}`).join(''),
    units.map(unit => `${jsonEscape}u${hexadecimal(unit, 4)}`).join(''),
    `&#(?:0{0,8}${code}|[xX]0{0,8}${hexadecimal(code, 1)});`,
    ...(character === ' ' ? ['\\+'] : []),
    ...(code > 0x7f ? [escapePattern(latin1Of(character))] : []),
    ...(jsonEscapes[character] === undefined ? [] : [`${jsonEscape}${jsonEscapes[character]}`]),
    ...(htmlNames[character] === undefined ? [] : [`&${htmlNames[character]};`]),
    // Last, because it is the beginning of other forms: % of %25, & of &amp;.
    escapePattern(character),
  ]
  return `(?:${forms.join('|')})`
}

/** Returns a character as programs show it that read its UTF-8 as Latin-1. */
function latin1Of(character: string): string {
  return String.fromCharCode(...new TextEncoder().encode(character.toWellFormed()))
}

const jsonEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '/': '/',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
}

const htmlNames: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/**
 * One pattern for all backslashes: with one for each, matching would try every way to divide a long run among
 * them.
 */
function backslashes(count: number): string {
  const other = [
    `%(?:25)*${hexadecimal(0x5c, 2)}`,
    `${jsonEscape}u005[cC]`,
    '&#(?:0{0,8}92|[xX]0{0,8}5[cC]);',
  ]
  return `(?:\\\\{${count},${count * 4}}|(?:${other.join('|')}){${count}})`
}

function hexadecimal(value: number, digits: number): string {
  return value
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** Returns a secret as it is in texts that programs encode as Base64: plain texts, JSON and queries. */
function writtenForEncoding(secret: string): readonly string[] {
  const inQuery = secret.isWellFormed() ? encodeURIComponent(secret) : secret
  return [secret, JSON.stringify(secret).slice(1, -1), inQuery]
}

/**
 * Returns the forms of a secret within the Base64 of a longer text, such as Basic credentials that a server
 * repeats. There are three, depending on the number of bytes before the secret. Characters that also encode
 * neighbouring bytes are left out.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret)
  const forms = [0, 1, 2].flatMap(before => {
    const shifted = new Uint8Array(before + bytes.length)
    shifted.set(bytes, before)
    const begin = Math.ceil((before * 8) / 6)
    const end = Math.floor((shifted.length * 8) / 6)
    return [toBase64(shifted), toBase64Url(shifted)]
      .map(form => form.slice(begin, end))
      .filter(form => form.length >= leastBase64Characters)
  })
  return [...new Set(forms)]
}
