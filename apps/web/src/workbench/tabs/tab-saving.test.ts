import { type NewRequestFields, newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { newTab } from './request-tab.ts'
import { createTabSaving } from './tab-saving.ts'

const source = { requestId: 'r1', parentId: 'f1', path: ['Books'] }

/** Saves a request and returns the names that it was given then. */
async function namesAfterSave(
  request: NewRequestFields,
  { isSaved = true, isInCollection = true } = {},
): Promise<readonly string[]> {
  const names: string[] = []
  const window = createTestWindow({})
  const workbench = createTestWorkbench({}, window)
  const tab = newTab({
    id: 'tab',
    source: isInCollection ? source : null,
    request: newHttpRequest(request),
    version: null,
  })
  workbench.store.setState({ tabs: [tab], activeTabId: tab.id })
  const save = async () => isSaved
  const saving = createTabSaving(
    {
      workbench,
      requestDocuments: { save },
      containerTabs: { save },
      variableTabs: { save },
      exampleTabs: { save },
    },
    async (id, name) => {
      names.push(`${id} ${name}`)
      return null
    },
    window,
  )
  expect(await saving.save(tab.id)).toBe(isSaved)
  return names
}

const untitled = { name: 'Untitled request', url: 'https://api.test/books/list?limit=2' }

test('a request that nobody named takes its name from its URL when it is saved (behaviour 2.1)', async () => {
  expect(await namesAfterSave(untitled)).toEqual(['r1 /books/list'])
})

test.each([
  { why: 'it has a name', request: { ...untitled, name: 'Mine' } },
  { why: 'its URL gives none', request: { ...untitled, url: '{{baseUrl}}' } },
  { why: 'it could not be saved', request: untitled, state: { isSaved: false } },
  { why: 'it is in no collection', request: untitled, state: { isInCollection: false } },
])('it keeps its name if $why', async ({ request, state }) => {
  expect(await namesAfterSave(request, state)).toEqual([])
})
