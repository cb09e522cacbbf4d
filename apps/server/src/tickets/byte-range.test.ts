import { expect, test } from 'vitest'
import { byteRangeOf } from './byte-range.ts'

test.each([
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=50-', { first: 50, last: 99 }],
  ['Bytes=50-59', { first: 50, last: 59 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-8', null],
  ['bytes=0-1,3-4', null],
  ['bytes=-', null],
  ['bytes= 1-2', null],
  ['bytes=1e1-20', null],
  ['bytes=9999999999999999-', null],
  ['lines=1-2', null],
  ['', null],
  [null, null],
])('%s of 100 bytes', (field, range) => {
  expect(byteRangeOf(field, 100)).toEqual(range)
})

test('an empty body has no satisfiable range', () => {
  expect(byteRangeOf('bytes=0-', 0)).toBe('unsatisfiable')
  expect(byteRangeOf('bytes=-5', 0)).toBe('unsatisfiable')
})
