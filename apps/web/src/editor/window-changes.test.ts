import { EditorState, Text } from '@codemirror/state'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { windowChanges } from './window-changes.ts'

const rowOf = (row: number) => `row ${row}`
const rows = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => rowOf(first + index))

it('turns the rows of any window into those of any other', () => {
  const window = fc.record({ first: fc.nat(20), count: fc.integer({ min: 1, max: 12 }) })
  fc.assert(
    fc.property(window, window, (before, after) => {
      const state = EditorState.create({ doc: Text.of(rows(before.first, before.count)) })
      const texts = rows(after.first, after.count)
      const changes = windowChanges(state.doc, before, { first: after.first, texts })
      expect(state.update({ changes }).state.doc.toString()).toBe(texts.join('\n'))
    }),
  )
})

it('keeps the cursor on its row, and takes what has come of the last one', () => {
  const state = EditorState.create({ doc: Text.of(['a', 'b', 'c', 'cut']), selection: { anchor: 4 } })
  const changes = windowChanges(
    state.doc,
    { first: 0, count: 4 },
    { first: 1, texts: ['b', 'c', 'cut no more', 'd'] },
  )
  const next = state.update({ changes }).state
  expect(next.doc.toString()).toBe('b\nc\ncut no more\nd')
  expect(next.doc.lineAt(next.selection.main.head).text).toBe('c')
})
