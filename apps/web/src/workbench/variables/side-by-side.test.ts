import type { EditedVariable } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { sideBySide, withFormer, withValue } from './side-by-side.ts'
import { variableKind, withSecret } from './variable-kind.ts'

const item = (name: string, value: string): EditedVariable =>
  variableKind.withText(variableKind.withText(variableKind.blank, 'key', name), 'value', value)
const off = (one: EditedVariable) => variableKind.withEnabled(one, false)

test('each name has one row, in the order of the environments, and kept names keep their place', () => {
  const { names, indexes } = sideBySide(
    [
      [item('host', 'a'), item('', 'nameless'), item('port', '1')],
      [item('user', 'u'), item('host', 'b')],
    ],
    ['port', 'new'],
  )
  expect(names).toEqual(['port', 'new', 'host', 'user'])
  expect(names.map(name => indexes.map(one => one.get(name)))).toEqual([
    [2, undefined],
    [undefined, undefined],
    [0, 1],
    [undefined, 0],
  ])
})

test('of several variables of a name the last ticked one counts, as in a send', () => {
  const rows = (...variables: EditedVariable[]) => sideBySide([variables], []).indexes[0]?.get('a')
  expect(rows(item('a', '1'), item('a', '2'))).toBe(1)
  expect(rows(item('a', '1'), off(item('a', '2')))).toBe(0)
  expect(rows(off(item('a', '1')), off(item('a', '2')))).toBe(1)
  expect(rows(off(item('a', '1')), item('a', '2'), off(item('a', '3')))).toBe(1)
})

test('a missing value is filled in, as a secret if another environment has it as one', () => {
  const { secrets } = sideBySide([[withSecret(item('key', 's3cret'), true)], []], [])
  expect([...secrets]).toEqual(['key'])
  const cell = { name: 'key', index: -1, isSecret: true }
  expect(withValue([item('a', '1')], cell, 'mine')).toEqual([
    item('a', '1'),
    withSecret(item('key', 'mine'), true),
  ])
  expect(withValue([], { ...cell, isSecret: false }, 'x')).toEqual([item('key', 'x')])
  const none: readonly EditedVariable[] = []
  expect(withValue(none, cell, '')).toBe(none)
  expect(withValue([item('key', 'old')], { ...cell, index: 0 }, '')).toEqual([item('key', '')])
})

test('a cell is given back as it was: changed, added or removed', () => {
  expect(withFormer([item('a', '2')], 0, item('a', '1'))).toEqual([item('a', '1')])
  expect(withFormer([item('b', '1'), item('a', '2')], 1, null)).toEqual([item('b', '1')])
  expect(withFormer([], -1, item('a', '1'))).toEqual([item('a', '1')])
  expect(withFormer([], -1, null)).toEqual([])
})
