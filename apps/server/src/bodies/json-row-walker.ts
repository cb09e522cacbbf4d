/** The position of a value in a body, in bytes. */
export interface JsonSpan {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'word'
  readonly start: number
  /** The offset after its last byte. */
  readonly end: number
  /** How many direct children an object or a list has. */
  readonly count: number
}

/** An item of a list, or an entry of an object. */
export interface JsonRow {
  /** The key of an entry; null for an item. */
  readonly key: JsonSpan | null
  readonly value: JsonSpan
  /** The values of an item that is an object, under the keys that are kept; the last one of equal keys. */
  readonly entries: ReadonlyMap<string, JsonSpan>
}

export interface JsonRowSink {
  /** Whether the walker keeps values under this key of an item. */
  keepsKey(key: string): boolean
  onStart(offset: number): void
  /** Returns false to stop the walk. */
  onRow(row: JsonRow): boolean
}

/** Of a longer key, only the beginning is compared. */
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
 * Walks the children of a list or an object, given in pieces that may be cut anywhere, and reports its rows.
 * It holds one row in memory, however deep or large the body. The text must be JSON in UTF-8.
 */
export class JsonRowWalker {
  readonly #isObject: boolean
  readonly #sink: JsonRowSink
  /** 0: between rows; 1: inside a row's value; 2: inside a value of that. */
  #depth = 0
  /** What is open at depths 1 and 2, and the number of children of each so far. */
  readonly #open: (OpenSpan | undefined)[] = []
  readonly #counts = [0, 0, 0]
  #isKeyNext: boolean
  #token: OpenSpan | null = null
  #isEscaped = false
  #rowKey: JsonSpan | null = null
  #rowValue: JsonSpan | null = null
  #entries = new Map<string, JsonSpan>()
  /** The key of the entry that is being read; null if it is not kept. */
  #entryKey: string | null = null
  /** The part of an item's key that arrived in an earlier piece. */
  #keyHead = Buffer.alloc(0)
  #isEnded = false

  /** The walk begins after the opening bracket, or at the start of a row. */
  constructor(isObject: boolean, sink: JsonRowSink) {
    this.#isObject = isObject
    this.#isKeyNext = isObject
    this.#sink = sink
  }

  /** Reads the next piece, which begins at offset `base`. Returns false once the walk has stopped. */
  write(bytes: Uint8Array, base: number): boolean {
    let at = 0
    while (at < bytes.byteLength && !this.#isEnded) {
      if (this.#token === null) at = this.#step(bytes, at, base)
      else if (this.#token.kind === 'string') at = this.#skipString(bytes, at, base)
      else at = this.#skipScalar(bytes, at, base)
    }
    if (this.#isItemKey() && !this.#isEnded) this.#keepKeyHead(bytes, base, bytes.byteLength)
    return !this.#isEnded
  }

  /** Ends the text: a number or word may end here. */
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

  #skipString(bytes: Uint8Array, start: number, base: number): number {
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

  #skipScalar(bytes: Uint8Array, start: number, base: number): number {
    for (let at = start; at < bytes.byteLength; at += 1) {
      const code = bytes[at] ?? 0
      if (code === comma || code === closeBrace || code === closeBracket || code <= 0x20) {
        this.#endToken(base + at, '')
        return at
      }
    }
    return bytes.byteLength
  }

  /** Begins a key or a value. */
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

  /** Whether the walker is inside a key of an item, which may be a column. */
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

/** Decodes a JSON string, or the beginning of a cut one. Returns a string with invalid escapes as written. */
export function unquoted(string: string, isCut: boolean): string {
  const inner = isCut ? string.slice(1) : string.slice(1, -1)
  if (!inner.includes('\\')) return inner
  // A cut escape has at most 5 characters.
  for (let cut = 0; cut <= (isCut ? 5 : 0); cut += 1) {
    try {
      return String(JSON.parse(`"${inner.slice(0, inner.length - cut)}"`))
    } catch {
      // A shorter part of a cut text may be valid.
    }
  }
  return inner
}
