import type { BodyFormat } from '../workbench/body-texts.ts'
import type { RowWindow } from './row-window.ts'

/** A row with what stands in the gutter beside it. */
export interface ViewerRow {
  readonly text: string
  readonly label: string
}

/** A text by rows, which is held in parts where it is long. */
export interface RowSource {
  /** The text changes with it; of the same key only the number of rows grows. */
  readonly key: string
  readonly totalRows: number
  /** The whole text, or its beginning. */
  readonly firstRows: readonly ViewerRow[]
  readonly format: BodyFormat
  /** The accessible name. */
  readonly label: string
  readRows(firstRow: number, maxRows: number): Promise<readonly ViewerRow[]>
}

/** All rows of a window, which the server gives in parts where they are long. */
export async function readWindow(
  source: RowSource,
  { first, count }: RowWindow,
): Promise<readonly ViewerRow[]> {
  const found: ViewerRow[] = []
  while (found.length < count) {
    const rows = await source.readRows(first + found.length, count - found.length)
    if (rows.length === 0) break
    found.push(...rows)
  }
  return found
}
