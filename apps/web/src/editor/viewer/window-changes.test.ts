import { EditorState, Text } from '@codemirror/state'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { windowChanges } from './window-changes.ts'

const rowOf = (row: number) => `row ${row}`

it('turns any rows of a text into any others', () => {
  const held = fc
    .uniqueArray(fc.nat(30), { minLength: 1, maxLength: 14 })
    .map(rows => rows.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(held, held, (before, rows) => {
      const state = EditorState.create({ doc: Text.of(before.map(rowOf)) })
      const texts = rows.map(rowOf)
      const changes = windowChanges(state.doc, before, { rows, texts })
      expect(state.update({ changes }).state.doc.toString()).toBe(texts.join('\n'))
    }),
  )
})

it('keeps the cursor on its row, and updates the last one', () => {
  const state = EditorState.create({ doc: Text.of(['a', 'b', 'c', 'cut']), selection: { anchor: 4 } })
  const changes = windowChanges(state.doc, [0, 1, 2, 3], {
    rows: [1, 2, 3, 4],
    texts: ['b', 'c', 'cut no more', 'd'],
  })
  const next = state.update({ changes }).state
  expect(next.doc.toString()).toBe('b\nc\ncut no more\nd')
  expect(next.doc.lineAt(next.selection.main.head).text).toBe('c')
})

it('keeps the cursor if rows between others are removed', () => {
  const state = EditorState.create({ doc: Text.of(['[', '1', '2', ']', 'x', 'y']), selection: { anchor: 8 } })
  const changes = windowChanges(state.doc, [0, 1, 2, 3, 4, 5], {
    rows: [0, 3, 4, 5],
    texts: ['[', ']', 'x', 'y'],
  })
  const next = state.update({ changes }).state
  expect(next.doc.toString()).toBe('[\n]\nx\ny')
  expect(next.doc.lineAt(next.selection.main.head).text).toBe('x')
})
