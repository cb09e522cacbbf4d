import { Text } from '@codemirror/state'
import { plainSearch, type SearchOptions, searchPattern } from '@parley/engine/search'
import { expect, test } from 'vitest'
import { type DocumentMatch, findInDocument, matchAfter, matchBefore } from './find-in-document.ts'

async function patternOf(text: string, options: Partial<SearchOptions> = {}) {
  const pattern = await searchPattern(text, { ...plainSearch, ...options })
  if (!pattern.ok) throw new Error(pattern.failure)
  return pattern.value
}

const find = async (doc: string, text: string, options: Partial<SearchOptions> = {}) =>
  (await findInDocument(Text.of(doc.split('\n')), await patternOf(text, options), () => true))?.map(
    ({ from, to }) => [from, to],
  )

test.each([
  [
    'one two One',
    'one',
    {},
    [
      [0, 3],
      [8, 11],
    ],
  ],
  ['one two One', 'one', { isCaseSensitive: true }, [[0, 3]]],
  ['ones one', 'one', { isWholeWord: true }, [[5, 8]]],
  [
    'a1\nb22',
    '[0-9]+',
    { isRegularExpression: true },
    [
      [1, 2],
      [4, 6],
    ],
  ],
  [
    'aaaa',
    'aa',
    {},
    [
      [0, 2],
      [2, 4],
    ],
  ],
  ['', 'a', {}, []],
] as const)('in %j, %j with %j is at %j', async (doc, text, options, expected) => {
  expect(await find(doc, text, options)).toEqual(expected)
})

test('a long document has the matches of the whole, also those between two pieces', async () => {
  const doc = 'abc def\n'.repeat(30_000)
  for (const [text, options] of [
    ['c d', {}],
    ['def\nabc', {}],
    ['abc', { isWholeWord: true }],
    ['d.f$', { isRegularExpression: true }],
  ] as const)
    expect((await find(doc, text, options))?.length, text).toBe(text.includes('\n') ? 29_999 : 30_000)
})

test('a search that is not wanted any more ends', async () => {
  const doc = Text.of(Array.from({ length: 200_000 }, () => 'abcdefgh'))
  expect(
    await findInDocument(doc, await patternOf('[a-h]', { isRegularExpression: true }), () => false),
  ).toBeNull()
})

test('next and previous go round', () => {
  const matches: readonly DocumentMatch[] = [
    { from: 2, to: 4 },
    { from: 6, to: 8 },
  ]
  expect([0, 2, 3, 7].map(position => matchAfter(matches, position))).toEqual([0, 0, 1, 0])
  expect([2, 4, 5, 8].map(position => matchBefore(matches, position))).toEqual([1, 0, 0, 1])
  expect([matchAfter([], 0), matchBefore([], 0)]).toEqual([-1, -1])
})
