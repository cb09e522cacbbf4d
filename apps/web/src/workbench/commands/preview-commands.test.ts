import { newHttpRequest } from '@parley/model'
import { expect, it } from 'vitest'
import { isRequestTab } from '../tabs/request-tab.ts'
import { restoredTab, tabContent, tabView } from '../tabs/tab-content.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { isPreview } from './preview-commands.ts'

function setUp() {
  const workbench = createTestWorkbench()
  const look = (id: string) =>
    workbench.openRequest(
      { requestId: id, parentId: 'shop', path: [] },
      newHttpRequest({ name: id, url: `http://${id}` }),
      'v1',
      true,
    )
  const keep = (id: string) =>
    workbench.openRequest({ requestId: id, parentId: 'shop', path: [] }, newHttpRequest({ name: id }), 'v1')
  /** The names in the strip; that of the preview tab is in brackets. */
  const strip = () =>
    workbench.store
      .getState()
      .tabs.filter(isRequestTab)
      .map(tab => ({ name: tab.draft.name, isShown: isPreview(tab) }))
      .map(({ name, isShown }) => (isShown ? `[${name}]` : name))
      .join(' ')
  return { workbench, look, keep, strip }
}

it('shows one request after another in one tab, at its place in the strip', () => {
  const { workbench, look, keep, strip } = setUp()
  look('a')
  keep('b')
  const c = look('c')
  expect(strip()).toBe('[c] b')
  expect(workbench.store.getState().activeTabId).toBe(c)
  workbench.closeTab(c)
  expect(strip()).toBe('b')
})

it('keeps what is edited, also if the edit is taken back', () => {
  const { workbench, look, strip } = setUp()
  const id = look('a')
  workbench.editDraft(id, draft => ({ ...draft, url: 'http://a/typed' }))
  workbench.editDraft(id, draft => ({ ...draft, url: 'http://a' }))
  look('b')
  expect(strip()).toBe('a [b]')
})

it('keeps what is sent, moved, opened to stay or kept by its menu', async () => {
  const { workbench, look, keep, strip } = setUp()
  look('a')
  await workbench.sendActiveTab()
  const moved = look('b')
  workbench.moveTab(moved, 0)
  look('c')
  keep('c')
  workbench.keepOpen(look('d'))
  look('e')
  expect(strip()).toBe('b a c d [e]')
})

it('is still a preview after the window was loaded again', () => {
  const { workbench, look } = setUp()
  look('a')
  const [tab] = workbench.store.getState().tabs
  if (tab === undefined || !isPreview(tab)) throw new Error('There is no preview')
  const restored = restoredTab({
    tabId: tab.id,
    view: tabView(tab),
    content: tabContent(tab),
    opened: null,
  })
  expect(restored !== null && isPreview(restored)).toBe(true)
})
