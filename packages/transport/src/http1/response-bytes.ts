import type { HeaderField } from '@parley/model'
import { maxHeaderBytes } from '../response-limits.ts'
import { ChunkLines } from './chunk-lines.ts'
import { type HeadFault, mayHaveFault, repairHead } from './response-head.ts'

/** How much of a response is kept as it came, to be shown if it cannot be read. */
const mostKeptBytes = 16 * 1024

const lineFeed = 10
const carriageReturn = 13

/**
 * The bytes of one HTTP/1.1 response on the wire, interim ones included. Measures them as they arrive, and repairs its heads
 * for a parser that accepts no fault; a head is passed on once it is complete.
 */
export class ResponseBytes {
  #totalBytes = 0
  /** The offsets at which the final response's head began and ended, from the first byte received. */
  #headStart = 0
  #headEnd: number | null = null
  /** The beginning of a head whose end has not arrived; null: there was none. */
  #held: GrowingBuffer | null = null
  /** Up to where the end of the held head was looked for. */
  #searched = 0
  /** Whether what arrives is no head, or too long for one, so that the parser refuses it. */
  #isUnreadable = false
  #chunkLines: ChunkLines | null = null
  #faults: readonly HeadFault[] = []
  #fields: readonly HeaderField[] | null = null
  /** The first piece, and those that follow it up to the limit. */
  #first: Buffer | null = null
  #following: Buffer[] | null = null

