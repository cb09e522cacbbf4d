import { TokenHead } from './token-head.ts'
import { tokenState, tokenSteps } from './token-states.ts'

const backslash = 0x5c

/**
 * Finds the ends of tokens in pieces of UTF-16 units or of UTF-8, which may end within a token. It knows nothing of what tokens
 * mean together.
 */
export class TokenScanner {
  piece: string | Uint8Array = ''
  /** What was read of the piece. */
  at = 0
  /** Whether no more pieces follow. */
  isFinished = false
  /** The position of the piece in the text. */
  #base = 0
  /** The state within a token; 0 between tokens. */
  #state = 0
  /** Where the latest token, or a part of it, begins in the piece. */
  #partFrom = 0
  #hasEscapes = false
  /** What earlier pieces have of the token. */
  #head: TokenHead | null = null

  /** The position in the text. */
  get position(): number {
    return this.#base + this.at
  }

  get isWithinToken(): boolean {
    return this.#state !== 0
  }

  /** Whether the piece has nothing of the token. */
  get isPartEmpty(): boolean {
    return this.#partFrom === this.at
  }

  /** Takes the next piece. What was not read of the last one comes before it. */
  write(piece: string | Uint8Array): void {
    this.piece = this.at < this.piece.length ? joined(this.piece.slice(this.at), piece) : piece
    this.#base += this.at
    this.at = 0
  }

  /** Skips white space and returns the character that follows it; NaN at the end of the piece. */
  skipSpace(): number {
    const { piece } = this
    for (; this.at < piece.length; this.at += 1) {
      const code = this.peek(0)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
    }
    return Number.NaN
  }

  /** Returns a character of the piece, counted from the position; NaN beyond its end. */
  peek(offset: number): number {
    const { piece } = this
    return typeof piece === 'string'
      ? piece.charCodeAt(this.at + offset)
      : (piece[this.at + offset] ?? Number.NaN)
  }

  /** Begins a token whose first characters are known. */
  begin(state: number, length: number): void {
    this.#state = state
    this.#partFrom = this.at
    this.at += length
    this.#hasEscapes = false
    this.#head = null
  }

  /** Begins the next part of a token. */
  continue(): void {
    this.#partFrom = this.at
  }

  /** Reads the token to its end, to that of the piece (`cut`), or to a character that it cannot have. */
  scan(): 'whole' | 'cut' | 'bad' {
    const { piece } = this
    const state = typeof piece === 'string' ? this.#scanText(piece) : this.#scanBytes(piece)
    this.#state = 0
    if (state === tokenState.bad) return 'bad'
    if (state === tokenState.last) this.at += 1
    else if (state !== tokenState.after && !(this.isFinished && mayEndAfter(state))) {
      this.#state = state
      return 'cut'
    }
    return 'whole'
  }

  /** Keeps a part of the token until its end is known. */
  keepPart(): TokenHead {
    const { piece, at } = this
    this.#head ??= new TokenHead()
    this.#head.append(
      typeof piece === 'string' ? piece.slice(this.#partFrom, at) : piece.subarray(this.#partFrom, at),
    )
    this.#partFrom = at
    return this.#head
  }

  /** The text of the token as written, of what was not kept only the latest part. */
  text(): string {
    return this.#source(0)
  }

  /** The text that a string stands for, if its escapes were checked. */
  value(): string {
    return this.#hasEscapes ? String(JSON.parse(this.#source(0))) : this.#source(1)
  }

  /** @param trimmed how many characters to leave out at both ends */
  #source(trimmed: 0 | 1): string {
    const { piece } = this
    if (this.#head === null && typeof piece === 'string')
      return piece.slice(this.#partFrom + trimmed, this.at - trimmed)
    const text = this.keepPart().toText()
    return trimmed === 0 ? text : text.slice(1, -1)
  }

  #scanText(piece: string): number {
    let { at } = this
    let state = this.#state
    if (state === tokenState.unchecked || state === tokenState.uncheckedEscape) return this.#skipString(piece)
    for (; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      const next = tokenSteps[(state << 8) | Math.min(code, 255)] ?? 0
      if (next === state) continue
      state = next
      if (next <= tokenState.after) break
      if (next === tokenState.textEscape) this.#hasEscapes = true
    }
    this.at = at
    return state
  }

  #scanBytes(piece: Uint8Array): number {
    let { at } = this
    let state = this.#state
    for (; at < piece.length; at += 1) {
      const next = tokenSteps[(state << 8) | (piece[at] ?? 0)] ?? 0
      if (next === state) continue
      state = next
      if (next <= tokenState.after) break
      if (next === tokenState.bytesEscape) this.#hasEscapes = true
    }
    this.at = at
    return state
  }

  /** Looks for the end of a string that is not checked: a quote after an even number of backslashes. */
  #skipString(piece: string): number {
    if (this.at === piece.length) return this.#state
    let from = this.#state === tokenState.uncheckedEscape ? this.at + 1 : this.at
    for (;;) {
      const quoteAt = piece.indexOf('"', from)
      const end = quoteAt === -1 ? piece.length : quoteAt
      let plainTo = end
      while (plainTo > from && piece.charCodeAt(plainTo - 1) === backslash) plainTo -= 1
      const isEscaped = (end - plainTo) % 2 === 1
      this.at = end
      if (quoteAt === -1) return isEscaped ? tokenState.uncheckedEscape : tokenState.unchecked
      if (!isEscaped) return tokenState.last
      from = end + 1
    }
  }
}

/** Whether a token in this state is whole if nothing follows: white space would end it. */
function mayEndAfter(state: number): boolean {
  return tokenSteps[(state << 8) | 0x20] === tokenState.after
}

function joined(head: string | Uint8Array, tail: string | Uint8Array): string | Uint8Array {
  if (typeof head === 'string' && typeof tail === 'string') return head + tail
  if (typeof head === 'string' || typeof tail === 'string')
    throw new TypeError('Pieces are all text or all bytes')
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}
