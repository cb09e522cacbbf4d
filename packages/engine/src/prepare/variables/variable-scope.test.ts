import type { Variable } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { scope, variable } from '../../engine-fixture.testkit.ts'
import { isWithheld, lookUp, scopeOfVariables, scopesForScripts, secretsOf } from './variable-scope.ts'

test('contains ticked, named, plain variables; the last one of a name wins', () => {
  const variables: Variable[] = [
    variable('a', '1'),
    variable('a', '2'),
    variable('a', 'off', false),
    variable('', 'x'),
    { secret: true, name: 's', enabled: true, allowedToScripts: true },
  ]
  expect([...scopeOfVariables('global', variables).values]).toEqual([['a', { text: '2', isLiteral: false }]])
})

test('a ticked secret has its stored value; without one, only its name is known', () => {
  const secret = (name: string, enabled = true): Variable => ({
    secret: true,
    name,
    enabled,
    allowedToScripts: false,
  })
  const values = new Map([
    ['a', '1'],
    ['off', '2'],
  ])
  const filled = scopeOfVariables('workspace', [secret('a'), secret('off', false), secret('none')], values)
  expect([...filled.values]).toEqual([['a', { text: '1', isLiteral: false }]])
  expect(filled.secretNames).toEqual(new Set(['a', 'none']))
  expect(secretsOf([filled])).toMatchObject([{ name: 'a', text: '1' }])
  expect(lookUp(scopesForScripts([filled]), 'a')).toBeUndefined()
})

test('uses the selected variant, or the first one', () => {
  const variants = [
    { title: 'one', selected: false, value: { text: '1' } },
    { title: 'two', selected: true, value: { text: '2' } },
  ]
  const withVariants = scopeOfVariables('global', [
    { ...variable('a', 'x'), variants },
    { ...variable('b', 'x'), variants: variants.slice(0, 1) },
  ])
  expect(lookUp([withVariants], 'a')?.text).toBe('2')
  expect(lookUp([withVariants], 'b')?.text).toBe('1')
  expect(lookUp([withVariants], 'c')).toBeUndefined()
})

describe('secrets that are withheld from scripts', () => {
  const secret = (name: string, allowedToScripts: boolean): Variable => ({
    secret: true,
    name,
    enabled: true,
    allowedToScripts,
  })
  const declared = scopeOfVariables('environment', [secret('hidden', false), secret('open', true)])
  const scopes = [scope('session', { mine: '1' }), declared, scope('environment', { hidden: 'h', open: 'o' })]

  test('are named by the scope that declares them, with or without a value', () => {
    expect(declared.withheldNames).toEqual(new Set(['hidden']))
    expect(isWithheld(scopes, 'hidden')).toBe(true)
    expect(isWithheld([declared], 'hidden')).toBe(true)
    expect(isWithheld(scopes, 'open')).toBe(false)
    expect(isWithheld(scopes, 'mine')).toBe(false)
  })

  test('are hidden by a narrower value of the same name', () => {
    const shadowed = [scope('iteration', { hidden: 'row' }), ...scopes]
    expect(isWithheld(shadowed, 'hidden')).toBe(false)
    expect(lookUp(scopesForScripts(shadowed), 'hidden')?.text).toBe('row')
    expect(lookUp(scopesForScripts(shadowed).slice(1), 'hidden')).toBeUndefined()
  })

  test('have no value in the scopes that scripts see', () => {
    expect(lookUp(scopesForScripts(scopes), 'hidden')).toBeUndefined()
    expect(lookUp(scopesForScripts(scopes), 'open')?.text).toBe('o')
    expect(lookUp(scopes, 'hidden')?.text).toBe('h')
  })
})
