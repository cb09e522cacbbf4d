import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { activeTab } from '../active-tab.ts'
import { isRequestTab } from '../tabs/request-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'

function setUp() {
  const workbench = createTestWorkbench()
  const tabId = workbench.newRequestTab()
  const draft = () => activeTab(workbench.store.getState())?.draft
  const draftId = () => activeTab(workbench.store.getState())?.draftId
  const typeUrl = (url: string) => workbench.editDraft(tabId, old => ({ ...old, url }))
  return { workbench, tabId, draft, draftId, typeUrl }
}

const pasted = newHttpRequest({
  method: 'POST',
  url: 'http://b',
  body: { type: 'raw', language: 'text', text: '1' },
})

test('one undo restores the whole old draft, and one redo the new one', () => {
  const { workbench, tabId, draft, draftId, typeUrl } = setUp()
  typeUrl('http://a')
  workbench.chooseBodyType(tabId, 'raw')
  workbench.chooseBodyType(tabId, 'none')
  const [before, nameBefore] = [draft(), draftId()]
  workbench.replaceDraft(tabId, pasted)
  expect(draft()).toEqual(pasted)
  expect(draftId()).not.toBe(nameBefore)
  expect(activeTab(workbench.store.getState())).toMatchObject({ requestSection: 'body', keptBodies: {} })
  expect(workbench.undoReplacement(tabId)).toBe(true)
  expect([draft(), draftId()]).toEqual([before, nameBefore])
  expect(activeTab(workbench.store.getState())?.keptBodies).toHaveProperty('raw')
  expect(workbench.undoReplacement(tabId)).toBe(false)
  expect(workbench.redoReplacement(tabId)).toBe(true)
  expect(draft()).toEqual(pasted)
  expect(workbench.redoReplacement(tabId)).toBe(false)
})

test('edits are undone before the replacement, or restored with it', () => {
  const { workbench, tabId, draft, typeUrl } = setUp()
  workbench.replaceDraft(tabId, pasted)
  typeUrl('http://b/edited')
  expect(workbench.undoReplacement(tabId)).toBe(false)
  typeUrl('http://b')
  expect(workbench.undoReplacement(tabId)).toBe(true)
  expect(workbench.redoReplacement(tabId)).toBe(true)
  typeUrl('http://b/edited')
  expect(workbench.undoReplacement(tabId, { evenIfEdited: true })).toBe(true)
  expect(draft()?.url).toBe('')
  typeUrl('http://c')
  expect(workbench.redoReplacement(tabId)).toBe(false)
  typeUrl('')
  expect(workbench.redoReplacement(tabId)).toBe(true)
  expect(draft()?.url).toBe('http://b/edited')
})

test('further requests open next to it, unsaved, and the active tab stays', () => {
  const { workbench, tabId } = setUp()
  const last = workbench.newRequestTab()
  workbench.activateTab(tabId)
  workbench.openAfter(tabId, [pasted, newHttpRequest({ url: 'http://c' })])
  const { tabs: open, activeTabId } = workbench.store.getState()
  const tabs = open.filter(isRequestTab)
  expect(tabs.map(tab => tab.draft.url)).toEqual(['', 'http://b', 'http://c', ''])
  expect(tabs.map(tab => tab.saved.url)).toEqual(['', '', '', ''])
  expect([tabs[0]?.id, tabs[3]?.id, activeTabId]).toEqual([tabId, last, tabId])
})
