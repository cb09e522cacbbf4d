import { expect, it } from 'vitest'
import { isDeepEqual } from './deep-equal.ts'

it.each([
  [{ a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [1], false],
  [[], {}, false],
  [null, {}, false],
  ['1', 1, false],
])('compares %o with %o', (left, right, isEqual) => {
  expect(isDeepEqual(left, right)).toBe(isEqual)
  expect(isDeepEqual(right, left)).toBe(isEqual)
})
