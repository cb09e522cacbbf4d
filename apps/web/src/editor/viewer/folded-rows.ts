import type { BodyFold } from '@parley/server/contract'

/** Rows that are hidden because they follow the first row of a fold. */
interface HiddenRows {
  readonly first: number
  readonly end: number
  /** The number of hidden rows above. */
  readonly before: number
}

/**
 * The closed folds of a text, and the visible rows: lines are counted without hidden rows. Folds are nested
 * or disjoint. A fold within a closed one keeps its state.
 */
export class FoldedRows {
  static readonly none = new FoldedRows([])
  /** In the order of their first rows. */
  readonly closed: readonly BodyFold[]
  readonly #hidden: readonly HiddenRows[]

  private constructor(closed: readonly BodyFold[]) {
    this.closed = closed
    this.#hidden = hiddenRows(closed)
  }

  close(fold: BodyFold): FoldedRows {
    const others = this.closed.filter(one => one.row !== fold.row)
    return new FoldedRows([...others, fold].toSorted((one, other) => one.row - other.row))
  }

  open(row: number): FoldedRows {
    return new FoldedRows(this.closed.filter(one => one.row !== row))
  }

  /** Opens all folds that contain a position. */
  openAround(row: number, at: number): FoldedRows {
    const isWithin = (fold: BodyFold) =>
      (row > fold.row || (row === fold.row && at >= fold.at)) &&
      (row < fold.endRow || (row === fold.endRow && at < fold.endAt))
    return this.closed.some(isWithin) ? new FoldedRows(this.closed.filter(one => !isWithin(one))) : this
  }

  /** Returns the closed fold that begins in a row. */
  at(row: number): BodyFold | null {
    return this.closed.find(one => one.row === row) ?? null
  }

  /** How many lines a text with this number of rows has. */
  linesOf(totalRows: number): number {
    const last = this.#hidden.at(-1)
    return totalRows - (last === undefined ? 0 : last.before + last.end - last.first)
  }

  /** Returns the line of a row; for a hidden row that of the fold's first row. */
  lineOf(row: number): number {
    const above = this.#findLast(one => one.first <= row)
    if (above === undefined) return row
    return row < above.end ? above.first - 1 - above.before : row - above.before - (above.end - above.first)
  }

  /** The row that a line begins with. */
  rowOf(line: number): number {
    const above = this.#findLast(one => one.first - one.before <= line)
    return above === undefined ? line : line + above.before + (above.end - above.first)
  }

  /** Returns the rows in a range of lines, including rows in which a fold of a line ends. */
  rowsOf(firstLine: number, endLine: number): readonly number[] {
    const rows: number[] = []
    const byRow = new Map(this.closed.map(fold => [fold.row, fold]))
    for (let line = firstLine; line < endLine; line += 1) {
      for (let row: number | undefined = this.rowOf(line); row !== undefined; row = byRow.get(row)?.endRow)
        rows.push(row)
    }
    return rows
  }

  #findLast(isAbove: (hidden: HiddenRows) => boolean): HiddenRows | undefined {
    let low = 0
    let high = this.#hidden.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const hidden = this.#hidden[middle]
      if (hidden !== undefined && isAbove(hidden)) low = middle + 1
      else high = middle
    }
    return this.#hidden[low - 1]
  }
}

/** Returns disjoint ranges in order. */
function hiddenRows(closed: readonly BodyFold[]): readonly HiddenRows[] {
  const found: { first: number; end: number; before: number }[] = []
  for (const { row, endRow } of closed) {
    const last = found.at(-1)
    if (last !== undefined && row + 1 <= last.end) last.end = Math.max(last.end, endRow + 1)
    else {
      const before = last === undefined ? 0 : last.before + last.end - last.first
      found.push({ first: row + 1, end: endRow + 1, before })
    }
  }
  return found
}

/** The text shown instead of a fold (DESIGN, Code view). */
export function describeFold(noun: BodyFold['noun'], count: number): string {
  return noun === null || count === 0 ? '…' : `${count} ${noun}${count === 1 ? '' : 's'}`
}
