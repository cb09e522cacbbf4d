import { newHttpRequest } from '@parley/model'
import { beforeEach, expect, test } from 'vitest'
import { requestTab } from '../active-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import type { Workbench } from '../workbench.ts'
import { tabName } from './request-tab.ts'
import { windowTitle } from './window-title.ts'

let workbench: Workbench

beforeEach(() => {
  workbench = createTestWorkbench()
})

const names = () => workbench.store.getState().tabs.map(tabName)

/** Opens an unsaved request to a URL. */
function typed(url: string): string {
  const tabId = workbench.newRequestTab()
  workbench.editDraft(tabId, draft => ({ ...draft, url }))
  return tabId
}

const source = (requestId: string) => ({ requestId, parentId: 'c', path: ['Bookshop', 'Books'] })

test('closed tabs come back in their places, the last one first, with what was typed', () => {
  const ids = ['http://x.test/a', 'http://x.test/b', 'http://x.test/c'].map(typed)
  for (const id of [ids[1] ?? '', ids[2] ?? '']) {
    workbench.closeTab(id)
    workbench.discardTab(id)
  }
  expect(names()).toEqual(['/a'])
  expect(workbench.reopenTab()).toBe(true)
  expect(workbench.reopenTab()).toBe(true)
  expect(names()).toEqual(['/a', '/b', '/c'])
  expect(workbench.store.getState().activeTabId).toBe(ids[1])
  expect(requestTab(workbench.store.getState(), ids[2] ?? '')?.draft.url).toBe('http://x.test/c')
  expect(workbench.reopenTab()).toBe(false)
})

test('all tabs that were discarded together come back', () => {
  for (const url of ['http://x.test/a', 'http://x.test/b']) typed(url)
  workbench.closeAllTabs()
  workbench.discardClosing()
  while (workbench.reopenTab());
  expect(names().toSorted()).toEqual(['/a', '/b', 'Untitled request'])
})

test('a request that was opened again by itself is not opened twice', () => {
  const open = () => workbench.openRequest(source('r'), newHttpRequest({ name: 'Saved' }))
  workbench.closeTab(open())
  open()
  expect(workbench.reopenTab()).toBe(false)
  expect(names()).toEqual(['Saved'])
})

test('the last 25 are kept', () => {
  for (let index = 0; index < 30; index += 1) {
    workbench.openRequest(source(`r${index}`), newHttpRequest({ name: `Request ${index}` }))
    workbench.closeTab(workbench.store.getState().activeTabId ?? '')
  }
  while (workbench.reopenTab());
  expect(names()).toHaveLength(25)
  expect(names()).toContain('Request 29')
  expect(names()).not.toContain('Request 4')
})

test('the neighbours of a tab are in a circle', () => {
  const [first, second] = [typed('http://x.test/a'), typed('http://x.test/b')]
  workbench.activateNeighbour(1)
  expect(workbench.store.getState().activeTabId).toBe(first)
  workbench.activateNeighbour(-1)
  expect(workbench.store.getState().activeTabId).toBe(second)
})

test('the window is named after the active tab and its collection', () => {
  expect(windowTitle(workbench.store.getState())).toBe('Parley')
  workbench.openRequest(source('r'), newHttpRequest({ name: 'List books' }))
  expect(windowTitle(workbench.store.getState())).toBe('List books · Bookshop · Parley')
  typed('http://x.test/a')
  expect(windowTitle(workbench.store.getState())).toBe('/a · Parley')
})
