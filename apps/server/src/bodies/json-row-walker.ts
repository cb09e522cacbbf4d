/** Where a value stands in a body, in bytes. */
export interface JsonSpan {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'word'
  readonly start: number
  /** Behind its last byte. */
  readonly end: number
  /** How many values an object or a list holds itself. */
  readonly count: number
}

/** An item of a list, or an entry of an object. */
export interface JsonRow {
  /** Of the entry; null for an item. */
  readonly key: JsonSpan | null
  readonly value: JsonSpan
  /** Of an item that is an object: its values under the keys that are kept, the last one of equal keys. */
  readonly entries: ReadonlyMap<string, JsonSpan>
}

export interface JsonRowSink {
  /** Whether values under this key of an item are kept. */
  keepsKey(key: string): boolean
  onStart(offset: number): void
  /** False ends the walk. */
  onRow(row: JsonRow): boolean
}

/** A key that is longer is told apart by its beginning. */
const maxKeyBytes = 4096

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

interface OpenSpan {
  readonly kind: JsonSpan['kind']
  readonly start: number
}

/**
 * Goes through what a list or an object holds, given in pieces that may be cut anywhere, and tells of its
 * rows. It keeps one row in mind, however deep or large. The text must be JSON in UTF-8.
 */
export class JsonRowWalker {
  readonly #isObject: boolean
  readonly #sink: JsonRowSink
  /** 0: among the rows; 1: within a row's value; 2: within a value of that. */
  #depth = 0
  /** What is open at depths 1 and 2, and how much each held so far. */
  readonly #open: (OpenSpan | undefined)[] = []
  readonly #counts = [0, 0, 0]
  #isKeyNext: boolean
  #token: OpenSpan | null = null
  #isEscaped = false
  #rowKey: JsonSpan | null = null
  #rowValue: JsonSpan | null = null
  #entries = new Map<string, JsonSpan>()
  /** Of the entry that is being read; null where it is not kept. */
  #entryKey: string | null = null
  /** The part of an item's key that came with an earlier piece. */
  #keyHead = Buffer.alloc(0)
  #isEnded = false

  /** Begins behind the opening bracket, or where a row starts. */
  constructor(isObject: boolean, sink: JsonRowSink) {
    this.#isObject = isObject
    this.#isKeyNext = isObject
    this.#sink = sink
  }

