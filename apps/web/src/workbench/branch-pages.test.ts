import { noRequestDefaults } from '@parley/model'
import type { BranchContent, LibraryTree, SavedBranch } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createBranchPages } from './branch-pages.ts'
import { isBranchTab, isUnsaved } from './request-tab.ts'
import { restoredTab, tabContent, tabView } from './tab-content.ts'
import type { WorkbenchState } from './workbench.ts'

const content: BranchContent = { name: 'Shop', docs: '', defaults: noRequestDefaults }
const treeOf = (name: string | null): LibraryTree => ({
  workspaceName: 'W',
  collections: name === null ? [] : [{ kind: 'collection', id: 'shop', name, children: [] }],
})
const entry = {
  node: { kind: 'collection', id: 'shop', name: 'Shop', children: [] },
  path: [],
  parentId: null,
} as const

function setUp() {
  const workbench = createStore<WorkbenchState>(() => ({
    tabs: [],
    activeTabId: null,
    closingTabId: null,
    closing: { tabIds: [], opensFresh: false },
  }))
  const told: string[] = []
  const file = { content, version: 'v1' }
  let answer: SavedBranch = { state: 'saved', version: 'v2' }
  const bases: (string | null)[] = []
  const pages = createBranchPages(workbench, {
    readBranch: async () => ({ ...file }),
    readBranchIfThere: async () => ({ ...file }),
    async saveBranch(_id, _content, base) {
      bases.push(base)
      return answer
    },
    afterOthers: task => task(),
    failed: (title, text) => told.push(`${title}: ${text}`),
    describeError: String,
    newId: () => 'tab',
  })
  const page = () => {
    const [tab] = workbench.getState().tabs
    if (tab === undefined || !isBranchTab(tab)) throw new Error('No page')
    return tab
  }
  return { workbench, pages, page, told, file, bases, answerWith: (next: SavedBranch) => (answer = next) }
}

it('opens one page for a collection, and saves over the version it was opened with', async () => {
  const { workbench, pages, page, bases } = setUp()
  await Promise.all([pages.open(entry), pages.open(entry)])
  await pages.open(entry)
  expect(workbench.getState().tabs).toHaveLength(1)
  pages.edit('tab', draft => ({ ...draft, docs: 'typed' }))
  expect(isUnsaved(page())).toBe(true)
  expect(await pages.save('tab')).toBe(true)
  expect(bases).toEqual(['v1'])
  expect([isUnsaved(page()), page().version]).toEqual([false, 'v2'])
})

it('keeps what was typed where a save fails, and asks where the file is another one', async () => {
  const { pages, page, told, bases, answerWith } = setUp()
  await pages.open(entry)
  pages.edit('tab', draft => ({ ...draft, docs: 'typed' }))
  answerWith({ state: 'failed', sentence: 'The disk is full.', nextStep: 'Make room.' })
  expect(await pages.save('tab')).toBe(false)
  expect(told).toEqual(['Not saved: The disk is full. Make room.'])
  answerWith({ state: 'changed', theirs: { content: { ...content, docs: 'theirs' }, version: 'v9' } })
  expect(await pages.save('tab')).toBe(false)
  expect(page().draft.docs).toBe('typed')
  answerWith({ state: 'saved', version: 'v10' })
  await pages.keepMine()
  expect(bases.at(-1)).toBe('v9')
  expect(isUnsaved(page())).toBe(false)
})

it('follows a rename without a loss, and stays where its collection is deleted', async () => {
  const { pages, page, file } = setUp()
  await pages.open(entry)
  pages.edit('tab', draft => ({ ...draft, docs: 'typed' }))
  Object.assign(file, { content: { ...content, name: 'Store' }, version: 'v3' })
  pages.follow(treeOf('Store'))
  await pages.refresh('shop')
  expect(page()).toMatchObject({ draft: { name: 'Store', docs: 'typed' }, version: 'v3' })
  pages.follow(treeOf(null))
  expect([page().isLost, isUnsaved(page())]).toEqual([true, true])
  pages.follow(treeOf('Store'))
  expect(page().isLost).toBe(false)
})

it('takes over a secret that was typed elsewhere, for no file tells of it', async () => {
  const { pages, page, file } = setUp()
  const withToken = (token: string): BranchContent => ({
    ...content,
    defaults: { ...noRequestDefaults, auth: { type: 'bearer', token } },
  })
  Object.assign(file, { content: withToken('') })
  await pages.open(entry)
  pages.edit('tab', draft => ({ ...draft, docs: 'typed' }))
  Object.assign(file, { content: withToken('given') })
  await pages.refresh('shop')
  expect(page().draft).toEqual({ ...withToken('given'), docs: 'typed' })
  expect(page().saved).toEqual(withToken('given'))
})

it('comes back as it was from what is kept of it', async () => {
  const { pages, page } = setUp()
  await pages.open(entry)
  pages.edit('tab', draft => ({ ...draft, docs: 'typed' }))
  pages.chooseSection('tab', 'script')
  const kept = page()
  expect(
    restoredTab({ tabId: 'tab', view: tabView(kept), content: tabContent(kept), opened: null }),
  ).toMatchObject({ ...kept, draft: { docs: 'typed' }, section: 'script' })
})
