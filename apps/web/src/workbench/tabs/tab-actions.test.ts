import { type NewRequestFields, newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { isRequestTab, newTab } from './request-tab.ts'
import { canRevert, closeSavedTabs, revertToSaved, saveAllTabs } from './tab-actions.ts'

/** Tabs by their IDs: those in a file are in `saved`, those with changes in `edited`. */
function setUp({ ids, saved, edited }: Readonly<Record<'ids' | 'saved' | 'edited', string>>) {
  const window = createTestWindow({})
  const workbench = createTestWorkbench({}, window)
  const tabs = [...ids].map(id => {
    const source = saved.includes(id) ? { requestId: `r${id}`, parentId: 'f', path: [] } : null
    return newTab({ id, source, request: request({ url: `http://${id}` }), version: null })
  })
  workbench.store.setState({ tabs, activeTabId: ids[0] ?? null })
  for (const id of edited) workbench.editDraft(id, draft => ({ ...draft, url: `${draft.url}/typed` }))
  const tab = (id: string) => workbench.store.getState().tabs.find(one => one.id === id)
  const url = (id: string) => {
    const found = tab(id)
    return found !== undefined && isRequestTab(found) ? found.draft.url : null
  }
  const open = () =>
    workbench.store
      .getState()
      .tabs.map(({ id }) => id)
      .join('')
  const none = { edit: () => {}, editVariables: () => {} }
  const stores = { containerTabs: none, variableTabs: none, exampleTabs: none, toasts: window.toasts }
  return { workbench, toasts: window.toasts, tab, url, open, stores: { workbench, ...stores } }
}

const request = (fields: NewRequestFields) => newHttpRequest(fields)

test('tabs without changes close together, and nothing is asked', () => {
  const { workbench, open } = setUp({ ids: 'abcd', saved: 'abc', edited: 'bd' })
  closeSavedTabs({ workbench })
  expect(open()).toBe('bd')
  expect(workbench.store.getState().closingTabId).toBeNull()
})

test('all tabs are saved, those that have no place yet last, until one is not saved', async () => {
  const { workbench } = setUp({ ids: 'abcde', saved: 'bd', edited: 'abcd' })
  const saved: string[] = []
  const save = async (id: string | null) => {
    saved.push(id ?? '')
    return id !== 'a'
  }
  await saveAllTabs({ workbench, saving: { save } })
  expect(saved).toEqual(['b', 'd', 'a'])
  expect(workbench.store.getState().activeTabId).toBe('a')
})

test('changes are given up for what is saved, and come back', async () => {
  const { stores, toasts, tab, url } = setUp({ ids: 'ab', saved: 'a', edited: 'ab' })
  expect(['a', 'b', 'c'].map(id => canRevert(tab(id)))).toEqual([true, false, false])
  const save = async () => true
  for (const id of ['a', 'b']) revertToSaved({ ...stores, saving: { save } }, id)
  expect([url('a'), url('b')]).toEqual(['http://a', 'http://b/typed'])
  expect(canRevert(tab('a'))).toBe(false)
  const [toast] = toasts.store.getState().toasts
  expect(toast?.title).toBe('Reverted /typed')
  await toast?.action?.run()
  expect(url('a')).toBe('http://a/typed')
})
