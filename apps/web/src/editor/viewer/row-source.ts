import type { BodyFold, BodyFormat } from '@parley/server/contract'

/** A row and its marker in the gutter. */
export interface ViewerRow {
  readonly text: string
  /** Empty if the row continues the line before. */
  readonly label: string
}

/** The rows of a text, loaded in parts if it is long. */
export interface RowSource {
  /** Identifies the text; with the same key and revision only the number of rows can grow. */
  readonly key: string
  /** Identifies what the text is of: a body that is shown as it came until it is formatted stays the same. */
  readonly subject: string
  /** Names the texts in which the place is kept from one to the next; empty: it is not. */
  readonly place: string
  /** Another one means that any row may have changed. */
  readonly revision: number
  readonly totalRows: number
  /** The whole text, or its beginning. */
  readonly firstRows: readonly ViewerRow[]
  readonly format: BodyFormat
  /** The accessible name. */
  readonly label: string
  readRows(firstRow: number, maxRows: number): Promise<readonly ViewerRow[]>
  /** The folds of a long text; null if it has none. */
  readonly folds: FoldSource | null
}

/** The folds of a text that is only partly loaded. */
export interface FoldSource {
  /** Returns which of some rows begin a fold. */
  readStarts(firstRow: number, maxRows: number): Promise<readonly number[]>
  /** Returns null if no fold begins in the row. */
  readFold(row: number): Promise<BodyFold | null>
  /** Copies a text that is still being read to the clipboard. */
  copy(text: Promise<string>): void
}

/** Rows at this distance are read with one call. */
const nearRows = 100

/** Returns rows by number, in order; loaded rows are not read again. Returns fewer at the end of the text. */
export async function readSome(
  source: RowSource,
  numbers: readonly number[],
  loaded: ReadonlyMap<number, ViewerRow>,
): Promise<ReadonlyMap<number, ViewerRow>> {
  const missing = rangesOf(numbers.filter(number => !loaded.has(number)))
  const read = await Promise.all(missing.map(({ first, end }) => readRange(source, first, end)))
  const all = new Map([...loaded, ...read.flat()])
  return new Map(
    numbers.flatMap(number => {
      const row = all.get(number)
      return row === undefined ? [] : [[number, row]]
    }),
  )
}

/** Groups rows that are near each other into ranges. */
export function rangesOf(numbers: readonly number[]): readonly { first: number; end: number }[] {
  const ranges: { first: number; end: number }[] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last !== undefined && number - last.end < nearRows) last.end = number + 1
    else ranges.push({ first: number, end: number + 1 })
  }
  return ranges
}

/** Returns the rows of a range, which are loaded already in a short text. */
export async function rowsIn(source: RowSource, first: number, end: number): Promise<readonly ViewerRow[]> {
  if (source.firstRows.length >= Math.min(end, source.totalRows)) return source.firstRows.slice(first, end)
  return (await readRange(source, first, end)).map(([, row]) => row)
}

/** Reads all rows of a range, which the server returns in several parts if they are long. */
async function readRange(
  source: RowSource,
  first: number,
  end: number,
): Promise<readonly (readonly [number, ViewerRow])[]> {
  const found: (readonly [number, ViewerRow])[] = []
  while (first + found.length < end) {
    const next = first + found.length
    const rows = await source.readRows(next, end - next)
    if (rows.length === 0) break
    found.push(...rows.map((row, index) => [next + index, row] as const))
  }
  return found
}

/** The number of rows per call for the clipboard. */
const copiedRows = 4000

/** The folded text, unchanged. */
export async function readFolded(source: RowSource, { row, at, endRow, endAt }: BodyFold): Promise<string> {
  const pieces: string[] = []
  for (let first = row; first <= endRow; first += copiedRows) {
    const read = await readRange(source, first, Math.min(endRow + 1, first + copiedRows))
    for (const [number, { text, label }] of read) {
      const [from, to] = [number === row ? at : 0, number === endRow ? endAt : text.length]
      pieces.push((number === row || label === '' ? '' : '\n') + text.slice(from, to))
    }
  }
  return pieces.join('')
}
