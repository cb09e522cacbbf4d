import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNumbers, isExact } from './compare-numbers.ts'

describe('numbers are compared by their texts', () => {
  test.each([
    ['1', '2', -1],
    ['10', '9', 1],
    ['-10', '9', -1],
    ['-2', '-1', -1],
    ['1.10', '1.1', 0],
    ['11e-1', '1.1', 0],
    ['0', '-0.00e5', 0],
    ['0.001', '0', 1],
    ['54739488869584896', '54739488869584900', -1],
    ['1e400', '1e399', 1],
    ['1e99999999999', '1e99999999998', 1],
    [`${'9'.repeat(400)}`, `${'9'.repeat(399)}8`, 1],
    ['100', '1e2', 0],
    ['0.1', '0.09', 1],
  ])('%s and %s', (one, other, expected) => {
    expect(Math.sign(compareNumbers(one, other))).toBe(expected)
    expect(Math.sign(compareNumbers(other, one))).toBe(expected === 0 ? 0 : -expected)
  })

  test('also below zero, where equal ones give no negative zero', () => {
    expect(compareNumbers('-2', '-2.0')).toBe(0)
  })

  test('as numbers of JavaScript compare', () => {
    const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        expect(Math.sign(compareNumbers(String(one), String(other)))).toBe(Math.sign(one - other) || 0)
      }),
      { numRuns: 200 },
    )
  })

  test.each(['', 'a', '1a', '--1', '1.', 'Infinity', 'NaN', '0x1'])('%j is none', text => {
    expect(compareNumbers(text, '1')).toBeNaN()
  })
})

test.each([
  ['1.10', true],
  ['1e2', true],
  ['9007199254740993', false],
  ['9007199254740992', true],
  ['0.1', true],
  ['0.1234567890123456789', false],
  ['1e400', false],
])('whether %s is exact as a number of JavaScript: %s', (text, expected) => {
  expect(isExact(text)).toBe(expected)
})
