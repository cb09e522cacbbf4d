import { expect, test } from 'vitest'
import { maximumDepth, memberText, parseJson } from './json-value.ts'

test.each([
  ['', 'line 1, column 1: a value is expected, and the text ends'],
  ['{"a": 1', 'line 1, column 8: a comma or a closing bracket is expected, and the text ends'],
  ['{\n  "a": 1,\n}', 'line 3, column 1: a name in double quotes is expected'],
  ['{a: 1}', 'line 1, column 2: a name in double quotes or } is expected'],
  ['{"a" 1}', 'line 1, column 6: a colon is expected'],
  ['[1\n\n2]', 'line 3, column 1: a comma or a closing bracket is expected'],
  ['[1,\n01]', 'line 2, column 1: a value is expected'],
  ['{} {}', 'line 1, column 4: the end of the text is expected'],
  ['["a\nb"]', 'line 1, column 4: the string has a character that is not allowed'],
  ['{"a\\x": 1}', 'line 1, column 5: the string has a character that is not allowed'],
  ['["a', 'line 1, column 4: the string has no end'],
])('%j is not JSON: %s', (text, subject) => {
  expect(parseJson(text)).toEqual({ ok: false, failure: { code: 'NOT_JSON', subject } })
})

test('a byte order mark is skipped', () => {
  expect(parseJson('\ufeff{"a":[1]}')).toEqual({ ok: true, value: { a: [1] } })
  expect(memberText('\ufeff{"a":1.0}', 'a')).toBe('1.0')
})

test('a text that is too deep is refused', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(parseJson(nested(maximumDepth)).ok).toBe(true)
  expect(parseJson(nested(maximumDepth + 1))).toEqual({
    ok: false,
    failure: { code: 'TOO_DEEP', subject: '500' },
  })
})
