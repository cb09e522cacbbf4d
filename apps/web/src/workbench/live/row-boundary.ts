/** A message's number, and the position of the first row that has at least this number. */
export interface RowBoundary {
  readonly number: number
  /** No row before this position has the number. */
  readonly position: number
  /** False while no row with such a number was found: then the position grows with the list. */
  readonly isFound: boolean
}

/** The start of the search for a boundary in a list. */
export function newBoundary(number: number): RowBoundary {
  return { number, position: 0, isFound: false }
}

/**
 * Finds a boundary in a list whose rows are asked for one by one: a search finds few of many messages, so that
 * positions do not follow from numbers.
 * @param endRow - the position after the last row known so far
 * @param numberAt - returns the number of the message in a row, or of the first one left after it; null: there is none
 */
export async function findBoundary(
  boundary: RowBoundary,
  endRow: number,
  numberAt: (position: number) => Promise<number | null>,
): Promise<RowBoundary> {
  if (boundary.isFound || boundary.position >= endRow) return boundary
  let from = boundary.position
  let to = endRow
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const number = await numberAt(middle)
    if (number !== null && number < boundary.number) from = middle + 1
    else to = middle
  }
  return { ...boundary, position: from, isFound: from < endRow }
}
