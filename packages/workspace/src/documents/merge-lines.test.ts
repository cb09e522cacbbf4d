import { mustEnd } from '@parley/testkit/must-end'
import { randomFrom } from '@parley/testkit/random'
import { expect, test } from 'vitest'
import { matchLists } from './match-lists.ts'
import { mergeLines } from './merge-lines.ts'

test('an edited line gets the indentation that the file uses at its depth', () => {
  expect(mergeLines('a:\n  - b\n  - c\n', 'a:\n- b\n- c\n', 'a:\n  - b\n  - c\n  - d\n')).toBe(
    'a:\n- b\n- c\n- d\n',
  )
})

test('many edited lines between lines without a likeness are merged in work that ends', () => {
  const lines = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')
  const count = 30_000
  const [base, kept, edited] = ['a', 'b', 'c'].map(name => lines(count, at => `  ${name}${at}`))
  const merged = mustEnd(() => mergeLines(`x:\n${base}`, `x:\n${kept}`, `x:\n${edited}`))
  expect(merged).toBe(`x:\n${edited}`)
})

test('a longest common part is found, whatever the lists', () => {
  const random = randomFrom(1)
  for (let round = 0; round < 200; round += 1) {
    const [before, after] = [12, 9].map(length =>
      Array.from({ length: Math.floor(random() * length) }, () => 'abc'.charAt(Math.floor(random() * 3))),
    )
    if (before === undefined || after === undefined) throw new Error('Two lists are made')
    const matches = matchLists(before, after, Object.is)
    expect(matches.every(([one, other]) => before[one] === after[other])).toBe(true)
    expect(matches.every(([one, other], at) => at === 0 || isAfter([one, other], matches[at - 1]))).toBe(true)
    expect(matches.length).toBe(longestCommon(before, after))
  }
})

function isAfter(match: readonly [number, number], before: readonly [number, number] | undefined): boolean {
  return before !== undefined && match[0] > before[0] && match[1] > before[1]
}

/** The length of a longest common subsequence, by the definition. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  const [one, ...others] = before
  if (one === undefined || after.length === 0) return 0
  const at = after.indexOf(one)
  const without = longestCommon(others, after)
  return at === -1 ? without : Math.max(without, 1 + longestCommon(others, after.slice(at + 1)))
}
