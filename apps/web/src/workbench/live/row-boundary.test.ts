import { expect, test } from 'vitest'
import { findBoundary, newBoundary } from './row-boundary.ts'

/** The numbers of the messages that a search has found. */
const found = [3, 4, 9, 20, 21, 50]

test.each([0, 3, 4, 5, 9, 10, 20, 22, 50, 51])('the first row from number %i on is found', async number => {
  const boundary = await findBoundary(newBoundary(number), found.length, async at => found[at] ?? null)
  const expected = found.findIndex(one => one >= number)
  expect(boundary).toEqual({
    number,
    position: expected === -1 ? found.length : expected,
    isFound: expected !== -1,
  })
})

test('a boundary that was found is not looked for again, and one behind the end only in what is new', async () => {
  const asked: number[] = []
  const numberAt = async (position: number) => {
    asked.push(position)
    return found[position] ?? null
  }
  const atEnd = await findBoundary(newBoundary(21), 4, numberAt)
  expect(atEnd).toEqual({ number: 21, position: 4, isFound: false })
  asked.splice(0)
  expect(await findBoundary(atEnd, 4, numberAt)).toBe(atEnd)
  expect(asked).toEqual([])
  const later = await findBoundary(atEnd, 6, numberAt)
  expect(later).toEqual({ number: 21, position: 4, isFound: true })
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(4)
  asked.splice(0)
  expect(await findBoundary(later, 6, numberAt)).toBe(later)
  expect(asked).toEqual([])
})
