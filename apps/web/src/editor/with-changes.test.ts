import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { withChanges } from './with-changes.ts'

/** A generator of numbers below a limit, the same in each run. */
function numbersFrom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % limit
  }
}

const pieces = ['x', '', '\n', 'a\nb', '😀', '\u2028', '{{name}}', '\n\n']

it('returns the text that the editor has, for one change or several', () => {
  const below = numbersFrom(7)
  let state = EditorState.create({ doc: '{\n  "id": 1\n}\n' })
  let text = state.doc.toString()
  for (let turn = 0; turn < 500; turn += 1) {
    const changes = Array.from({ length: 1 + below(3) }, () => {
      const from = below(state.doc.length + 1)
      return {
        from,
        to: Math.min(state.doc.length, from + below(4)),
        insert: pieces[below(pieces.length)] ?? '',
      }
    })
    const { changes: made, state: next } = state.update({ changes: state.changes(changes) })
    text = withChanges(text, made)
    expect(text).toBe(next.doc.toString())
    state = next
  }
})

it('takes line breaks of every kind as the editor does', () => {
  const state = EditorState.create({ doc: 'a' })
  const { changes, state: next } = state.update({ changes: { from: 1, insert: state.toText('\r\nb\rc') } })
  expect(withChanges('a', changes)).toBe(next.doc.toString())
})
