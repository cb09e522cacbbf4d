import type { BodyFold, BodyFoldStart } from '../../contract/index.ts'
import { decodePiece } from '../decode-text.ts'
import { type RowIndex, rowsPerMark } from '../row-index.ts'
import { splitRows } from '../split-rows.ts'
import type { FoldSummary } from './fold-job.ts'
import { createFoldScanner, type FoldableFormat } from './fold-scanner.ts'

/** Something that opens in a row and does not close there. Positions are byte offsets in the block. */
interface Opened {
  readonly start: number
  readonly from: number
  /** How many are open inside it. */
  readonly depth: number
}

/** The events that {@link FoldIndex} gets while it reads a block. */
interface BlockReader {
  /** Returns false to stop reading. */
  onRow(row: number, start: number, outermost: Opened | null): boolean
  /** `depth`: how many are open after it. Returns false to stop reading. */
  onClose?(to: number, depth: number): boolean
  onSeparator?(depth: number, at: number): void
}

/** The rows between two marks. */
interface Block {
  readonly index: number
  readonly bytes: Uint8Array
}

/**
 * Finds what can be folded in a formatted body: what starts in a row, and where it ends. A row folds the
 * outermost thing that opens in it and closes below. Each call reads one or two blocks of 128 rows, however
 * long the fold.
 */
export class FoldIndex {
  readonly #rows: RowIndex
  readonly #format: FoldableFormat
  readonly #summary: FoldSummary

  constructor(rows: RowIndex, format: FoldableFormat, summary: FoldSummary) {
    this.#rows = rows
    this.#format = format
    this.#summary = summary
  }

  /** Returns the rows of a range that can be folded. */
  async starts(firstRow: number, maxRows: number): Promise<readonly BodyFoldStart[]> {
    const found: BodyFoldStart[] = []
    const endRow = Math.min(firstRow + maxRows, this.#rows.rowCount)
    for (let index = Math.floor(firstRow / rowsPerMark); index * rowsPerMark < endRow; index += 1) {
      const block = await this.#block(index)
      if (block === null) break
      this.#walk(block, {
        onRow: (row, start, opened) => {
          if (opened !== null && row >= firstRow && row < endRow)
            found.push({ row, at: charactersIn(block.bytes.subarray(start, opened.from)) })
          return row < endRow
        },
      })
    }
    return found
  }

  /** Returns what folds at a row; null if nothing does. */
  async fold(row: number): Promise<BodyFold | null> {
    const block = await this.#block(Math.floor(row / rowsPerMark))
    if (block === null) return null
    const found: { at: number; opened: Opened }[] = []
    this.#walk(block, {
      onRow: (one, start, opened) => {
        if (one === row && opened !== null)
          found.push({ at: charactersIn(block.bytes.subarray(start, opened.from)), opened })
        return one < row
      },
    })
    const [first] = found
    if (first === undefined) return null
    const { at, opened } = first
    const end = await this.#endOf(block, opened)
    if (end === null) return null
    return { row, at, endRow: end.row, endAt: end.at, ...this.#children(block, opened, end.separators) }
  }

  #children(block: Block, { from }: Opened, separators: number): Pick<BodyFold, 'noun' | 'count'> {
    if (this.#format !== 'json') return { noun: null, count: 0 }
    return { noun: block.bytes[from - 1] === 0x5b ? 'item' : 'key', count: separators + 1 }
  }

  async #endOf(block: Block, { from, depth }: Opened) {
    const inOwn = this.#closeIn(block, depth, from)
    if (inOwn.to !== null) return { ...this.#place(block, inOwn.to), separators: inOwn.separators }
    const { lowestDepths, separators } = this.#summary
    let count = inOwn.separators
    for (let index = block.index + 1; index < lowestDepths.length; index += 1) {
      const lowest = lowestDepths[index] ?? 0
      if (lowest < depth) {
        const last = await this.#block(index)
        const found = last && this.#closeIn(last, depth, 0)
        if (last === null || found === null || found.to === null) return null
        return { ...this.#place(last, found.to), separators: count + found.separators }
      }
      if (lowest === depth) count += separators[index] ?? 0
    }
    return null
  }

  /**
   * Finds the first position after `behind` at which fewer than `depth` are open, and counts the separators
   * up to there.
   */
  #closeIn(block: Block, depth: number, behind: number): { to: number | null; separators: number } {
    const found: { to: number | null; separators: number } = { to: null, separators: 0 }
    this.#walk(block, {
      onRow: () => found.to === null,
      onClose: (to, now) => {
        if (to >= behind && now < depth) found.to ??= to
        return found.to === null
      },
      onSeparator: (now, at) => {
        if (at >= behind && now === depth && found.to === null) found.separators += 1
      },
    })
    return found
  }

  /** Converts a byte of a block to a row and a character. */
  #place({ index, bytes }: Block, byte: number): { row: number; at: number } {
    let row = index * rowsPerMark
    let place = { row, at: 0 }
    eachRow(bytes, (start, end) => {
      if (start <= byte && byte < end) place = { row, at: charactersIn(bytes.subarray(start, byte)) }
      row += 1
    })
    return place
  }

  async #block(index: number): Promise<Block | null> {
    if (index >= this.#rows.markCount || index >= this.#summary.depths.length) return null
    const bytes = await this.#rows.bytesOfMark(index)
    return bytes === null ? null : { index, bytes }
  }

  #walk({ index, bytes }: Block, reader: BlockReader): void {
    let depth = this.#summary.depths[index] ?? 0
    let open: Opened[] = []
    let isEnded = false
    const scanner = createFoldScanner(
      this.#format,
      {
        onOpen(start, from) {
          depth += 1
          open.push({ start, from, depth })
        },
        onClose(to) {
          depth -= 1
          open.pop()
          if (reader.onClose?.(to, depth) === false) isEnded = true
        },
        onSeparator: at => reader.onSeparator?.(depth, at),
      },
      this.#summary.states[index] ?? 0,
    )
    let row = index * rowsPerMark
    eachRow(bytes, (start, end) => {
      if (isEnded) return
      open = []
      scanner.write(bytes.subarray(start, end), start)
      // A tag that began in an earlier row is used only if no other tag is.
      const outermost = open.find(one => one.start >= start) ?? open[0] ?? null
      if (!reader.onRow(row, start, outermost)) isEnded = true
      row += 1
    })
  }
}

function charactersIn(bytes: Uint8Array): number {
  return decodePiece(bytes, 'utf-8', true).text.length
}

/** Calls `onRow` for each row of a block. The last row ends with the block. */
function eachRow(bytes: Uint8Array, onRow: (start: number, end: number) => void): void {
  const rest = splitRows(bytes, 'utf-8', onRow)
  if (rest < bytes.byteLength) onRow(rest, bytes.byteLength)
}
