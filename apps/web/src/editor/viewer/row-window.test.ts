import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextWindow, scrollScale, windowRows } from './row-window.ts'

describe('the window of a long text', () => {
  it('stays until its end is near, and then surrounds the visible rows', () => {
    const present = { first: 1000, count: windowRows }
    expect(nextWindow(present, 1150, 40, 1e6)).toBeNull()
    const next = nextWindow(present, 1320, 40, 1e6)
    expect(next).toEqual({ first: 1140, count: windowRows })
  })

  it('never leaves the text, and always contains the visible rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 401, max: 1e7 }),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, first, part) => {
          const present = { first: first % (total - windowRows + 1), count: windowRows }
          const topRow = part * (total - 40)
          const next = nextWindow(present, topRow, 40, total) ?? present
          expect(next.first).toBeGreaterThanOrEqual(0)
          expect(next.first + next.count).toBeLessThanOrEqual(total)
          expect(next.first).toBeLessThanOrEqual(topRow)
          expect(next.first + next.count).toBeGreaterThanOrEqual(topRow + 40)
          expect(nextWindow(next, topRow, 40, total)).toBeNull()
        },
      ),
    )
  })
})

describe('the scroll bar of a long text', () => {
  it.each([10, 5_000, 50_000_000])('reaches the first and the last of %d rows', total => {
    const { height, isScaled, rowAt, scrollTopOf } = scrollScale(total, 20, 400)
    expect(height).toBeLessThanOrEqual(8_000_000)
    expect(isScaled).toBe(total * 20 > 8_000_000)
    expect(rowAt(0)).toBe(0)
    expect(rowAt(height - 400)).toBeCloseTo(Math.max(0, total - 20))
    expect(scrollTopOf(rowAt((height - 400) / 3))).toBeCloseTo((height - 400) / 3)
  })
})
