import { newHttpRequest, type RequestExample } from '@parley/model'
import { expect, it } from 'vitest'
import { findExample, locateExample } from './locate-example.ts'

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
  ['edited, beside another of its name', [one, example('two', 'Other'), example('two', 'Third')], null],
  ['deleted, with two copies left', [example('copy', 'two'), example('copy 2', 'two')], null],
] as const)('finds an example %s', (_, examples, position) => {
  expect(locateExample(examples, { saved: two, index: 1 })).toBe(position)
})

it.each([
  ['moved and edited', [two, example('two', 'Other')], ['2', '1'], 1],
  ['with another name and content in one save', [example('2', 'Other')], ['1'], 0],
  ['deleted, with another of its name left', [example('two', 'Other')], ['2'], null],
  ['deleted, with a copy left', [example('two copy', 'two')], ['2'], null],
  ['that got another ID with the content that was saved', [one, two], ['2', '3'], 1],
] as const)('finds an example by its ID: %s', (_, examples, exampleIds, position) => {
  const request = newHttpRequest({ examples })
  expect(findExample({ request, exampleIds }, { exampleId: '1', saved: two, index: 0 })).toBe(position)
})
