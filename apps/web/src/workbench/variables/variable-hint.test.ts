import type { ScopedVariable } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { VariableEditing } from '../../components/fields/variable-editing.ts'
import { variableHint } from './variable-hint.ts'

const known: readonly ScopedVariable[] = [
  { name: 'host', value: 'h1', scope: 'environment', environmentName: 'Local' },
  { name: 'host', value: 'h2', scope: 'collection' },
  { name: 'host', value: 'h3', scope: 'global' },
  { name: 'port', value: '80', scope: 'folder' },
  { name: '$guid', value: null, scope: 'dynamic' },
]

const editing: VariableEditing = {
  canEdit: ({ scope }) => scope !== 'dynamic',
  edit() {},
  stores: {
    workbench: { store: createStore(() => ({ tabs: [], activeTabId: null })) as never },
    environments: {
      store: createStore(() => ({ environments: [{ id: 'e1', name: 'Local' }], activeId: 'e1' })) as never,
    },
    library: { store: createStore(() => ({ tree: null })) as never },
    containerTabs: {} as never,
    variableTabs: {} as never,
  },
}

const shown = (name: string, places: VariableEditing | null = editing) => {
  const { text, origin, actions } = variableHint(known, name, places)
  return [text, origin, ...actions.map(({ label }) => label)]
}

test('a variable shows its value, its scope, whose values it overrides, and Edit', () => {
  expect(shown(' host ')).toEqual(['host: h1 (Local)', 'Local overrides Collection, Global', 'Edit'])
  expect(shown('port')).toEqual(['port: 80 (folder)', '', 'Edit'])
  expect(shown('$guid')).toEqual(['$guid: New value on every use', ''])
})

test('a name without a value offers the places where it can be created', () => {
  const text = 'gone has no value. It is sent as typed.'
  expect(shown('gone')).toEqual([text, '', 'Create in Local'])
  expect(shown('gone', null)).toEqual([text, ''])
  expect(variableHint(null, 'gone', editing).actions).toEqual([])
})
