import { json } from '@codemirror/lang-json'
import { expect, test } from 'vitest'
import { useBodies } from '../apps/server/src/bodies/body-texts.testkit.ts'
import { foldsOfEditor, foldsOfServer } from './folds-of-long-bodies.testkit.ts'

useBodies()

test('folds over many blocks are counted completely', async () => {
  const books = Array.from({ length: 1200 }, (_, id) => ({
    id,
    tags: ['a', 'b'],
    more: id % 7 === 0 ? [[], {}] : {},
  }))
  const { lines, folds } = await foldsOfServer(JSON.stringify({ books, last: [1] }), 'application/json')
  expect(folds).toEqual(foldsOfEditor(lines, json()))
  expect(folds.slice(0, 2).map(fold => fold.summary)).toEqual(['2 keys', '1200 items'])
})

test('deep nesting without further indentation, cut into rows, folds up to where it closes', async () => {
  const depth = 100_000
  const { lines, folds } = await foldsOfServer('['.repeat(depth) + ']'.repeat(depth), 'application/json')
  const [first] = folds
  expect(first).toEqual({ row: 0, at: 1, endRow: lines.length - 1, endAt: 0, summary: '1 item' })
  for (const { row, endRow } of folds) {
    expect(endRow).toBeGreaterThan(row)
    expect(lines[endRow]).toContain(']')
  }
})
