import { newHttpRequest } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { isUnsaved, newTab, type RequestTab } from './request-tab.ts'
import { restoredTab, tabContent } from './tab-content.ts'
import { createTabFollowing } from './tab-following.ts'
import type { WorkbenchState } from './workbench.ts'

const request = newHttpRequest({ name: 'Get', url: '/one' })
const treeWith = (name: string | null, folder = 'Books'): LibraryTree => ({
  workspaceName: 'W',
  collections: [
    {
      kind: 'collection',
      id: 'shop',
      name: folder,
      children: name === null ? [] : [{ kind: 'http', id: 'r', name, method: 'GET', problem: null }],
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
  const disk = { tree: treeWith('Get'), opened: { request, version: 'v1' } }
  const questions: string[] = []
  const following = createTabFollowing(workbench, {
    ask: (tabId, theirs) => questions.push(`${tabId} ${theirs.request.url}`),
    readTree: async () => disk.tree,
    readRequest: async () => disk.opened,
    afterOthers: task => task(),
  })
  const present = () => workbench.getState().tabs[0] as RequestTab
  /** What is on disk now, and the news of it. */
  async function change(tree: LibraryTree, opened = disk.opened): Promise<void> {
    Object.assign(disk, { tree, opened })
    following.follow(tree)
    await following.refresh('r')
  }
  return { workbench, following, present, change, disk, questions }
}

it('takes over a file that changed where nothing was typed', async () => {
  const { present, change } = setUp()
  const other = { ...request, name: 'Other', url: '/two' }
  await change(treeWith('Other', 'Titles'), { request: other, version: 'v2' })
  expect(present()).toMatchObject({ draft: other, version: 'v2', source: { path: ['Titles'] } })
  expect(isUnsaved(present())).toBe(false)
})

it('takes over a name, and keeps what was typed', async () => {
  const { present, change } = setUp({ ...request, url: '/typed' })
  await change(treeWith('Other'), { request: { ...request, name: 'Other' }, version: 'v2' })
  expect(present()).toMatchObject({ draft: { name: 'Other', url: '/typed' }, version: 'v2' })
  expect(isUnsaved(present())).toBe(true)
})

it('takes over a secret that was typed elsewhere, for no file tells of it', async () => {
  const bearer = (token: string) => ({ type: 'bearer', token }) as const
  const { present, change, disk, workbench } = setUp()
  workbench.setState({
    tabs: [
      {
        ...present(),
        saved: { ...request, auth: bearer('') },
        draft: { ...request, url: '/typed', auth: bearer('') },
      },
    ],
  })
  await change(disk.tree, { request: { ...request, auth: bearer('given') }, version: 'v1' })
  expect(present().draft).toMatchObject({ url: '/typed', auth: bearer('given') })
  expect(present().saved).toMatchObject({ url: '/one', auth: bearer('given') })
  workbench.setState({ tabs: [{ ...present(), draft: { ...request, auth: bearer('mine') } }] })
  await change(disk.tree, { request: { ...request, auth: bearer('other') }, version: 'v1' })
  expect(present().draft.auth).toEqual(bearer('mine'))
})

it('asks once for each version where both were changed, and changes neither', async () => {
  const { present, change, questions } = setUp({ ...request, url: '/typed' })
  const theirs = { ...request, url: '/theirs' }
  await change(treeWith('Get'), { request: theirs, version: 'v2' })
  await change(treeWith('Get'), { request: theirs, version: 'v2' })
  expect(present()).toMatchObject({ draft: { name: 'Get', url: '/typed' }, version: 'v1' })
  expect(questions).toEqual(['t /theirs'])
  await change(treeWith('Get'), { request: { ...request, url: '/later' }, version: 'v3' })
  expect(questions).toEqual(['t /theirs', 't /later'])
})

it('asks about a tab when it is shown, unless that is settled by then', async () => {
  const { workbench, change, questions, present } = setUp({ ...request, url: '/typed' })
  workbench.setState({ activeTabId: null })
  const theirs = { ...request, url: '/theirs' }
  await change(treeWith('Get'), { request: theirs, version: 'v2' })
  expect(questions).toEqual([])
  workbench.setState({ activeTabId: 't' })
  expect(questions).toEqual(['t /theirs'])
  workbench.setState({ activeTabId: null })
  await change(treeWith('Get'), { request: theirs, version: 'v3' })
  workbench.setState({ tabs: [{ ...present(), draft: request }] })
  workbench.setState({ activeTabId: 't' })
  expect(questions).toEqual(['t /theirs'])
})

it('asks nothing where the file says what was typed', async () => {
  const typed = { ...request, url: '/typed' }
  const { present, change, questions } = setUp(typed)
  await change(treeWith('Get'), { request: typed, version: 'v2' })
  expect(isUnsaved(present())).toBe(false)
  expect(present().version).toBe('v2')
  expect(questions).toEqual([])
})

it('inherits as a copy from where its original stands now', async () => {
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

it('keeps what it holds, unsaved, where its file is deleted, and is saved again where that comes back', async () => {
  const { present, change } = setUp()
  await change(treeWith(null))
  await expect.poll(() => present().source).toBe(null)
  expect(present()).toMatchObject({ lostSource: { requestId: 'r' }, draft: request })
  expect(isUnsaved(present())).toBe(true)
  await change(treeWith('Get'))
  await expect.poll(() => present().source?.requestId).toBe('r')
  expect(isUnsaved(present())).toBe(false)
})

it('loses nothing by news that is older than what was opened', async () => {
  const { following, present } = setUp()
  following.follow(treeWith(null))
  await following.refresh('r')
  expect(present().source?.requestId).toBe('r')
})
