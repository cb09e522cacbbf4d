import type { BodyFold } from '@parley/server/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeFold, FoldedRows } from './folded-rows.ts'

/** Text by rows in which brackets nest: each `[` and `]` is a row, and some rows have both. */
const text = fc.array(fc.constantFrom('[', ']', '][', '.'), { minLength: 1, maxLength: 60 })

/** All folds of a text, as it opens and closes. */
function foldsOf(rows: readonly string[]): readonly BodyFold[] {
  const open: { row: number; at: number }[] = []
  const folds: BodyFold[] = []
  for (const [row, characters] of rows.entries()) {
    for (const [at, character] of [...characters].entries()) {
      if (character === '[') open.push({ row, at: at + 1 })
      if (character !== ']') continue
      const start = open.pop()
      if (start !== undefined) folds.push({ ...start, endRow: row, endAt: at, noun: 'item', count: 1 })
    }
  }
  return folds
}

/** The naive way: a row shows unless it stands below the first row of a closed fold and not behind its last one. */
function shownRows(rows: readonly string[], closed: readonly BodyFold[]): readonly number[] {
  return [...rows.keys()].filter(row => !closed.some(fold => row > fold.row && row <= fold.endRow))
}

it('knows which rows are visible, whatever is folded and unfolded', () => {
  fc.assert(
    fc.property(text, fc.array(fc.tuple(fc.boolean(), fc.nat())), (rows, clicks) => {
      const folds = foldsOf(rows)
      fc.pre(folds.length > 0)
      let folded = FoldedRows.none
      let closed: readonly BodyFold[] = []
      for (const [isClosing, place] of clicks) {
        const fold = folds[place % folds.length]
        if (fold === undefined) continue
        folded = isClosing ? folded.close(fold) : folded.open(fold.row)
        closed = [...closed.filter(one => one.row !== fold.row), ...(isClosing ? [fold] : [])]
      }
      const shown = shownRows(rows, closed)
      expect(folded.linesOf(rows.length)).toBe(shown.length)
      for (const [line, row] of shown.entries()) {
        expect(folded.rowOf(line)).toBe(row)
        expect(folded.lineOf(row)).toBe(line)
      }
      for (const row of rows.keys()) expect(folded.lineOf(row)).toBe(shown.findLastIndex(one => one <= row))
      const ends = new Set(closed.map(fold => fold.endRow))
      const needed = folded.rowsOf(0, shown.length)
      expect(needed.filter(row => shown.includes(row))).toEqual(shown)
      expect(needed.every(row => shown.includes(row) || ends.has(row))).toBe(true)
      expect(needed).toEqual([...new Set(needed)].toSorted((one, other) => one - other))
    }),
  )
})

it('opens only the folds that contain a position', () => {
  const fold = (row: number, endRow: number): BodyFold => ({
    row,
    at: 1,
    endRow,
    endAt: 0,
    noun: 'item',
    count: 1,
  })
  const folded = FoldedRows.none.close(fold(0, 9)).close(fold(2, 5)).close(fold(6, 8))
  expect(folded.openAround(4, 0).closed.map(one => one.row)).toEqual([6])
  expect(folded.openAround(2, 0).closed.map(one => one.row)).toEqual([2, 6])
  expect(folded.openAround(9, 0)).toBe(folded)
  expect(folded.openAround(0, 0)).toBe(folded)
})

it('describes folded text as DESIGN says', () => {
  expect(describeFold('item', 3)).toBe('3 items')
  expect(describeFold('key', 1)).toBe('1 key')
  expect(describeFold(null, 0)).toBe('…')
})