  /** Takes the next piece, which stands at `base`. False where the walk has ended. */
  write(bytes: Uint8Array, base: number): boolean {
    let at = 0
    while (at < bytes.byteLength && !this.#isEnded) {
      if (this.#token === null) at = this.#step(bytes, at, base)
      else if (this.#token.kind === 'string') at = this.#goThroughString(bytes, at, base)
      else at = this.#goThroughScalar(bytes, at, base)
    }
    if (this.#isItemKey() && !this.#isEnded) this.#keepKeyHead(bytes, base, bytes.byteLength)
    return !this.#isEnded
  }

  /** Nothing follows: a number or word may end here. */
  end(offset: number): void {
    if (this.#token !== null && !this.#isEnded) this.#endToken(offset, '')
    if (this.#depth === 0) this.#endRow()
  }

  #step(bytes: Uint8Array, at: number, base: number): number {
    const code = bytes[at] ?? 0
    switch (code) {
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        return at + 1
      case comma:
        if (this.#depth <= 2) {
          this.#counts[this.#depth] = (this.#counts[this.#depth] ?? 0) + 1
          this.#isKeyNext = this.#isObjectAt(this.#depth)
        }
        if (this.#depth === 0) this.#endRow()
        return at + 1
      case colon:
        this.#isKeyNext = false
        return at + 1
      case openBrace:
      case openBracket:
        this.#openValue(code === openBrace ? 'object' : 'array', base + at)
        return at + 1
      case closeBrace:
      case closeBracket:
        this.#closeValue(base + at + 1)
        return at + 1
    }
    this.#begin(base + at)
    this.#token = { kind: kindOf(code), start: base + at }
    this.#keyHead = Buffer.alloc(0)
    return at + 1
  }

  #goThroughString(bytes: Uint8Array, start: number, base: number): number {
    for (let at = start; at < bytes.byteLength; at += 1) {
      const code = bytes[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (code === backslash) this.#isEscaped = true
      else if (code === quote) {
        if (this.#isItemKey()) this.#keepKeyHead(bytes, base, at + 1)
        this.#endToken(base + at + 1, this.#keyHead.toString('utf8'))
        return at + 1
      }
    }
    return bytes.byteLength
  }

  #goThroughScalar(bytes: Uint8Array, start: number, base: number): number {
    for (let at = start; at < bytes.byteLength; at += 1) {
      const code = bytes[at] ?? 0
      if (code === comma || code === closeBrace || code === closeBracket || code <= 0x20) {
        this.#endToken(base + at, '')
        return at
      }
    }
    return bytes.byteLength
  }

  /** A key or value begins. */
  #begin(offset: number): void {
    if (this.#depth > 2) return
    this.#counts[this.#depth] = Math.max(1, this.#counts[this.#depth] ?? 0)
    if (this.#depth === 0 && (this.#isKeyNext || !this.#isObject)) this.#sink.onStart(offset)
  }

  #openValue(kind: 'object' | 'array', offset: number): void {
    this.#begin(offset)
    this.#depth += 1
    if (this.#depth > 2) return
    this.#open[this.#depth] = { kind, start: offset }
    this.#counts[this.#depth] = 0
    this.#isKeyNext = kind === 'object'
  }

  #closeValue(end: number): void {
    if (this.#depth === 0) {
      this.#endRow()
      this.#isEnded = true
      return
    }
    const open = this.#open[this.#depth]
    if (this.#depth <= 2 && open !== undefined)
      this.#takeValue(this.#depth - 1, { ...open, end, count: this.#counts[this.#depth] ?? 0 })
    this.#depth -= 1
  }

  #endToken(end: number, key: string): void {
    const token = this.#token
    this.#token = null
    if (token === null || this.#depth > 1) return
    const span = { ...token, end, count: 0 }
    if (!this.#isKeyNext) this.#takeValue(this.#depth, span)
    else if (this.#depth === 0) this.#rowKey = span
    else if (!this.#isObject) {
      const name = unquoted(key, end - token.start > maxKeyBytes)
      this.#entryKey = this.#sink.keepsKey(name) ? name : null
    }
  }

  #takeValue(depth: number, span: JsonSpan): void {
    if (depth === 0) this.#rowValue = span
    else if (this.#entryKey !== null) {
      this.#entries.set(this.#entryKey, span)
      this.#entryKey = null
    }
  }

  #endRow(): void {
    const value = this.#rowValue
    if (value === null) return
    const row = { key: this.#rowKey, value, entries: this.#entries }
    this.#rowValue = null
    this.#rowKey = null
    this.#entries = new Map()
    if (!this.#sink.onRow(row)) this.#isEnded = true
  }

  #isObjectAt(depth: number): boolean {
    return depth === 0 ? this.#isObject : this.#open[depth]?.kind === 'object'
  }

  /** Within a key of an item, which may be a column. */
  #isItemKey(): boolean {
    return this.#depth === 1 && !this.#isObject && this.#isKeyNext && this.#token?.kind === 'string'
  }

  #keepKeyHead(bytes: Uint8Array, base: number, end: number): void {
    const start = Math.max(0, (this.#token?.start ?? 0) - base)
    const room = maxKeyBytes - this.#keyHead.byteLength
    if (room > 0)
      this.#keyHead = Buffer.concat([this.#keyHead, bytes.subarray(start, Math.min(end, start + room))])
  }
}

function kindOf(code: number): JsonSpan['kind'] {
  if (code === quote) return 'string'
  return code === 0x2d || (code >= 0x30 && code <= 0x39) ? 'number' : 'word'
}

/** The text of a JSON string; of one that was cut its beginning. One whose escapes are none stays as written. */
export function unquoted(string: string, isCut: boolean): string {
  const inner = isCut ? string.slice(1) : string.slice(1, -1)
  if (!inner.includes('\\')) return inner
  // An escape that was cut has at most 5 characters.
  for (let cut = 0; cut <= (isCut ? 5 : 0); cut += 1) {
    try {
      return String(JSON.parse(`"${inner.slice(0, inner.length - cut)}"`))
    } catch {
      // Of a cut text a shorter part may do.
    }
  }
  return inner
}