  /** Must be called with each received piece, in order. Returns what the parser gets of it; null: nothing yet. */
  push(bytes: Buffer): Buffer | null {
    this.#totalBytes += bytes.byteLength
    if (this.#totalBytes - bytes.byteLength < mostKeptBytes) this.#keepBeginning(bytes)
    if (this.#headEnd === null && !this.#isUnreadable)
      return this.#readWholeHead(bytes) ? bytes : this.#readHeads(this.#held?.with(bytes) ?? bytes)
    return this.#chunkLines === null ? bytes : this.#chunkLines.push(bytes)
  }

  /** The bytes of the final response's status line and header section received so far. */
  get headBytes(): number {
    return (this.#headEnd ?? this.#totalBytes) - this.#headStart
  }

  /** The bytes after the head: content, chunk framing, trailers. */
  get contentBytes(): number {
    return this.#headEnd === null ? 0 : this.#totalBytes - this.#headEnd
  }

  /** The repaired faults of the heads. */
  get faults(): readonly HeadFault[] {
    return this.#faults
  }

  /** The fields of the final head as the server sent them, if it was repaired. */
  get fields(): readonly HeaderField[] | null {
    return this.#fields
  }

  /** The beginning of what arrived, as it came. */
  beginning(): Buffer {
    return Buffer.concat([
      ...(this.#first === null ? [] : [this.#first]),
      ...(this.#following ?? []),
    ]).subarray(0, mostKeptBytes)
  }

  #keepBeginning(bytes: Buffer): void {
    if (this.#first === null) this.#first = bytes
    else {
      this.#following ??= []
      this.#following.push(bytes)
    }
  }

  /** Reads the first piece if it begins with the whole final head, which has no fault, as most do. */
  #readWholeHead(bytes: Buffer): boolean {
    if (this.#totalBytes !== bytes.byteLength) return false
    const text = bytes.toString('latin1', 0, usualHeadBytes)
    const end = text.indexOf('\r\n\r\n') + 4
    if (end < 4 || !text.startsWith(headBeginning) || isInterim(text) || mayHaveFault(text, end)) return false
    this.#headEnd = end
    return true
  }

  /** Reads the complete heads in bytes that begin with one, and what follows the final one; holds back an incomplete head. */
  #readHeads(bytes: Buffer): Buffer | null {
    const offset = this.#totalBytes - bytes.byteLength
    const pieces: Buffer[] = []
    let start = 0
    while (this.#headEnd === null) {
      start = afterEmptyLines(bytes, start)
      const end = mayBeginHead(bytes, start) ? this.#headEndIn(bytes, start) : null
      if (end === 'later') {
        this.#held ??= new GrowingBuffer()
        this.#held.keep(bytes.subarray(start))
        return pieces.length === 0 ? null : Buffer.concat(pieces)
      }
      if (end === null) {
        this.#isUnreadable = true
        break
      }
      pieces.push(this.#readHead(bytes, start, end, offset))
      start = end
    }
    this.#held?.clear()
    // Most responses are passed on as they came.
    if (this.#faults.length === 0) return bytes
    const rest = bytes.subarray(start)
    return Buffer.concat([...pieces, this.#chunkLines === null ? rest : this.#chunkLines.push(rest)])
  }

  /** Returns a complete head as the parser gets it. */
  #readHead(bytes: Buffer, start: number, end: number, offset: number): Buffer {
    const head = bytes.toString('latin1', start, end)
    const repaired = repairHead(head)
    if (repaired !== null) this.#faults = [...new Set([...this.#faults, ...repaired.faults])]
    this.#searched = 0
    if (isInterim(head)) this.#headStart = offset + end
    else {
      this.#headEnd = offset + end
      this.#fields = repaired?.fields ?? null
      if (repaired?.isChunked && repaired.faults.includes('lineFeeds')) this.#chunkLines = new ChunkLines()
    }
    return repaired === null ? bytes.subarray(start, end) : Buffer.from(repaired.text, 'latin1')
  }

  /** Returns where the head ends that begins at `start`; null: it is too long. */
  #headEndIn(bytes: Buffer, start: number): number | 'later' | null {
    let at = start + this.#searched
    for (;;) {
      const lineEnd = bytes.indexOf(lineFeed, at)
      const next = lineEnd === -1 ? undefined : bytes[lineEnd + 1]
      if (next === lineFeed) return lineEnd + 2
      const afterNext = next === carriageReturn ? bytes[lineEnd + 2] : null
      if (afterNext === lineFeed) return lineEnd + 3
      if (next === undefined || afterNext === undefined) {
        this.#searched = (lineEnd === -1 ? bytes.byteLength : lineEnd) - start
        return bytes.byteLength - start > maxHeaderBytes ? null : 'later'
      }
      at = lineEnd + 1
    }
  }
}

/** Parsers skip empty lines before a status line (RFC 9112 §2.2). */
function afterEmptyLines(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === lineFeed || bytes[at] === carriageReturn) at += 1
  return at
}

/** Returns whether a head begins at `start`, as far as the bytes go. */
function mayBeginHead(bytes: Buffer, start: number): boolean {
  const begun = bytes.toString('latin1', start, start + headBeginning.length)
  return headBeginning.startsWith(begun)
}

const headBeginning = 'HTTP/'

/** A head above this size is read more slowly. */
const usualHeadBytes = 8 * 1024

/** 101 is final: no HTTP follows it. */
function isInterim(head: string): boolean {
  return /^HTTP\/\d\.\d 1(?!01)/.test(head)
}

/** Bytes that arrive in pieces and are needed together. */
class GrowingBuffer {
  #buffer = Buffer.alloc(0)
  #size = 0

  /** Returns all bytes with those of a further piece, which is the piece itself if there were none. */
  with(bytes: Buffer): Buffer {
    if (this.#size === 0) return bytes
    const size = this.#size + bytes.byteLength
    if (size > this.#buffer.byteLength) {
      const larger = Buffer.allocUnsafe(2 * size)
      this.#buffer.copy(larger, 0, 0, this.#size)
      this.#buffer = larger
    }
    bytes.copy(this.#buffer, this.#size)
    return this.#buffer.subarray(0, size)
  }

  /** Keeps bytes instead of those kept before; they may be part of what {@link with} returned. */
  keep(bytes: Buffer): void {
    if (bytes.byteLength > this.#buffer.byteLength) this.#buffer = Buffer.allocUnsafe(2 * bytes.byteLength)
    bytes.copy(this.#buffer)
    this.#size = bytes.byteLength
  }

  /** Forgets all bytes; those that were returned stay as they are. */
  clear(): void {
    if (this.#size === 0) return
    this.#buffer = Buffer.alloc(0)
    this.#size = 0
  }
}
