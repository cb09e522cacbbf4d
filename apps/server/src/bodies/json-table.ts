import type { FileBodyStore } from '@parley/appdata'
import type { JsonCell, JsonTableRow } from '../contract/index.ts'
import { type JsonRow, type JsonRowSink, JsonRowWalker, type JsonSpan, unquoted } from './json-row-walker.ts'

/** The maximum number of columns. */
const maxColumns = 40
/** The maximum number of characters that a cell shows. */
const maxCellCharacters = 400
/** The quote, and six bytes for each character: an escape is the longest form of a character. */
const maxCellBytes = 1 + maxCellCharacters * 6
const pieceBytes = 256 * 1024
/** The table keeps a mark after this many rows or bytes. */
const rowsPerMark = 128
const bytesPerMark = 256 * 1024
/** The maximum number of bytes read for one call, so that it returns at once. */
const maxAnswerBytes = 1024 * 1024
/** Rows of at least this size count as large. */
const largeRowBytes = 64 * 1024
/** How many bytes are read at once for the texts of cells. */
const textBytes = 32 * 1024

interface Mark {
  readonly row: number
  readonly offset: number
}

/**
 * Reads a list or object of a JSON body as a table. A list of objects has a column for each of their keys;
 * any other value has one column for its values. One pass finds the rows, a piece at a time between other
 * work of the server. The table keeps a few bytes for each 128 rows, and the cells of rows that are too large
 * to be read again for each call.
 */
export class JsonTable {
  readonly #bodies: Pick<FileBodyStore, 'read'>
  readonly #handle: string
  readonly #at: number
  readonly #marks: Mark[] = []
  readonly #largeRows = new Map<number, JsonRow>()
  readonly #columns = new Set<string>()
  #kind: 'object' | 'array' | 'scalar' = 'scalar'
  #isListOfObjects = true
  #rowCount = 0
  #indexing: Promise<void> | null = null
  #isWhole = false

  /** `at`: the byte offset of a value, which white space may precede. The body must be JSON in UTF-8. */
  constructor(bodies: Pick<FileBodyStore, 'read'>, handle: string, at: number) {
    this.#bodies = bodies
    this.#handle = handle
    this.#at = at
  }

  get isWhole(): boolean {
    return this.#isWhole
  }

  /** The number of rows known so far. */
  get rowCount(): number {
    return this.#rowCount
  }

