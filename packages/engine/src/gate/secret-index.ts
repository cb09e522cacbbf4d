import type { SecretForms } from './secret-forms.ts'

/** The fewest characters of a secret that is searched for, and how many of its end are compared. */
const windowLength = 8

/** The highest factor of the rolling hash: that of the first character in a window. */
const base = 0x01000193
const highest = Array.from({ length: windowLength - 1 }).reduce<number>(power => Math.imul(power, base), 1)

/** Longer secrets are searched for in parts, and others contain characters with forms of several meanings. */
const indexedSecret = /^[!-$'-[\]-~]{8,400}$/

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
    const add = (secrets: readonly number[]) => {
      for (const one of secrets) found.add(one)
    }
    const raw = new RollingHash()
    for (let at = 0; at < text.length; at += 1)
      if (raw.push(text.charCodeAt(at))) add(this.#base64.at(raw.value))
    const decoded = new RollingHash()
    for (let at = 0; at < text.length; ) {
      const { code, length } = decodedAt(text, at)
      if (decoded.push(code)) add(this.#ends.at(decoded.value))
      // What ends an escape may also begin a secret.
      for (let inside = at + 1; inside < at + length; inside += 1) this.#addStarts(text, inside, found)
      at += length
    }
    return found.size < 2 ? [...found] : [...found].sort((a, b) => a - b)
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
    const hash = new RollingHash()
    for (let at = 0; at < windowLength; at += 1) hash.push(window.charCodeAt(at))
    this.#secrets.set(hash.value, [...(this.#secrets.get(hash.value) ?? []), secret])
    this.#isUsed[hash.value >>> 16] = 1
  }

  at(hash: number): readonly number[] {
    return this.#isUsed[hash >>> 16] === 0 ? none : (this.#secrets.get(hash) ?? none)
  }
}

const none: readonly number[] = []

/** The hash of the last characters (Rabin and Karp). */
class RollingHash {
  value = 0
  readonly #last = new Uint16Array(windowLength)
  #count = 0

  /** Returns whether the window is full. */
  push(code: number): boolean {
    const slot = this.#count % windowLength
    const kept = this.value - Math.imul(this.#last[slot] ?? 0, highest)
    this.value = Math.imul(kept, base) + code
    this.#last[slot] = code
    this.#count += 1
    return this.#count >= windowLength
  }
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

/** Returns the character at a position, of one unit or of an escape. */
function decodedAt(text: string, at: number): Decoded {
  const code = text.charCodeAt(at)
  if (code === 0x5c || code === 0x25) {
    const json = matchAt(ofJson, text, at)
    const decoded = json && decodedAs(json, json[2]?.charCodeAt(0) ?? Number.parseInt(json[1] ?? '', 16))
    if (decoded) return decoded
    const percent = code === 0x25 ? matchAt(percentEncoded, text, at) : null
    return (percent && decodedAs(percent, Number.parseInt(percent[1] ?? '', 16))) ?? skipped
  }
  if (code === 0x26) {
    const html = matchAt(ofHtml, text, at)
    if (html === null) return skipped
    const [, decimal, hexadecimal = '', name] = html
    return decodedAs(html, numberOf(decimal, hexadecimal, name)) ?? skipped
  }
  return code > 0x20 && code < 0x7f ? { code, length: 1 } : skipped
}

const skipped: Decoded = { code: noCharacter, length: 1 }

function numberOf(decimal: string | undefined, hexadecimal: string, name: string | undefined): number {
  if (name !== undefined) return htmlCodes[name] ?? noCharacter
  return decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
}

/** Returns null if the character belongs to no indexed secret: its escape is then none. */
function decodedAs([written]: RegExpExecArray, code: number): Decoded | null {
  const isIndexed = code > 0x20 && code < 0x7f && code !== 0x25 && code !== 0x26 && code !== 0x5c
  return isIndexed ? { code, length: written.length } : null
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
