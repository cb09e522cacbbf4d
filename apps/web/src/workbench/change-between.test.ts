import { expect, it } from 'vitest'
import { changeBetween } from './change-between.ts'

it.each([
  ['', 'abc'],
  ['abc', ''],
  ['http://h/?a=1', 'http://h/?a=12'],
  ['aaaa', 'aa'],
  ['aa', 'aaaa'],
  ['one two', 'one three two'],
])('turns %s into %s', (before, after) => {
  const change = changeBetween(before, after)
  if (change === null) throw new Error('No change was found')
  expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after)
})

it('finds no change between equal texts', () => {
  expect(changeBetween('abc', 'abc')).toBeNull()
})

it('replaces only the difference', () => {
  expect(changeBetween('one two', 'one three two')).toEqual({ from: 5, to: 5, insert: 'hree t' })
})
