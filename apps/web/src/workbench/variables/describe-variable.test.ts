import type { ScopedVariable } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { describeReference, textPieces, withOwnVariables } from './describe-variable.ts'
import { suggestVariables, variableQueryAt } from './suggest-variables.ts'

const known: readonly ScopedVariable[] = [
  { name: 'token', value: null, scope: 'session' },
  { name: 'baseUrl', value: 'http://h', scope: 'collection' },
  { name: 'baseUrl', value: 'outer', scope: 'global' },
  { name: 'port', value: '8080', scope: 'environment', environmentName: 'Staging' },
  { name: '$guid', value: null, scope: 'dynamic' },
]

test('a reference is described by its value and scope, or as unknown', () => {
  expect(describeReference(known, ' baseUrl ')).toBe('baseUrl: http://h (collection)')
  expect(describeReference(known, 'token')).toBe('token: •••••• (session)')
  expect(describeReference(known, 'port')).toBe('port: 8080 (Staging)')
  expect(describeReference(known, '$guid')).toBe('$guid: New value on every use')
  expect(describeReference(known, 'gone')).toBe('gone has no value. It is sent as typed.')
  expect(describeReference(null, 'gone')).toBe('gone: ')
})

test('a reference says that its value is not saved, and which script set it', () => {
  const setBy = { requestName: 'Sign in', owner: 'folder', phase: 'postResponse' } as const
  const described = (variable: Partial<ScopedVariable>) =>
    describeReference([{ name: 'a', value: '1', scope: 'collection', ...variable }], 'a')
  expect(described({ scope: 'environment', environmentName: 'Local', unsavedIn: 'Local' })).toBe(
    'a: 1 (Local, unsaved)',
  )
  expect(described({ unsavedIn: 'Seed C' })).toBe('a: 1 (collection, unsaved in Seed C)')
  expect(described({ scope: 'workspace', unsavedIn: 'Workspace', value: null })).toBe(
    'a: •••••• (workspace, unsaved)',
  )
  expect(described({ scope: 'session', setBy })).toBe('a: 1 (session, set by Sign in · folder Post Response)')
  expect(described({ scope: 'session', setBy: { dataName: 'users.csv', iteration: 1 } })).toBe(
    'a: 1 (session, set by users.csv · iteration 2)',
  )
})

test('the variables of the request itself override all but those of the session', () => {
  const own = (text: string) => [{ secret: false, name: 'baseUrl', value: { text }, enabled: true }] as const
  const shown = withOwnVariables(known, own('mine'), own('mine'))
  expect(describeReference(shown, 'baseUrl')).toBe('baseUrl: mine (request)')
  expect(describeReference(withOwnVariables(known, own('new'), own('mine')), 'baseUrl')).toBe(
    'baseUrl: new (request, unsaved)',
  )
  const token = own('x').map(one => ({ ...one, name: 'token' }))
  expect(describeReference(withOwnVariables(known, token, token), 'token')).toBe('token: •••••• (session)')
})

test('a text is divided at its variables', () => {
  expect(textPieces('a{{baseUrl}}{{gone}}b', known)).toEqual([
    { text: 'a', name: null, isUnknown: false },
    { text: '{{baseUrl}}', name: 'baseUrl', isUnknown: false },
    { text: '{{gone}}', name: 'gone', isUnknown: true },
    { text: 'b', name: null, isUnknown: false },
  ])
  expect(textPieces('{{gone}}', null)[0]?.isUnknown).toBe(false)
  expect(textPieces('', known)).toEqual([])
})

test('two braces begin a query, up to the cursor', () => {
  expect(variableQueryAt('x{{ba', 5)).toEqual({ typed: 'ba', from: 1, to: 5 })
  expect(variableQueryAt('{{ baseUrl}}/p', 5)).toEqual({ typed: 'ba', from: 0, to: 12 })
  expect(variableQueryAt('{{ba /p', 4)).toEqual({ typed: 'ba', from: 0, to: 4 })
  expect(variableQueryAt('{{a}}b', 6)).toBeNull()
  expect(variableQueryAt('{a', 2)).toBeNull()
})

test('names that begin with the typed text come first, each once', () => {
  expect(suggestVariables(known, '').map(one => one.name)).toEqual(['token', 'baseUrl', 'port', '$guid'])
  expect(suggestVariables(known, 'U').map(one => one.name)).toEqual(['baseUrl', '$guid'])
  expect(suggestVariables(known, 'GU').map(one => one.name)).toEqual(['$guid'])
  expect(suggestVariables(null, '')).toEqual([])
})
