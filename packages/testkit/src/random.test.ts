import { expect, test } from 'vitest'
import { randomFrom } from './random.ts'

const numbersOf = (seed: number, count: number) => Array.from({ length: count }, randomFrom(seed))

test('the same seed gives the same numbers, another seed others', () => {
  expect(numbersOf(1, 100)).toEqual(numbersOf(1, 100))
  expect(numbersOf(1, 100)).not.toEqual(numbersOf(2, 100))
})

test('numbers are spread evenly from 0 to 1', () => {
  const numbers = numbersOf(1, 10_000)
  const tenths = Map.groupBy(numbers, number => Math.floor(number * 10))
  expect([...tenths.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (const ofTenth of tenths.values()) expect(Math.abs(ofTenth.length - 1000)).toBeLessThan(150)
})
