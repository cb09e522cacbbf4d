import type { Variable } from '@parley/model'
import { expect, test } from 'vitest'
import { variable } from '../engine-fixture.testkit.ts'
import { lookUp, scopeOfVariables } from './variable-scope.ts'

test('holds ticked, named, plain variables; the last of a name wins', () => {
  const variables: Variable[] = [
    variable('a', '1'),
    variable('a', '2'),
    variable('a', 'off', false),
    variable('', 'x'),
    { secret: true, name: 's', enabled: true, allowedToScripts: true },
  ]
  expect([...scopeOfVariables('global', variables).values]).toEqual([['a', { text: '2', isLiteral: false }]])
})

test('takes the selected variant, else the first one', () => {
  const variants = [
    { title: 'one', selected: false, value: { text: '1' } },
    { title: 'two', selected: true, value: { text: '2' } },
  ]
  const scope = scopeOfVariables('global', [
    { ...variable('a', 'x'), variants },
    { ...variable('b', 'x'), variants: variants.slice(0, 1) },
  ])
  expect(lookUp([scope], 'a')?.text).toBe('2')
  expect(lookUp([scope], 'b')?.text).toBe('1')
  expect(lookUp([scope], 'c')).toBeUndefined()
})
