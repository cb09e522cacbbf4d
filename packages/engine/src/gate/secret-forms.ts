import { toBase64, toBase64Url } from '../text/base64.ts'

/**
 * Shorter values occur in other texts by chance, and a script could guess them by searching (product
 * decisions).
 */
const leastSearchedCharacters = 8

/** Shorter Base64 occurs in texts by chance. */
const leastBase64Characters = 8

/**
 * In longer secrets, such as private keys, letters and digits are searched for literally: no common encoder
 * changes them, and a pattern with all forms of 3,000 characters takes a second to compile. Longer secrets
 * are also split into patterns of about this length, because a single pattern can become too large to
 * compile.
 */
const charactersPerPattern = 400

/** A pattern ends after a character without ambiguous forms, unless there is none within this length. */
const mostCharactersPerPattern = 1_000

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

interface CompiledPatterns {
  readonly first: RegExp
  /** The first one, at a position only. */
  readonly beginning: RegExp
  /** Each continues where the one before it ended. */
  readonly others: readonly RegExp[]
}

/**
 * The ways in which programs write one secret into another text: literally, percent-encoded (also
 * repeatedly), in JSON, in HTML, as UTF-8 that was read as Latin-1, or within Base64.
 */
export class SecretForms {
  /** The forms of the secret within the Base64 of longer texts. */
  readonly base64: readonly string[]
  readonly #literals: readonly string[]
  readonly #patterns: readonly string[]
  /** No form is shorter than the secret itself, in UTF-16 units. */
  readonly #leastLength: number
  #compiled: CompiledPatterns | null = null

  constructor(secret: string) {
    this.#patterns = writtenPatterns(secret)
    this.#leastLength = secret.length
    this.base64 = [...new Set(writtenForEncoding(secret).flatMap(base64Forms))]
    this.#literals = [...(this.#patterns.length === 1 ? [] : [secret]), ...this.base64]
  }

  isIn(text: string): boolean {
    return this.#literals.some(form => text.includes(form)) || this.#next(text, 0) !== null
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
    return this.#literals.reduce((rest, form) => rest.replaceAll(form, () => replacement), shown)
  }

  /** Returns the places of all forms, which may overlap. */
  rangesIn(text: string): readonly TextRange[] {
    const ranges: TextRange[] = []
    for (let found = this.#next(text, 0); found !== null; found = this.#next(text, found.end))
      ranges.push(found)
    for (const form of this.#literals)
      for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
        ranges.push({ start: at, end: at + form.length })
    return ranges
  }

  /** Returns whether a form that is no Base64 begins at a position. */
  beginsAt(text: string, at: number): boolean {
    if (text.length - at < this.#leastLength) return false
    const { beginning } = this.#compile()
    beginning.lastIndex = at
    return beginning.test(text) && this.#endOfOthers(text, beginning.lastIndex) !== null
  }

  /** Compiles the patterns when they are first needed: most secrets occur in no text. */
  #compile(): CompiledPatterns {
    const [first = '', ...others] = this.#patterns
    this.#compiled ??= {
      first: new RegExp(first, 'g'),
      beginning: new RegExp(first, 'y'),
      others: others.map(pattern => new RegExp(pattern, 'y')),
    }
    return this.#compiled
  }

  /** Returns start and end of the first occurrence at or after a position; null without one. */
  #next(text: string, from: number): TextRange | null {
    if (text.length - from < this.#leastLength) return null
    const { first } = this.#compile()
    first.lastIndex = from
    for (let found = first.exec(text); found !== null; found = first.exec(text)) {
      const end = this.#endOfOthers(text, first.lastIndex)
      if (end !== null) return { start: found.index, end }
      first.lastIndex = found.index + 1
    }
    return null
  }

  #endOfOthers(text: string, from: number): number | null {
    let end = from
    for (const pattern of this.#compile().others) {
      pattern.lastIndex = end
      if (!pattern.test(text)) return null
      end = pattern.lastIndex
    }
    return end
  }
}

function writtenPatterns(secret: string): readonly string[] {
  const isLong = secret.length > charactersPerPattern
  const parts = secret.match(/\\+|[^\\]/gu) ?? []
  const patterns: string[] = []
  let pattern: string[] = []
  for (const part of parts) {
    pattern.push(isLong && /^[A-Za-z0-9]$/.test(part) ? part : writtenPattern(part))
    const isAmbiguous = /[\\%&]/.test(part)
    if (pattern.length < (isAmbiguous ? mostCharactersPerPattern : charactersPerPattern)) continue
    patterns.push(pattern.join(''))
    pattern = []
  }
  if (pattern.length > 0) patterns.push(pattern.join(''))
  return patterns
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
    ...(code > 0x7f ? [escapePattern(String.fromCharCode(...utf8))] : []),
    ...(jsonEscapes[character] === undefined ? [] : [`${jsonEscape}${jsonEscapes[character]}`]),
    ...(htmlNames[character] === undefined ? [] : [`&${htmlNames[character]};`]),
    // Last, because it is the beginning of other forms: % of %25, & of &amp;.
    escapePattern(character),
  ]
  return `(?:${forms.join('|')})`
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
