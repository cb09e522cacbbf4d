import type { ChangeSpec, Text } from '@codemirror/state'
import type { FoldedRows } from './folded-rows.ts'
import type { LoadedFold } from './long-folds.ts'
import type { ViewerRow } from './row-source.ts'
import type { RowWindow } from './row-window.ts'
import { windowChanges } from './window-changes.ts'

type NumberedRow = readonly [number: number, row: ViewerRow]

/** The loaded rows of a text in an editor, one per line of its document. */
export class LoadedRows {
  static readonly none = new LoadedRows({ first: 0, count: 0 }, [])
  /** The lines they make up, folds counted as one. */
  readonly lines: RowWindow
  readonly rows: readonly ViewerRow[]
  /** Their row numbers in the text. */
  readonly numbers: readonly number[]
  readonly byNumber: ReadonlyMap<number, ViewerRow>
  readonly #places: ReadonlyMap<number, number>

  constructor(lines: RowWindow, rows: readonly NumberedRow[]) {
    this.lines = lines
    this.rows = rows.map(([, row]) => row)
    this.numbers = rows.map(([number]) => number)
    this.byNumber = new Map(rows)
    this.#places = new Map(this.numbers.map((number, index) => [number, index]))
  }

  /** The first rows of a text, nothing folded. */
  static from(rows: readonly ViewerRow[]): LoadedRows {
    return new LoadedRows(
      { first: 0, count: rows.length },
      rows.map((row, number) => [number, row]),
    )
  }

  /** Returns -1 if the row is not loaded. */
  indexOf(number: number): number {
    return this.#places.get(number) ?? -1
  }

  /** Returns the changes that replace the document's rows with others. */
  changesTo(doc: Text, rows: readonly NumberedRow[]): ChangeSpec {
    return windowChanges(doc, this.numbers, {
      rows: rows.map(([number]) => number),
      texts: rows.map(([, row]) => row.text),
    })
  }

  /** Returns the positions of closed folds in the document. */
  folds({ closed }: FoldedRows, doc: Text): readonly LoadedFold[] {
    return closed.flatMap(fold => {
      const [first, last] = [this.indexOf(fold.row), this.indexOf(fold.endRow)]
      if (first < 0 || last !== first + 1) return []
      const from = doc.line(first + 1).from + fold.at
      return [{ from, to: doc.line(last + 1).from + fold.endAt, fold }]
    })
  }
}
