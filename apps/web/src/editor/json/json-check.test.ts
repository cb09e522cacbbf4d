import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { checkJsonDocument } from './json-check.ts'

const items = Array.from({ length: 40_000 }, (_, at) => `  {"id": ${at}, "name": "{{name}} é"}`)

test('a long document is checked to its end, in slices between which the page goes on', async () => {
  const doc = Text.of(['[', ...items.join(',\n').split('\n'), '] ,'])
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  const problem = await checkJsonDocument(doc, () => true)
  clearInterval(counting)
  expect(problem).toEqual({ from: doc.length - 1, to: doc.length, message: 'nothing can follow the value' })
  expect(turns).toBeGreaterThan(0)
})

test('a check ends with the document that it is for', async () => {
  const doc = Text.of(['[', ...items.join(',\n').split('\n'), ']'])
  expect(await checkJsonDocument(doc, () => false)).toBeUndefined()
})
