import { mustEnd } from '@parley/testkit/must-end'
import { expect, test } from 'vitest'
import { matchesWildcards } from './matches-wildcards.ts'

test.each([
  ['a', 'a', true],
  ['a', 'b', false],
  ['', '', true],
  ['', '*', true],
  ['shop.example', '*.example', true],
  ['example', '*.example', false],
  ['a/b/c', 'a*c', true],
  ['ac', 'a*c', true],
  ['a', 'a*a', false],
  ['abab', '*ab', true],
  ['aXbXc', 'a*b*c', true],
  ['acb', 'a*b*c', false],
  ['a\nb', 'a*b', true],
  ['a.b', 'a?b', false],
  ['abc', 'a**c', true],
])('%j and %j: %j', (text, pattern, expected) => {
  expect(matchesWildcards(text, pattern)).toBe(expected)
})

test('the work on many stars ends', () => {
  expect(mustEnd(() => matchesWildcards('a'.repeat(50_000), `${'*a'.repeat(10_000)}*b`))).toBe(false)
})
