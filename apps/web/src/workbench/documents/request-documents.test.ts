import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { newTab } from '../tabs/request-tab.ts'
import { createDocumentServices } from './document-services.ts'
import type { OpenTabs } from './document-tabs.ts'
import { createRequestDocuments } from './request-documents.ts'

test('a request that was saved with a name and a place can be saved again at once, without reading its file', async () => {
  const tab = newTab({ id: 't', source: null, request: newHttpRequest(), version: null })
  const workbench: OpenTabs = createStore(() => ({ tabs: [tab], activeTabId: 't' }))
  const calls: string[] = []
  const window = createTestWindow()
  const services = createDocumentServices(workbench, window)
  const documents = createRequestDocuments(workbench, services, {
    readRequestIfThere: async () => null,
    async saveRequest({ id, request: { name }, baseVersion }) {
      calls.push(`save ${name} as ${id} over ${baseVersion}`)
      return { state: 'saved', version: 'v2' }
    },
    async createRequest({ parentId, request: { name }, tabId }) {
      calls.push(`create ${name} in ${parentId} from ${tabId}`)
      return { state: 'created', id: 'r', version: 'v1' }
    },
  })
  const saving = documents.save('t')
  expect(documents.store.getState().placingTabId).toBe('t')
  expect(await documents.saveHere('t', 'Books', { parentId: 'p', path: ['Shop'] })).toBe(null)
  expect([await saving, await documents.save('t')]).toEqual([true, true])
  expect(window.shown).toEqual([])
  expect(calls).toEqual(['create Books in p from t', 'save Books as r over v1'])
})
