import { noRequestDefaults } from '@parley/model'
import type { ContainerContent } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createDocumentServices } from '../documents/document-services.ts'
import type { OpenTabs } from '../documents/document-tabs.ts'
import { createContainerTabs } from './container-tabs.ts'
import { isContainerTab } from './request-tab.ts'
import { restoredTab, tabContent, tabView } from './tab-content.ts'

const content: ContainerContent = { name: 'Shop', docs: '', defaults: noRequestDefaults }
const entry = {
  node: { kind: 'collection', id: 'shop', name: 'Shop', children: [] },
  path: [],
  parentId: null,
} as const

function setUp() {
  const workbench: OpenTabs = createStore(() => ({ tabs: [], activeTabId: null }))
  const disk = { content, version: 'v1', file: null }
  const services = createDocumentServices(workbench, createTestWindow({ newId: () => 'tab' }))
  const tabs = createContainerTabs(workbench, services, {
    readContainer: async () => ({ ...disk }),
    readContainerIfThere: async () => ({ ...disk }),
    saveContainer: async () => ({ state: 'saved', version: 'v2' }),
  })
  const tab = () => {
    const [shown] = workbench.getState().tabs
    if (shown === undefined || !isContainerTab(shown)) throw new Error('No tab')
    return shown
  }
  return { tabs, tab, disk }
}

it('follows a rename, and keeps what was typed', async () => {
  const { tabs, tab, disk } = setUp()
  await tabs.open(entry)
  tabs.edit('tab', draft => ({ ...draft, docs: 'typed' }))
  Object.assign(disk, { content: { ...content, name: 'Store' }, version: 'v3' })
  await tabs.refresh('shop')
  expect(tab()).toMatchObject({ draft: { name: 'Store', docs: 'typed' }, version: 'v3' })
})

it('takes over a secret that was typed elsewhere, as no file contains it', async () => {
  const { tabs, tab, disk } = setUp()
  const withToken = (token: string): ContainerContent => ({
    ...content,
    defaults: { ...noRequestDefaults, auth: { type: 'bearer', token } },
  })
  Object.assign(disk, { content: withToken('') })
  await tabs.open(entry)
  tabs.edit('tab', draft => ({ ...draft, docs: 'typed' }))
  Object.assign(disk, { content: withToken('given') })
  await tabs.refresh('shop')
  expect(tab().draft).toEqual({ ...withToken('given'), docs: 'typed' })
  expect(tab().saved).toEqual(withToken('given'))
})

it('is restored from the journal, also from that of an earlier release', async () => {
  const { tabs, tab } = setUp()
  await tabs.open(entry)
  tabs.edit('tab', draft => ({ ...draft, docs: 'typed' }))
  tabs.chooseSection('tab', 'script')
  const shown = tab()
  const restore = (text: string) =>
    restoredTab({ tabId: 'tab', view: tabView(shown), content: text, opened: null })
  expect(restore(tabContent(shown))).toEqual(shown)
  const { replacements: _, source, ...rest } = shown
  const earlier = { ...rest, source: { branchId: source.containerId, parentId: null, path: [] } }
  expect(restore(JSON.stringify({ format: 1, branch: earlier }))).toEqual(shown)
})
