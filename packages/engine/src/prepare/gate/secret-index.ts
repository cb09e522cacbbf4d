import type { SecretForms } from './secret-forms.ts'

/** The fewest characters of a secret that is searched for, and how many of its end are compared. */
const windowLength = 8

/** The highest factor of the rolling hash: that of the first character in a window. */
const base = 0x01000193
const highest = Array.from({ length: windowLength - 1 }).reduce<number>(power => Math.imul(power, base), 1)

/** Others contain characters with forms of several meanings. */
const indexedSecret = /^[!-$'-[\]-~]{8,}$/

/** A decoded character that belongs to no indexed secret. */
const noCharacter = 0

/**
 * Finds in one pass which of many secrets a text may contain. It decodes escapes as it goes and compares the last
 * characters of each secret, so that it misses none of the forms in {@link SecretForms} and finds hardly any others.
 */
export class SecretIndex {
  /** Those that are not indexed. */
  readonly #always: readonly number[]
  readonly #ends = new Windows()
  readonly #base64 = new Windows()
  /** Indexed secrets by their first character. */
  readonly #byFirst = new Map<number, number[]>()
  readonly #forms: readonly SecretForms[]

  /** @param secrets each with its forms */
  constructor(secrets: readonly { readonly text: string; readonly forms: SecretForms }[]) {
    const always: number[] = []
    this.#forms = secrets.map(({ forms }) => forms)
    for (const [at, { text, forms }] of secrets.entries()) {
      if (!indexedSecret.test(text)) {
        always.push(at)
        continue
      }
      this.#ends.add(text.slice(-windowLength), at)
      for (const form of forms.base64) this.#base64.add(form.slice(0, windowLength), at)
      const first = text.charCodeAt(0)
      this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), at])
    }
    this.#always = always
  }

  /** Returns the positions of the secrets that a text may contain, in the order of the secrets. */
  candidatesIn(text: string): readonly number[] {
    if (text.length < windowLength) return []
    const found = new Set(this.#always)
    if (this.#byFirst.size > 0) {
      const written = plainCodes(text)
      this.#base64.addFound(written, found)
      this.#ends.addFound(/[\\%&]/.test(text) ? this.#decoded(text, written, found) : written, found)
    }
    return found.size < 2 ? [...found] : [...found].sort((a, b) => a - b)
  }

  /** Returns the characters of a text with its escapes decoded, and adds the secrets that begin within an escape. */
  #decoded(text: string, written: Uint8Array, found: Set<number>): Uint8Array {
    const codes = new Uint8Array(text.length)
    let count = 0
    for (let at = 0; at < text.length; count += 1) {
      const code = written[at] ?? noCharacter
      const decoded = decodedAt(text, at, code)
      codes[count] = decoded?.code ?? code
      const end = at + (decoded?.length ?? 1)
      // What ends an escape may also begin a secret.
      for (let inside = at + 1; inside < end; inside += 1) this.#addStarts(text, inside, found)
      at = end
    }
    return codes.subarray(0, count)
  }

  #addStarts(text: string, at: number, found: Set<number>): void {
    for (const one of this.#byFirst.get(text.charCodeAt(at)) ?? [])
      if (!found.has(one) && this.#forms[one]?.beginsAt(text, at)) found.add(one)
  }
}

/** Secrets by the hash of a window. */
class Windows {
  readonly #secrets = new Map<number, number[]>()
  /** Most hashes of a text belong to no secret, which a table of bits tells faster than a map. */
  readonly #isUsed = new Uint8Array(1 << 16)

  add(window: string, secret: number): void {
    let hash = 0
    for (let at = 0; at < windowLength; at += 1) hash = nextHash(hash, 0, window.charCodeAt(at))
    this.#secrets.set(hash, [...(this.#secrets.get(hash) ?? []), secret])
    this.#isUsed[hash >>> 16] = 1
  }

  /** Adds the secrets of which a window is in a text. */
  addFound(codes: Uint8Array, found: Set<number>): void {
    let hash = 0
    for (let at = 0; at < codes.length; at += 1) {
      const gone = at < windowLength ? 0 : (codes[at - windowLength] ?? 0)
      hash = nextHash(hash, gone, codes[at] ?? 0)
      if (this.#isUsed[hash >>> 16] === 0 || at < windowLength - 1) continue
      for (const secret of this.#secrets.get(hash) ?? []) found.add(secret)
    }
  }
}

/** Returns the hash of the last characters after another one (Rabin and Karp). */
function nextHash(hash: number, gone: number, code: number): number {
  return (Math.imul(hash - Math.imul(gone, highest), base) + code) | 0
}

/** Returns the printable characters of ASCII in a text, each in its place; secrets that are indexed have no others. */
function plainCodes(text: string): Uint8Array {
  const codes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 0x20 && code < 0x7f) codes[at] = code
  }
  return codes
}

