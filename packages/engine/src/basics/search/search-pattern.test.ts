import { describe, expect, test } from 'vitest'
import { plainSearch, type SearchOptions, searchPattern } from './search-pattern.ts'

async function found(
  text: string,
  typed: string,
  options: Partial<SearchOptions> = {},
  from = 0,
): Promise<readonly string[]> {
  const pattern = await searchPattern(typed, { ...plainSearch, ...options })
  if (!pattern.ok) throw new Error(pattern.failure)
  return [...pattern.value.matches(text, from)].map(
    ({ index, length }) => `${index}:${text.slice(index, index + length)}`,
  )
}

const regex = { isRegularExpression: true }

test.each([
  ['aAa', 'a', {}, ['0:a', '1:A', '2:a']],
  ['aAa', 'a', { isCaseSensitive: true }, ['0:a', '2:a']],
  ['cat cats scat cat_ écat cat', 'cat', { isWholeWord: true }, ['0:cat', '24:cat']],
  ['a.b axb', 'a.b', {}, ['0:a.b']],
  ['a.b axb', 'a.b', regex, ['0:a.b', '4:axb']],
  ['Id 1\nid 22', '^id \\d+$', regex, ['0:Id 1', '5:id 22']],
  ['Id 1\nid 22', '^id \\d+$', { ...regex, isCaseSensitive: true }, ['5:id 22']],
  ['cat cats', 'cats?', { ...regex, isWholeWord: true }, ['0:cat', '4:cats']],
  ['😀b😀', '.b', regex, ['0:😀b']],
  ['aaa', 'a*', regex, ['0:aaa']],
  ['bbb', 'a*', regex, []],
  ['', 'a', {}, []],
] as const)('in %j, %s with %j is found', async (text, typed, options, expected) => {
  expect(await found(text, typed, options)).toEqual(expected)
})

test('a search begins where it is told to, and knows what comes before', async () => {
  expect(await found('xcat cat', 'cat', { isWholeWord: true }, 1)).toEqual(['5:cat'])
  expect(await found('xcat cat', '\\bcat', regex, 1)).toEqual(['5:cat'])
})

describe('what is no regular expression is refused with a reason', () => {
  test.each(['(', '[a', 'a{2', '*', '(?<=a)b', '\\1', ')|('])('%s', async typed => {
    const pattern = await searchPattern(typed, { ...plainSearch, ...regex })
    if (typed === 'a{2') return expect(pattern.ok).toBe(true)
    expect(pattern).toMatchObject({ ok: false, failure: expect.stringMatching(/\w/) })
  })
})

test('no expression takes long for a hostile text', async () => {
  const text = 'a'.repeat(20_000)
  for (const typed of ['(a+)+$x', '(a|aa)+b', '(.*)*c']) expect(await found(text, typed, regex)).toEqual([])
})
