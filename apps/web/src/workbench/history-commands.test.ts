import { type HistoryEntry, newHttpRequest } from '@parley/model'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../window/window-context.testkit.ts'
import { createHistoryCommands } from './history-commands.ts'
import { createTestWorkbench } from './workbench.testkit.ts'

function entryOf(id: string): HistoryEntry {
  const request = newHttpRequest({ url: `http://${id}` })
  return {
    ...{ id, sentAt: 0, method: 'GET', url: request.url, requestId: 'r', state: 'failed' },
    ...{ statusCode: null, elapsedMs: 1, request, missingBody: null },
    outcome: {
      state: 'failed',
      failure: { kind: 'dns', code: 'X', step: 'dns', address: '', subject: '', elapsedMs: 1 },
      attempt: null,
      response: null,
    },
  }
}

function setUp() {
  const window = createTestWindow()
  const workbench = createTestWorkbench({}, window)
  workbench.openRequest({ requestId: 's', parentId: 'c', path: [] }, newHttpRequest({ url: 'http://saved' }))
  const commands = createHistoryCommands(
    {
      workbench,
      library: {
        store: createStore(() => ({
          ...{ tree: null, toggled: new Set<string>(), variables: {}, failure: null },
          foundByUrl: { text: '', ids: new Set<string>() },
        })),
      },
      history: { read: async id => entryOf(id), listAll: async () => [] },
      compare: { open: async () => {} },
    },
    window,
  )
  const urls = () =>
    workbench.store.getState().tabs.map(tab => (tab.kind === 'request' ? tab.draft.url : tab.kind))
  return { workbench, commands, urls }
}

it('looks at one entry after another in one tab, which closes without a question', async () => {
  const { workbench, commands, urls } = setUp()
  await commands.openEntry('a')
  await commands.openEntry('b')
  expect(urls()).toEqual(['http://saved', 'http://b'])
  workbench.closeTab(workbench.store.getState().activeTabId ?? '')
  expect(workbench.store.getState().closingTabId).toBeNull()
  expect(urls()).toEqual(['http://saved'])
})

it('keeps an entry open after a double click, in one tab', async () => {
  const { commands, urls } = setUp()
  await Promise.all([commands.openEntry('a'), commands.openEntry('a'), commands.openEntry('a', true)])
  await commands.openEntry('a')
  await commands.openEntry('b')
  expect(urls()).toEqual(['http://saved', 'http://a', 'http://b'])
})
