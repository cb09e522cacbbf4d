import { expect, test } from 'vitest'
import { shortReason } from './short-reason.ts'

test.each([
  ['expected 6 to be at least 20', '6, expected 20'],
  ['expected 200 to equal 404', '200, expected 404'],
  ["expected 'a to equal b' to equal 'it\\'s'", "'a to equal b', expected 'it\\'s'"],
  ["expected 'two\nlines' to include 'x'", "'two\nlines', expected 'x'"],
  ['expected undefined to match /^a/', 'undefined, expected /^a/'],
])('%j is %j', (reason, short) => {
  expect(shortReason(reason)).toBe(short)
})

test.each([
  'expected 1204 to be below 1204',
  'expected 6 to not equal 6',
  'expected { a: 1 } to equal { a: 2 }',
  "TypeError: cannot read property 'deep' of undefined",
  '',
])('%j stays', reason => {
  expect(shortReason(reason)).toBe(reason)
})
