import type { JsonCell, JsonTableRow } from '@parley/server/contract'

/** A column of a JSON table, from 0, and the direction in which its rows are sorted by it. */
export interface JsonTableSort {
  readonly column: number
  readonly isDescending: boolean
}

const texts = new Intl.Collator('en', { numeric: true })

/** What has no value comes last in both directions. */
const order: readonly (JsonCell['kind'] | 'none')[] = ['number', 'word', 'string', 'array', 'object', 'none']

/** Returns the rows of a table by the values of a column: numbers by size, texts by the alphabet, lists by length. */
export function sortJsonRows(
  rows: readonly JsonTableRow[],
  { column, isDescending }: JsonTableSort,
): readonly JsonTableRow[] {
  return rows.toSorted((one, other) => {
    const [left, right] = [cellOf(one, column), cellOf(other, column)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return compareCells(left, right) * (isDescending ? -1 : 1)
  })
}

function cellOf({ label, cells }: JsonTableRow, column: number): JsonCell | null {
  return column === 0 ? { kind: 'string', text: label } : (cells[column - 1] ?? null)
}

function compareCells(left: JsonCell, right: JsonCell): number {
  if (left.kind !== right.kind) return order.indexOf(left.kind) - order.indexOf(right.kind)
  if (!('text' in left)) return 'count' in right ? left.count - right.count : 0
  const text = 'text' in right ? right.text : ''
  const difference = left.kind === 'number' ? Number(left.text) - Number(text) : 0
  return difference === 0 ? texts.compare(left.text, text) : difference
}

/** Returns the next order of a column whose head is pressed: up, down, then as received. */
export function nextSort(sort: JsonTableSort | null, column: number): JsonTableSort | null {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? null : { column, isDescending: true }
}
