import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { asTypedText, wholeText, withChanges } from './typed-text.ts'

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
  let typed = asTypedText(state.doc.toString())
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
    typed = withChanges(typed, made)
    expect(wholeText(typed)).toBe(next.doc.toString())
    state = next
  }
})

it('takes line breaks of every kind as the editor does', () => {
  const state = EditorState.create({ doc: 'a' })
  const { changes, state: next } = state.update({ changes: { from: 1, insert: state.toText('\r\nb\rc') } })
  expect(wholeText(withChanges(asTypedText('a'), changes))).toBe(next.doc.toString())
})

it('keeps all but the part near the cursor as it is while a long text is typed in', () => {
  let state = EditorState.create({ doc: `${'before\n'.repeat(10_000)}${'after\n'.repeat(10_000)}` })
  let typed = asTypedText(state.doc.toString())
  const cursor = 'before\n'.length * 10_000
  const far = new Set<string>()
  for (let key = 0; key < 1000; key += 1) {
    const from = cursor + key
    const { changes, state: next } = state.update({ changes: { from, insert: 'x' } })
    typed = withChanges(typed, changes)
    far.add(`${typed.before.length} ${typed.after.length}`)
    state = next
  }
  expect(far.size).toBe(1)
  expect(typed.near.length).toBeLessThan(10_000)
  expect(wholeText(typed)).toBe(state.doc.toString())
})

it('splits a text again where the next change is, and when the near part has grown', () => {
  let state = EditorState.create({ doc: 'line\n'.repeat(50_000) })
  let typed = asTypedText(state.doc.toString())
  const below = numbersFrom(11)
  for (let turn = 0; turn < 60; turn += 1) {
    const from = below(state.doc.length + 1)
    const { changes, state: next } = state.update({
      changes: {
        from,
        to: Math.min(state.doc.length, from + below(40_000)),
        insert: 'y'.repeat(below(50_000)),
      },
    })
    typed = withChanges(typed, changes)
    expect(wholeText(typed) === next.doc.toString()).toBe(true)
    state = next
  }
})
