import { describe, expect, it } from 'vitest'
import { type IdentifiedExample, idsOfExamples } from './example-ids.ts'

/** Examples by `name:content`; the IDs are their numbers. */
const listed = (...texts: readonly string[]) =>
  texts.map(text => {
    const [name = '', digest = ''] = text.split(':')
    return { name, digest, statusCode: 200 }
  })
const before = (...texts: readonly string[]): readonly IdentifiedExample[] =>
  listed(...texts).map((example, index) => ({ ...example, id: String(index + 1) }))

describe('an example has the same ID', () => {
  it.each([
    ['in its place', ['a:x', 'b:y'], ['a:x', 'b:y'], ['1', '2']],
    ['after a move', ['a:x', 'b:y', 'c:z'], ['c:z', 'a:x', 'b:y'], ['3', '1', '2']],
    ['after a move among others of its name', ['a:x', 'a:y'], ['a:y', 'a:x'], ['2', '1']],
    ['after an earlier one was deleted', ['a:x', 'b:y'], ['b:y'], ['2']],
    ['behind a new one', ['a:x'], ['n:n', 'a:x'], [null, '1']],
    ['after a rename', ['a:x', 'b:y'], ['c:x', 'b:y'], ['1', '2']],
    ['after a rename beside a copy', ['a:x', 'copy:x'], ['c:x', 'copy:x'], ['1', '2']],
    ['after an edit', ['a:x', 'b:y'], ['a:z', 'b:y'], ['1', '2']],
    ['after an edit and a move', ['a:x', 'b:y'], ['b:y', 'a:z'], ['2', '1']],
    ['although one is renamed to the name of a deleted one', ['a:x', 'b:y'], ['a:y'], ['2']],
    ['where two are equal', ['a:x', 'a:x'], ['a:x', 'a:x'], ['1', '2']],
  ])('%s', (_, earlier, present, ids) => {
    expect(idsOfExamples(before(...earlier), listed(...present))).toEqual(ids)
  })
})

describe('an example has no ID of an earlier one', () => {
  it.each([
    ['if both its name and its content are others', ['a:x'], ['b:y']],
    ['if one of two of its name is left, edited', ['a:x', 'a:y'], ['a:z']],
    ['if two of its name were edited', ['a:x', 'a:y'], ['a:z', 'a:w']],
    ['if two copies under other names are left', ['a:x'], ['b:x', 'c:x']],
    ['if it is one of two that an earlier one may have become', ['a:x'], ['a:y', 'a:z']],
  ])('%s', (_, earlier, present) => {
    const ids = idsOfExamples(before(...earlier), listed(...present))
    expect(ids).toEqual(present.map(() => null))
  })
})

it('many examples that all changed take no time that grows with their square', () => {
  const count = 20_000
  const texts = (letter: string) => Array.from({ length: count }, (_, index) => `${letter}${index}:${letter}`)
  const ids = idsOfExamples(before(...texts('a')), listed(...texts('b')))
  expect(ids).toEqual(Array.from({ length: count }, () => null))
})
