import { newHttpRequest } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createDocumentServices } from '../documents/document-services.ts'
import { createRequestDocuments } from '../documents/request-documents.ts'
import type { WorkbenchState } from '../workbench-state.ts'
import { isUnsaved, newTab, type RequestTab } from './request-tab.ts'
import { restoredTab, tabContent } from './tab-content.ts'
import { createTabFollowing } from './tab-following.ts'

const request = newHttpRequest({ name: 'Get', url: '/one' })
const treeWith = (name: string | null, folder = 'Books'): LibraryTree => ({
  revision: 'r1',
  workspaceName: 'W',
  collections: [
    {
      kind: 'collection',
      id: 'shop',
      name: folder,
      children: name === null ? [] : [{ kind: 'request', id: 'r', name, method: 'GET', problem: null }],
    },
  ],
})

function setUp(draft = request) {
  const source = { requestId: 'r', parentId: 'shop', path: ['Books'] }
  const tab: RequestTab = { ...newTab({ id: 't', source, request, version: 'v1' }), draft }
  const workbench = createStore<WorkbenchState>(() => ({
    tabs: [tab],
    activeTabId: 't',
    closingTabId: null,
    closing: { tabIds: [], opensFresh: false },
  }))
  const disk = { tree: treeWith('Get'), opened: { request, version: 'v1', file: null, exampleIds: [] } }
  const services = createDocumentServices(workbench, createTestWindow())
  const calls = {
    readRequestIfThere: async () => disk.opened,
    saveRequest: () => Promise.reject(new Error('Not saved here.')),
    createRequest: () => Promise.reject(new Error('Not created here.')),
  }
  const documents = createRequestDocuments(workbench, services, calls)
  const library = { refresh: async () => disk.tree }
  const following = createTabFollowing(calls, workbench, library, documents)
  const present = () => workbench.getState().tabs[0] as RequestTab
  /** What is on disk now, and the news of it. */
  async function change(tree: LibraryTree, opened = disk.opened): Promise<void> {
    Object.assign(disk, { tree, opened })
    following.follow(tree)
    await following.refresh('r')
  }
  return { workbench, following, present, change, disk }
}

it('takes over a changed file if nothing was typed', async () => {
  const { present, change } = setUp()
  const other = { ...request, name: 'Other', url: '/two' }
  await change(treeWith('Other', 'Titles'), { request: other, version: 'v2', file: null, exampleIds: [] })
  expect(present()).toMatchObject({ draft: other, version: 'v2', source: { path: ['Titles'] } })
  expect(isUnsaved(present())).toBe(false)
})

it('takes over a name, and keeps what was typed', async () => {
  const { present, change } = setUp({ ...request, url: '/typed' })
  await change(treeWith('Other'), {
    request: { ...request, name: 'Other' },
    version: 'v2',
    file: null,
    exampleIds: [],
  })
  expect(present()).toMatchObject({ draft: { name: 'Other', url: '/typed' }, version: 'v2' })
  expect(isUnsaved(present())).toBe(true)
})

it('inherits, as a copy, from the current place of its original', async () => {
  const { workbench, following, present } = setUp()
  const source = { requestId: 'r', parentId: 'old', path: ['Old'] }
  workbench.setState({ tabs: [{ ...present(), source: null, copiedFrom: source }] })
  following.follow(treeWith('Get'))
  expect(present()).toMatchObject({ source: null, copiedFrom: { requestId: 'r', parentId: 'shop' } })
  const content = tabContent(present())
  expect(restoredTab({ tabId: 't', view: '', content, opened: null })).toMatchObject({
    copiedFrom: { parentId: 'shop' },
  })
})

it('keeps its content, unsaved, if its file is deleted, and is saved again when the file returns', async () => {
  const { present, change } = setUp()
  await change(treeWith(null))
  await expect.poll(() => present().source).toBe(null)
  expect(present()).toMatchObject({ lostSource: { requestId: 'r' }, draft: request })
  expect(isUnsaved(present())).toBe(true)
  await change(treeWith('Get'))
  await expect.poll(() => present().source?.requestId).toBe('r')
  expect(isUnsaved(present())).toBe(false)
})

it('loses nothing to an event that is older than the opened version', async () => {
  const { following, present } = setUp()
  following.follow(treeWith(null))
  await following.refresh('r')
  expect(present().source?.requestId).toBe('r')
})
