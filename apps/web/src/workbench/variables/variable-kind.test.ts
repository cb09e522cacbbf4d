import type { Variable } from '@parley/model'
import type { EditedVariable } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { variableKind, withAllowedToScripts, withSecret } from './variable-kind.ts'

function plain(name: string, text: string): EditedVariable {
  const variable: Variable = { secret: false, name, value: { text }, enabled: true }
  return { variable, secretValue: null }
}

test('a variable becomes a secret, withheld from scripts, and plain again with its value and description', () => {
  const described = variableKind.withText(plain('key', 'value'), 'description', 'What for')
  const secret = withSecret(described, true)
  expect(secret).toEqual({
    variable: {
      secret: true,
      name: 'key',
      enabled: true,
      allowedToScripts: false,
      description: 'What for',
    },
    secretValue: 'value',
  })
  expect(withAllowedToScripts(secret, true).variable).toMatchObject({ allowedToScripts: true })
  expect(withAllowedToScripts(described, true)).toBe(described)
  const edited = variableKind.withText(secret, 'value', 'other')
  expect(edited.secretValue).toBe('other')
  expect(JSON.stringify(edited.variable)).not.toContain('other')
  expect(withSecret(secret, false)).toEqual(described)
})

test('a secret without a value on this device is an empty text', () => {
  const secret = withSecret(plain('key', ''), true)
  expect(variableKind.text({ ...secret, secretValue: null }, 'value')).toBe('')
  expect(withSecret({ ...secret, secretValue: null }, false)).toEqual(plain('key', ''))
})

test('of several values the selected one is shown and edited, the others stay', () => {
  const variants = [
    { title: 'one', selected: false, value: { text: '1' } },
    { title: 'two', selected: true, value: { text: '2' } },
  ]
  const item: EditedVariable = {
    variable: { secret: false, name: 'a', value: { text: '2' }, enabled: true, variants },
    secretValue: null,
  }
  expect(variableKind.text(item, 'value')).toBe('2')
  expect(variableKind.withText(item, 'value', '3').variable).toMatchObject({
    value: { text: '3' },
    variants: [{ value: { text: '1' } }, { value: { text: '3' } }],
  })
})
