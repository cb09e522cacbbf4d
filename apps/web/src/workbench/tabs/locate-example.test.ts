import type { RequestExample } from '@parley/model'
import { expect, it } from 'vitest'
import { locateExample } from './locate-example.ts'

const example = (name: string, reasonPhrase = name): RequestExample => ({
  name,
  response: { statusCode: 200, reasonPhrase, headers: [] },
})
const [one, two, three] = [example('one'), example('two'), example('three')]

it.each([
  ['where it was', [one, two, three], 1],
  ['moved', [two, one, three], 0],
  ['after an earlier one was deleted', [two, three], 0],
  ['edited in its place', [one, example('two', 'Other'), three], 1],
  ['edited and moved', [example('two', 'Other'), one, three], 0],
  ['renamed', [one, example('2', 'two'), three], 1],
  ['one of two that are equal', [two, two, two], 1],
  ['beside a copy under another name', [one, example('two copy', 'two'), two], 2],
  ['deleted', [one, three], null],
  ['deleted, with a copy left', [one, three, example('two copy', 'two')], 2],
  ['in an empty list', [], null],
] as const)('finds an example %s', (_, examples, position) => {
  expect(locateExample(examples, { saved: two, index: 1 })).toBe(position)
})
