import type { FileBodyStore } from '@parley/appdata'
import type { TextEncoding } from '@parley/engine'
import type { BodyRow } from '../contract/index.ts'
import { decodePiece } from './decode-text.ts'
import { splitRows } from './split-rows.ts'

/**
 * The index keeps a mark every this many rows; a body of 50 million rows then takes a few megabytes of marks.
 */
export const rowsPerMark = 128
const scannedBytes = 1024 * 1024
/** The maximum length of the text in one result. */
const maxAnswerLength = 512 * 1024

interface Mark {
  readonly offset: number
  /** The line number, from 1. */
  readonly line: number
  readonly continuesLine: boolean
}

/**
 * Indexes where the rows of a body begin, so that any of them can be read without those before. The index is
 * built a megabyte at a time between other work of the server, in one or two milliseconds each, and continues
 * as the body grows.
 */
export class RowIndex {
  readonly #bodies: FileBodyStore
  readonly #handle: string
  readonly #encoding: TextEncoding
  readonly #marks: Mark[] = []
  #next: Mark
  #wholeRows = 0
  #scannedTo: number
  #scanning: Promise<void> | null = null

  constructor(bodies: FileBodyStore, handle: string, encoding: TextEncoding) {
    this.#bodies = bodies
    this.#handle = handle
    this.#encoding = encoding
    this.#next = { offset: encoding.markBytes, line: 1, continuesLine: false }
    this.#marks.push(this.#next)
    this.#scannedTo = this.#next.offset
  }

  /** The number of rows known so far. After the last line feed there is one more row, which may be empty. */
  get rowCount(): number {
    return this.#wholeRows + 1
  }

  /** Whether the index reaches the current end of the body. */
  get isAtEnd(): boolean {
    return this.#scanning === null && !this.#isBehind()
  }

  /** The byte offset up to which rows are indexed. */
  get indexedTo(): number {
    return this.#scannedTo
  }

  /** Continues to the current end of the body. Resolves there, or when the body is released. */
  extend(): Promise<void> {
    this.#scanning ??= this.#scan().finally(() => {
      this.#scanning = null
    })
    return this.#scanning
  }

  /** Returns up to `maxRows` rows: fewer if they are very long, none after the known end. */
  async rows(firstRow: number, maxRows: number): Promise<readonly BodyRow[]> {
    const found: BodyRow[] = []
    let length = 0
    for (let row = firstRow; row < firstRow + maxRows && row < this.rowCount; ) {
      const markIndex = Math.floor(row / rowsPerMark)
      const rows = await this.#rowsOfMark(markIndex)
      const from = row - markIndex * rowsPerMark
      for (const one of rows.slice(from, from + firstRow + maxRows - row)) {
        length += one.text.length
        found.push({ text: one.text, line: one.line })
        if (length >= maxAnswerLength) return found
      }
      if (rows.length <= from) break
      row = (markIndex + 1) * rowsPerMark
    }
    return found
  }

  /** The number of marks so far, for callers that read the body in blocks of whole rows. */
  get markCount(): number {
    return this.#marks.length
  }

  /** Returns the byte offset of a mark; after the last mark, the end of what is indexed. */
  markOffset(markIndex: number): number {
    return this.#marks[markIndex]?.offset ?? this.#scannedTo
  }

  /** Returns the bytes between a mark and the next one; null if the body was released. */
  bytesOfMark(markIndex: number): Promise<Uint8Array | null> {
    const offset = this.markOffset(markIndex)
    return this.#bodies.read(this.#handle, offset, this.markOffset(markIndex + 1) - offset)
  }

  /** Returns the text between two byte offsets at which rows begin. */
  async text(from: number, to: number): Promise<string> {
    const bytes = await this.#bodies.read(this.#handle, from, Math.max(0, to - from))
    return bytes === null ? '' : decodePiece(bytes, this.#encoding.name, true).text
  }

  /** Converts a position in the text after a mark to a row after the mark and a position in that row. */
  async place(markIndex: number, at: number): Promise<{ row: number; start: number } | null> {
    let start = 0
    for (const [row, { length }] of (await this.#rowsOfMark(markIndex)).entries()) {
      if (at < start + length) return { row, start: at - start }
      start += length
    }
    return null
  }

  async #rowsOfMark(markIndex: number): Promise<readonly (BodyRow & { readonly length: number })[]> {
    const mark = this.#marks[markIndex]
    if (mark === undefined) return []
    const bytes = await this.bytesOfMark(markIndex)
    if (bytes === null) return []
    const rows: (BodyRow & { readonly length: number })[] = []
    let { line, continuesLine } = mark
    const isLast = markIndex === this.#marks.length - 1
    const addRow = (start: number, rowEnd: number, endsLine: boolean): void => {
      const { text } = decodePiece(bytes.subarray(start, rowEnd), this.#encoding.name, true)
      const shown = endsLine ? text.replace(/\r?\n$/, '') : text
      rows.push({ text: shown, line: continuesLine ? null : line, length: text.length })
      if (endsLine) line += 1
      continuesLine = !endsLine
    }
    const rest = splitRows(bytes, this.#encoding.name, addRow)
    // Before the next mark, the rest is a whole row of a line that continues after the mark.
    if (isLast || rest < bytes.byteLength) addRow(rest, bytes.byteLength, false)
    return rows
  }

  #isBehind(): boolean {
    return this.#scannedTo < (this.#bodies.sizeBytes(this.#handle) ?? 0)
  }

  async #scan(): Promise<void> {
    while (this.#isBehind()) {
      const { offset } = this.#next
      const bytes = await this.#bodies.read(this.#handle, offset, scannedBytes)
      if (bytes === null) return
      splitRows(bytes, this.#encoding.name, (_, end, endsLine) => {
        const line = this.#next.line + (endsLine ? 1 : 0)
        this.#next = { offset: offset + end, line, continuesLine: !endsLine }
        this.#wholeRows += 1
        if (this.#wholeRows % rowsPerMark === 0) this.#marks.push(this.#next)
      })
      this.#scannedTo = offset + bytes.byteLength
    }
  }
}
