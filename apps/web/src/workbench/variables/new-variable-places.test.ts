import { newHttpRequest } from '@parley/model'
import type { EditedVariable } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createDocumentServices } from '../documents/document-services.ts'
import type { OpenTabs } from '../documents/document-tabs.ts'
import { isVariablesTab, newTab } from '../tabs/request-tab.ts'
import { createVariableTabs } from '../tabs/variable-tabs.ts'
import { variablesAlone } from '../tabs/variables-tab.ts'
import { type NewVariableStores, placesForNew } from './new-variable-places.ts'
import { variableKind } from './variable-kind.ts'

const named = (name: string): EditedVariable => variableKind.withText(variableKind.blank, 'key', name)

/** A request in the collection Books, or in none, with or without an active environment. */
function setUp(path: readonly string[], activeId: string | null) {
  const source = path.length === 0 ? null : { requestId: 'r', parentId: 'c', path }
  const tab = newTab({ id: 't', request: newHttpRequest(), source, version: null })
  const workbench: OpenTabs = createStore(() => ({ tabs: [tab], activeTabId: 't' }))
  const environments = [{ id: 'e1', name: 'Local', collection: null, problem: null }]
  const services = createDocumentServices(workbench, createTestWindow())
  const variableTabs = createVariableTabs({ store: workbench, closeWithoutAsking() {} }, services, {
    variables: {
      open: async () => ({ state: 'opened', ...variablesAlone([named('a')]), version: 'v1', file: null }),
      save: async () => ({ state: 'saved', version: 'v2' }),
      setScriptAccess: async () => ({ state: 'done' }),
    },
    environments: { create: async () => ({ state: 'created', id: 'e2' }) },
  })
  const stores: NewVariableStores = {
    workbench: { store: workbench as never },
    environments: { store: createStore(() => ({ environments, activeId })) as never },
    library: { store: createStore(() => ({ tree: null })) as never },
    containerTabs: {} as never,
    variableTabs,
  }
  return { stores, workbench }
}

const placesIn = (path: readonly string[], activeId: string | null, name = 'gone') =>
  placesForNew(setUp(path, activeId).stores, name).map(place => place.name)

test('a new variable can be created in the active environment and the collection, or else the workspace', () => {
  expect(placesIn(['Books', 'Old'], 'e1')).toEqual(['Local', 'Books'])
  expect(placesIn(['Books'], null)).toEqual(['Books'])
  expect(placesIn([], 'e1')).toEqual(['Local'])
  expect(placesIn([], null)).toEqual(['Workspace'])
  expect(placesIn(['Books'], 'e1', '')).toEqual([])
  expect(placesIn(['Books'], 'e1', '$randomCity')).toEqual([])
})

test('the environment opens with a row for the new variable, which asks for the focus', async () => {
  const { stores, workbench } = setUp([], 'e1')
  const shown = () => workbench.getState().tabs.filter(isVariablesTab)[0]
  for (const name of ['gone', 'gone', 'a']) {
    placesForNew(stores, name)[0]?.create()
    await expect.poll(() => shown()?.wanted).toEqual({ name })
  }
  expect(shown()?.draft.variables.map(({ variable }) => variable.name)).toEqual(['a', 'gone'])
  expect(shown()?.saved.variables).toHaveLength(1)
})
