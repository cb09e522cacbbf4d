import { expect, test } from 'vitest'
import { evenlySpaced } from './evenly-spaced.ts'

test('elements at even distances include both ends', () => {
  const elements = Array.from({ length: 11 }, (_, index) => index)
  expect(evenlySpaced(elements, 3)).toEqual([0, 5, 10])
  expect(evenlySpaced(elements, 2)).toEqual([0, 10])
  expect(evenlySpaced(elements, 20)).toEqual(elements)
})
