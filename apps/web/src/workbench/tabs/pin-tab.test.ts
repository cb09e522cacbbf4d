import { newHttpRequest } from '@parley/model'
import { expect, it } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { newRunForm, type RunTab } from '../runs/run-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { togglePinned } from './pin-tab.ts'
import { newTab } from './request-tab.ts'
import { isPinned } from './strip-order.ts'
import { closeSavedTabs } from './tab-actions.ts'
import { restoredTab, tabContent, tabView } from './tab-content.ts'

function setUp(ids: string) {
  const workbench = createTestWorkbench({}, createTestWindow())
  const tabs = [...ids].map(id => newTab({ id, source: null, request: newHttpRequest(), version: null }))
  workbench.store.setState({ tabs, activeTabId: ids[0] ?? null })
  /** The IDs in the strip, the pinned ones in capitals. */
  const strip = () =>
    workbench.store
      .getState()
      .tabs.map(tab => (isPinned(tab) ? tab.id.toUpperCase() : tab.id))
      .join('')
  return { workbench, strip, toggle: (id: string) => togglePinned(workbench, id) }
}

it('pinned tabs are left of the others, wherever tabs are moved, pinned or unpinned', () => {
  const { workbench, strip, toggle } = setUp('abcd')
  toggle('c')
  toggle('b')
  expect(strip()).toBe('CBad')
  workbench.moveTab('d', 0)
  workbench.moveTab('c', 3)
  expect(strip()).toBe('BCda')
  toggle('b')
  expect(strip()).toBe('Cbda')
})

it('pinned tabs stay when others close, and close alone', () => {
  const { workbench, strip, toggle } = setUp('abc')
  toggle('b')
  workbench.closeOtherTabs('a')
  expect(strip()).toBe('Ba')
  closeSavedTabs({ workbench })
  expect(strip()).toBe('B')
  workbench.closeTab('b')
  workbench.reopenTab()
  expect(strip()).toBe('B')
})

it('each kind of tab is still pinned, or no longer, after the window was loaded again', () => {
  const { workbench, toggle } = setUp('a')
  const run: RunTab = {
    ...{ kind: 'run', id: 'run', targetId: 'shop', targetKind: 'collection', name: 'Shop', path: [] },
    ...{ isLost: false, form: newRunForm, shownRunId: null, section: 'requests' },
  }
  workbench.store.setState(({ tabs }) => ({ tabs: [...tabs, run] }))
  const reloaded = () =>
    workbench.store.getState().tabs.map(tab => {
      const claimed = { tabId: tab.id, view: tabView(tab), content: tabContent(tab), opened: null }
      const restored = restoredTab(claimed)
      return restored !== null && isPinned(restored)
    })
  toggle('a')
  toggle('run')
  expect(reloaded()).toEqual([true, true])
  toggle('a')
  toggle('run')
  expect(reloaded()).toEqual([false, false])
})
