import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { RequestTab } from './request-tab.ts'
import { createSaving } from './save-commands.ts'
import type { WorkbenchState } from './workbench.ts'

test('a save that is asked for while another one runs is based on what that one wrote', async () => {
  const draft = newHttpRequest({ name: 'a' })
  const tab: Pick<RequestTab, 'kind' | 'id' | 'source' | 'draft' | 'version'> = {
    kind: 'request',
    id: 't',
    source: { requestId: 'r', parentId: 'p', path: [] },
    draft,
    version: 'v0',
  }
  const workbench = createStore<Pick<WorkbenchState, 'tabs'>>(() => ({ tabs: [tab as RequestTab] }))
  const bases: string[] = []
  const saving = createSaving(workbench as Parameters<typeof createSaving>[0], {
    async saveRequest(_id, _request, baseVersion) {
      bases.push(baseVersion)
      return { state: 'saved', version: `v${bases.length}` }
    },
    createRequest: async () => ({ state: 'created', id: 'r', version: 'v' }),
    notSaved: reason => {
      throw new Error(reason)
    },
    describeError: String,
  })
  await Promise.all([saving.save('t'), saving.save('t'), saving.save('t')])
  expect(bases).toEqual(['v0', 'v1', 'v2'])
  expect(saving.store.getState().conflict).toBe(null)
})

test('what is saved with a name and a place can be saved again at once, without a look at its file', async () => {
  const tab: Pick<RequestTab, 'kind' | 'id' | 'source' | 'draft' | 'version'> = {
    kind: 'request',
    id: 't',
    source: null,
    draft: newHttpRequest(),
    version: '',
  }
  const workbench = createStore<Pick<WorkbenchState, 'tabs'>>(() => ({ tabs: [tab as RequestTab] }))
  const calls: string[] = []
  const saving = createSaving(workbench as Parameters<typeof createSaving>[0], {
    async saveRequest(id, { name }, baseVersion) {
      calls.push(`save ${name} as ${id} over ${baseVersion}`)
      return { state: 'saved', version: 'v2' }
    },
    async createRequest(parentId, { name }, tabId) {
      calls.push(`create ${name} in ${parentId} from ${tabId}`)
      return { state: 'created', id: 'r', version: 'v1' }
    },
    notSaved: reason => {
      throw new Error(reason)
    },
    describeError: String,
  })
  expect(await saving.saveHere('t', 'Books', { parentId: 'p', path: ['Shop'] })).toBe(null)
  expect(await saving.save('t')).toBe(true)
  expect(calls).toEqual(['create Books in p from t', 'save Books as r over v1'])
})
