/**
 * Reads the YAML that Parley writes: maps and lists in blocks, texts of one line, literal blocks, whole numbers, true and
 * false. It is some twenty times faster than the library, which reads everything else (ADR 45).
 * @returns the same value as the library; undefined for a text that has anything else in it, or an error
 */
export function readPlainYaml(text: string): object | undefined {
  if (!text.endsWith('\n') || unusual.test(text)) return undefined
  const reader = new PlainReader(text.split('\n'))
  try {
    return reader.document()
  } catch (error) {
    if (error === declined) return undefined
    throw error
  }
}

/** Thrown for what only the library reads. It is made once, because a stack for each text would take time. */
const declined = new Error('Only the library reads this')

/** Characters that have a meaning of their own in YAML, or none; and white space at the end of a line. */
const unusual =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\0-\x09\x0b-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]| $/m

/** A member: its key, and a value on the same line. */
const member = /^([A-Za-z_][\w-]*):(?: (\S.*))?$/

/** Words that are no text, in YAML 1.2, as keys or as values. */
const words = /^(?:null|Null|NULL|true|True|TRUE|false|False|FALSE)$/

const integer = /^(?:0|-?[1-9]\d{0,14})$/

/** Texts without quotation marks: what would be a comment, another member or an indicator is not among them. */
const plainStart = /^[A-Za-z_/$(\u00a1-\uffff]/
const plainEnd = /:(?: |$)| #/

/** Deeper than any request; the library says what is wrong with more. */
const deepest = 100

class PlainReader {
  readonly #lines: readonly string[]
  #at = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  document(): object {
    if (this.#indentOfNext() !== 0) throw declined
    const value = this.#block(0, 0)
    if (this.#indentOfNext() !== -1) throw declined
    return value
  }

  #skipBlank(): void {
    while (this.#lines[this.#at] === '') this.#at += 1
  }

  /** Returns the columns before the text of the next line that has any; -1 at the end. */
  #indentOfNext(): number {
    this.#skipBlank()
    const line = this.#lines[this.#at]
    return line === undefined ? -1 : indentOf(line)
  }

  #block(indent: number, depth: number): object {
    if (depth > deepest) throw declined
    return this.#lines[this.#at]?.startsWith('- ', indent)
      ? this.#list(indent, depth)
      : this.#map(indent, depth)
  }

  #list(indent: number, depth: number): readonly unknown[] {
    const items: unknown[] = []
    while (this.#indentOfNext() === indent) {
      const line = this.#lines[this.#at] ?? ''
      if (!line.startsWith('- ', indent)) throw declined
      const item = line.slice(indent + 2)
      items.push(member.test(item) ? this.#map(indent + 2, depth + 1, item) : this.#scalar(item, indent))
    }
    if (this.#indentOfNext() > indent) throw declined
    return items
  }

  /** @param first the first member, where it is behind the dash of a list */
  #map(indent: number, depth: number, first?: string): object {
    const map: Record<string, unknown> = {}
    let line = first
    while (line !== undefined || this.#indentOfNext() === indent) {
      const found = member.exec(line ?? this.#lines[this.#at]?.slice(indent) ?? '')
      line = undefined
      const key = found?.[1]
      if (key === undefined || words.test(key) || key === '__proto__' || Object.hasOwn(map, key))
        throw declined
      map[key] = this.#valueOf(found?.[2], indent, depth)
    }
    if (this.#indentOfNext() > indent) throw declined
    return map
  }

  #valueOf(written: string | undefined, indent: number, depth: number): unknown {
    if (written !== undefined) return this.#scalar(written, indent)
    this.#at += 1
    const next = this.#indentOfNext()
    // A list may be as far left as its key, which Parley does not write.
    if (next <= indent) throw declined
    return this.#block(next, depth + 1)
  }

  #scalar(written: string, indent: number): unknown {
    this.#at += 1
    if (written === '|' || written === '|-') return this.#literal(written === '|', indent)
    const value = scalarOf(written)
    // A text may go on, on lines that are further right.
    if (this.#indentOfNext() > indent) throw declined
    return value
  }

  #literal(keepsEnd: boolean, parent: number): string {
    const first = this.#lines[this.#at] ?? ''
    const indent = indentOf(first)
    if (first === '' || indent <= parent) throw declined
    const lines: string[] = []
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at] ?? ''
      if (line !== '' && indentOf(line) < indent) break
      lines.push(line.slice(indent))
    }
    while (lines.at(-1) === '') lines.pop()
    return lines.join('\n') + (keepsEnd ? '\n' : '')
  }
}

function indentOf(line: string): number {
  let indent = 0
  while (line.charCodeAt(indent) === 0x20) indent += 1
  return indent
}

function scalarOf(written: string): unknown {
  const first = written.charAt(0)
  if (first === '"') return quotedText(written)
  if (first === "'") {
    if (!/^'(?:[^']|'')*'$/.test(written)) throw declined
    return written.slice(1, -1).replaceAll("''", "'")
  }
  if (written === '[]') return []
  if (written === '{}') return {}
  if (integer.test(written)) return Number(written)
  if (written === 'true' || written === 'false') return written === 'true'
  if (words.test(written) || !plainStart.test(written) || plainEnd.test(written)) throw declined
  return written
}

/** Escapes of JSON mean the same in YAML, which has more. */
function quotedText(written: string): string {
  try {
    const value: unknown = JSON.parse(written)
    if (typeof value === 'string') return value
  } catch {
    // Other escapes, or no end on this line.
  }
  throw declined
}
