import { expect, test } from 'vitest'
import { sharesOneOrder } from './sibling-order.ts'

test.each([
  ['one order', [2], [1, 3], true],
  ['no folders', [], [1, null], true],
  ['requests without a number, which come last', [1], [2, null, undefined], true],
  ['numbered apart, as by earlier releases', [1, 2], [1, 2], false],
  ['a folder without a number', [1, null], [3], false],
  ['no numbers at all', [undefined], [undefined], false],
] as const)('%s', (_name, folders, others, isShared) => {
  expect(sharesOneOrder(folders, others)).toBe(isShared)
})
