import { expect, it } from 'vitest'
import { rowOfTyping } from './type-ahead.ts'

it('goes to the next name with the letter, and to the name with all letters that were typed at once', () => {
  const names = ['Local', 'Staging', 'Stable', 'Live']
  const typed = { text: '', at: Number.NEGATIVE_INFINITY }
  const press = (from: number, key: string, timeStamp: number) =>
    rowOfTyping(names, from, typed, { key, timeStamp })
  expect(press(0, 'S', 0)).toBe(1)
  expect(press(1, 's', 2000)).toBe(2)
  expect(press(2, 's', 4000)).toBe(1)
  expect(['t', 'a', 'b'].map((key, at) => press(1, key, 4100 + at))).toEqual([1, 1, 2])
  expect(press(2, 'x', 9000)).toBe(2)
})
