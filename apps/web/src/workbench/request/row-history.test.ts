import { expect, test } from 'vitest'
import { createRowHistory } from './row-history.ts'

test('steps are undone and redone in their order', () => {
  const history = createRowHistory<string>()
  const [first, second, third] = [['a'], ['a', 'b'], ['b']]
  history.record('t', first, second)
  history.record('t', second, third)
  expect(history.undo('t', third)).toBe(second)
  expect(history.undo('t', second)).toBe(first)
  expect(history.redo('t', first)).toBe(second)
  expect(history.redo('t', second)).toBe(third)
  expect(history.redo('t', third)).toBeNull()
})

test('typing in one cell is one step, and a new step discards what was undone', () => {
  const history = createRowHistory<string>()
  const [empty, one, two, other] = [[], ['x'], ['xy'], ['z']]
  history.record('t', empty, one, '0:key')
  history.record('t', one, two, '0:key')
  expect(history.undo('t', two)).toBe(empty)
  history.record('t', empty, other, '0:key')
  expect(history.redo('t', other)).toBeNull()
})

test('tables have their own histories, and one that was changed elsewhere has none', () => {
  const history = createRowHistory<string>()
  const [before, after] = [['a'], ['b']]
  history.record('t', before, after)
  expect(history.undo('other', after)).toBeNull()
  expect(history.undo('t', ['elsewhere'])).toBeNull()
  expect(history.undo('t', after)).toBeNull()
  history.record('t', before, after)
  history.record('t', ['changed'], before)
  expect(history.undo('t', before)).toEqual(['changed'])
  expect(history.undo('t', ['changed'])).toBeNull()
})

test('an edit that changes nothing is not a step', () => {
  const history = createRowHistory<string>()
  const rows = ['a']
  history.record('t', rows, rows)
  expect(history.undo('t', rows)).toBeNull()
})

test('a table that is replaced by an equal one keeps its steps', () => {
  const history = createRowHistory<{ readonly name: string }>((left, right) => left.name === right.name)
  const [before, after] = [[{ name: 'a' }], [{ name: 'b' }]]
  history.record('t', before, after)
  expect(history.undo('t', [{ name: 'b' }])).toBe(before)
  expect(history.redo('t', [{ name: 'a' }])).toBe(after)
})