  /** The column names; the first one is the heading of the row labels. */
  get columns(): readonly string[] {
    if (this.#kind === 'object') return ['Key', 'Value']
    if (this.#kind === 'scalar') return ['', 'Value']
    return this.#hasKeyColumns ? ['#', ...this.#columns] : ['#', 'Value']
  }

  /** Reads the whole value. Resolves at its end, or when the body is released. */
  index(): Promise<void> {
    this.#indexing ??= this.#index()
    return this.#indexing
  }

  /** Returns up to `maxRows` rows of a completely read table: fewer if rows are large, none after the end. */
  async rows(firstRow: number, maxRows: number): Promise<readonly JsonTableRow[]> {
    const found = await this.#find(firstRow, Math.min(firstRow + maxRows, this.#rowCount))
    const spans = new SpanReader(this.#bodies, this.#handle)
    const rows: JsonTableRow[] = []
    for (const [index, row] of found.entries())
      rows.push(await this.#toTableRow(firstRow + index, row, spans))
    return rows
  }

  get #hasKeyColumns(): boolean {
    return this.#kind === 'array' && this.#isListOfObjects && this.#rowCount > 0
  }

  async #index(): Promise<void> {
    const start = await this.#findStart()
    let rowStart = start
    this.#marks.push({ row: 0, offset: start })
    const isEnded = await this.#walk(start, {
      keepsKey: key => {
        if (this.#columns.size < maxColumns) this.#columns.add(key)
        return this.#columns.has(key)
      },
      onStart: offset => {
        rowStart = offset
        const last = this.#marks.at(-1)
        const isFar =
          last !== undefined &&
          (this.#rowCount - last.row >= rowsPerMark || offset - last.offset >= bytesPerMark)
        if (isFar) this.#marks.push({ row: this.#rowCount, offset })
      },
      onRow: row => {
        if (row.value.kind !== 'object') this.#isListOfObjects = false
        if (row.value.end - rowStart >= bytesPerMark) this.#largeRows.set(this.#rowCount, row)
        this.#rowCount += 1
        return this.#kind !== 'scalar'
      },
    })
    this.#isWhole = isEnded
  }

  /** Finds where the rows begin: after the opening bracket, or at the scalar itself. */
  async #findStart(): Promise<number> {
    for (let offset = this.#at; ; ) {
      const bytes = await this.#bodies.read(this.#handle, offset, pieceBytes)
      if (bytes === null || bytes.byteLength === 0) return offset
      const at = bytes.findIndex(code => code > 0x20)
      if (at >= 0) {
        if (bytes[at] === 0x7b) this.#kind = 'object'
        else if (bytes[at] === 0x5b) this.#kind = 'array'
        return offset + at + (this.#kind === 'scalar' ? 0 : 1)
      }
      offset += bytes.byteLength
    }
  }

  /** Resolves to false if the body was released. */
  async #walk(from: number, sink: JsonRowSink): Promise<boolean> {
    const walker = new JsonRowWalker(this.#kind === 'object', sink)
    for (let offset = from; ; ) {
      const bytes = await this.#bodies.read(this.#handle, offset, pieceBytes)
      if (bytes === null) return false
      if (bytes.byteLength === 0) {
        walker.end(offset)
        return true
      }
      if (!walker.write(bytes, offset)) return true
      offset += bytes.byteLength
    }
  }

  async #find(firstRow: number, endRow: number): Promise<readonly JsonRow[]> {
    const found: JsonRow[] = []
    let readBytes = 0
    while (firstRow + found.length < endRow && readBytes < maxAnswerBytes) {
      const next = firstRow + found.length
      const large = this.#largeRows.get(next)
      if (large === undefined) {
        const stretch = await this.#stretch(next, endRow, maxAnswerBytes - readBytes)
        if (stretch.rows.length === 0) break
        found.push(...stretch.rows)
        readBytes += stretch.readBytes
      } else {
        found.push(large)
        readBytes += largeRowBytes
      }
    }
    return found
  }

  /** Reads rows up to the next large one: at least one, even if it is longer than `maxBytes`. */
  async #stretch(
    firstRow: number,
    endRow: number,
    maxBytes: number,
  ): Promise<{ readonly rows: readonly JsonRow[]; readonly readBytes: number }> {
    const rows: JsonRow[] = []
    const mark = this.#markOf(firstRow)
    let row = mark.row
    let readBytes = 0
    await this.#walk(mark.offset, {
      keepsKey: key => this.#columns.has(key),
      onStart: () => {},
      onRow: one => {
        if (row >= firstRow) rows.push(one)
        row += 1
        readBytes = one.value.end - mark.offset
        return row < endRow && (row <= firstRow || readBytes < maxBytes) && !this.#largeRows.has(row)
      },
    })
    return { rows, readBytes }
  }

  /** Returns the last mark at or before a row. */
  #markOf(row: number): Mark {
    let low = 0
    let high = this.#marks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#marks[middle]?.row ?? 0) <= row) low = middle + 1
      else high = middle
    }
    return this.#marks[low - 1] ?? { row: 0, offset: this.#at }
  }

  async #toTableRow(index: number, row: JsonRow, spans: SpanReader): Promise<JsonTableRow> {
    const label = this.#kind === 'scalar' ? '' : row.key === null ? String(index) : await spans.text(row.key)
    const values = this.#hasKeyColumns ? [...this.#columns].map(key => row.entries.get(key)) : [row.value]
    const cells: (JsonCell | null)[] = []
    for (const value of values) cells.push(value === undefined ? null : await spans.cell(value))
    return { label, cells }
  }
}

/** Reads the texts of values, which are mostly close to each other. */
class SpanReader {
  readonly #bodies: Pick<FileBodyStore, 'read'>
  readonly #handle: string
  #start = 0
  #bytes: Uint8Array = new Uint8Array()

  constructor(bodies: Pick<FileBodyStore, 'read'>, handle: string) {
    this.#bodies = bodies
    this.#handle = handle
  }

  async cell(span: JsonSpan): Promise<JsonCell> {
    if (span.kind === 'object' || span.kind === 'array')
      return { kind: span.kind, count: span.count, at: span.start }
    return { kind: span.kind, text: await this.text(span) }
  }

  /** Returns as much of a scalar as a cell shows. */
  async text({ kind, start, end }: JsonSpan): Promise<string> {
    const to = Math.min(end, start + maxCellBytes)
    if (start < this.#start || to > this.#start + this.#bytes.byteLength) {
      this.#start = start
      this.#bytes = (await this.#bodies.read(this.#handle, start, textBytes)) ?? new Uint8Array()
    }
    const bytes = this.#bytes.subarray(start - this.#start, to - this.#start)
    // A cut character is not shown in a cell.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true })
    return (kind === 'string' ? unquoted(text, to < end) : text).slice(0, maxCellCharacters)
  }
}
