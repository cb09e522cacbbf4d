import { expect, it } from 'vitest'
import { NotCopied } from '../../server-client/body-actions.ts'
import { readMatch } from './read-match.ts'

type Bodies = Parameters<typeof readMatch>[0]

/** Bodies whose matches are these values. */
function bodiesWith(matches: readonly unknown[], refusal: string | null = null): Bodies {
  return {
    filter: async () =>
      refusal === null
        ? { state: 'made', matchCount: matches.length }
        : { state: 'refused', refusal: { code: 'TOO_LARGE', message: refusal, position: null } },
    readText: async () => ({
      ...{ text: JSON.stringify(matches, null, 2), nextOffset: null, totalBytes: 1, view: 'pretty' },
      ...{ format: 'json', isText: true, isFormatting: false, revision: 0 },
    }),
  } as Bodies
}

it.each([
  ['a "text"\nof two lines', 'a "text"\nof two lines'],
  [12.5, '12.5'],
  [{ a: [1, { b: null }] }, JSON.stringify({ a: [1, { b: null }] }, null, 2)],
  [[], '[]'],
])('reads %j as %j', async (value, text) => {
  expect(await readMatch(bodiesWith([value]), 'h', '$.x')).toBe(text)
})

it('says why a value cannot be read', async () => {
  await expect(readMatch(bodiesWith([], 'The body is too large.'), 'h', '$.x')).rejects.toEqual(
    new NotCopied('The body is too large.'),
  )
  await expect(readMatch(bodiesWith([1]), 'h', `$.${'x'.repeat(1000)}`)).rejects.toThrow('too long')
})