interface Decoded {
  readonly code: number
  /** How many UTF-16 units it takes. */
  readonly length: number
}

/** The escapes of JSON that a secret of printable ASCII can have; each backslash may itself be escaped. */
const ofJson = /(?:\\|%(?:25)*5[cC]){1,4}(?:u00([0-7][0-9a-fA-F])|(["/]))/y
const percentEncoded = /%(?:25)*([0-9a-fA-F]{2})/y
const ofHtml = /&(?:#(?:0{0,8}(\d{1,3})|[xX]0{0,8}([0-9a-fA-F]{1,2}))|(lt|gt|quot|apos));/y

const htmlCodes: Readonly<Record<string, number>> = { lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 }

const [quote, numberSign, percent, ampersand, slash, backslash] = [0x22, 0x23, 0x25, 0x26, 0x2f, 0x5c]
const [letterA, letterQ, letterU, letterX] = [0x61, 0x71, 0x75, 0x78]

/** Returns the character of an escape that a character begins; null if it begins none. */
function decodedAt(text: string, at: number, code: number): Decoded | null {
  if (code === backslash) return afterBackslash(text, at)
  if (code === percent) return afterPercent(text, at)
  return code === ampersand ? afterAmpersand(text, at) : null
}

/** Expressions are slow, so most backslashes are looked at without one. */
function afterBackslash(text: string, at: number): Decoded {
  const next = text.charCodeAt(at + 1)
  if (next === quote) return escapedQuote
  if (next === slash) return escapedSlash
  let last = at
  while (text.charCodeAt(last + 1) === backslash && last - at < mostBackslashes) last += 1
  const after = text.charCodeAt(last + 1)
  const mayBeOfJson =
    last - at < mostBackslashes &&
    (after === quote || after === slash || after === percent || after === letterU)
  return (mayBeOfJson ? decodedOfJson(text, at) : null) ?? skipped
}

/** As many backslashes as an escape of JSON begins with. */
const mostBackslashes = 4

const escapedQuote: Decoded = { code: quote, length: 2 }
const escapedSlash: Decoded = { code: slash, length: 2 }

function decodedOfJson(text: string, at: number): Decoded | null {
  const json = matchAt(ofJson, text, at)
  return json && decodedAs(json, json[2]?.charCodeAt(0) ?? Number.parseInt(json[1] ?? '', 16))
}

function afterPercent(text: string, at: number): Decoded {
  const code = hexadecimalAt(text, at + 1)
  if (code === null) return skipped
  // `%25` and `%5c` can begin an escape that is itself escaped.
  if (code !== percent && code !== backslash) return isIndexed(code) ? { code, length: 3 } : skipped
  if (code === percent && digitAt(text, at + 3) === null) return skipped
  const json = decodedOfJson(text, at)
  if (json !== null) return json
  const encoded = matchAt(percentEncoded, text, at)
  return (encoded && decodedAs(encoded, Number.parseInt(encoded[1] ?? '', 16))) ?? skipped
}

function afterAmpersand(text: string, at: number): Decoded {
  const next = text.charCodeAt(at + 1)
  const second = text.charCodeAt(at + 2)
  const mayBeOfHtml =
    next === numberSign
      ? digitAt(text, at + 2) !== null || (second | 0x20) === letterX
      : next >= letterA && next <= letterQ
  const html = mayBeOfHtml ? matchAt(ofHtml, text, at) : null
  if (html === null) return skipped
  const [, decimal, hexadecimal = '', name] = html
  return decodedAs(html, numberOf(decimal, hexadecimal, name)) ?? skipped
}

/** Returns the number of two hexadecimal digits; null if they are none. */
function hexadecimalAt(text: string, at: number): number | null {
  const high = digitAt(text, at)
  const low = digitAt(text, at + 1)
  return high === null || low === null ? null : 16 * high + low
}

function digitAt(text: string, at: number): number | null {
  const code = text.charCodeAt(at)
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : null
}

const skipped: Decoded = { code: noCharacter, length: 1 }

function numberOf(decimal: string | undefined, hexadecimal: string, name: string | undefined): number {
  if (name !== undefined) return htmlCodes[name] ?? noCharacter
  return decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
}

/** Returns null if the character belongs to no indexed secret: its escape is then none. */
function decodedAs([written]: RegExpExecArray, code: number): Decoded | null {
  return isIndexed(code) ? { code, length: written.length } : null
}

function isIndexed(code: number): boolean {
  return code > 0x20 && code < 0x7f && code !== percent && code !== ampersand && code !== backslash
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
