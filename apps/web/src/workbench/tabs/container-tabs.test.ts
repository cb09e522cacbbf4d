import type { ContainerContent, Done, EditedVariable, ScopedSecret } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createDocumentServices } from '../documents/document-services.ts'
import type { OpenTabs } from '../documents/document-tabs.ts'
import { noEditedDefaults } from './container-tabs.testkit.ts'
import { createContainerTabs } from './container-tabs.ts'
import { isContainerTab } from './request-tab.ts'
import { restoredTab, tabContent, tabView } from './tab-content.ts'

interface Access {
  readonly secrets: readonly ScopedSecret[]
  readonly isAllowed: boolean
}

const content: ContainerContent = { name: 'Shop', docs: '', defaults: noEditedDefaults }
const entryOf = (kind: 'collection' | 'folder') =>
  ({ node: { kind, id: 'shop', name: 'Shop', children: [] }, path: [], parentId: null }) as const
const entry = entryOf('collection')

function setUp(setScriptAccess: (input: Access) => Promise<Done> = async () => ({ state: 'done' })) {
  const workbench: OpenTabs = createStore(() => ({ tabs: [], activeTabId: null }))
  const disk = { content, version: 'v1', file: null }
  const window = createTestWindow({ newId: () => 'tab' })
  const services = createDocumentServices(workbench, window)
  const calls = {
    readContainer: async () => ({ ...disk }),
    readContainerIfThere: async () => ({ ...disk }),
    saveContainer: async () => ({ state: 'saved', version: 'v2' }) as const,
  }
  const tabs = createContainerTabs(workbench, services, calls, { setScriptAccess })
  const tab = () => {
    const [shown] = workbench.getState().tabs
    if (shown === undefined || !isContainerTab(shown)) throw new Error('No tab')
    return shown
  }
  return { tabs, tab, disk, toasts: window.toasts }
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
    defaults: { ...noEditedDefaults, auth: { type: 'bearer', token } },
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

const secret = (name: string, allowedToScripts: boolean): EditedVariable => ({
  variable: { secret: true, name, enabled: true, allowedToScripts },
  secretValue: 'value',
})
const withRows = (...variables: readonly EditedVariable[]): ContainerContent => ({
  ...content,
  defaults: { ...noEditedDefaults, variables },
})

it.each(['collection', 'folder'] as const)(
  'lets scripts read a saved secret of a %s with the click, and says so where it is refused',
  async kind => {
    const asked: Access[] = []
    let answer: Done = { state: 'done' }
    const { tabs, tab, disk, toasts } = setUp(async access => {
      asked.push(access)
      if (answer.state === 'done')
        Object.assign(disk, { content: withRows(secret('pin', access.isAllowed)), version: 'v5' })
      return answer
    })
    Object.assign(disk, { content: withRows(secret('pin', false)) })
    await tabs.open(entryOf(kind))
    // What is not saved is allowed by the save.
    const added = secret('new', true)
    tabs.editVariables('tab', [secret('pin', true), added])
    await expect.poll(() => tab().version).toBe('v5')
    expect(asked).toEqual([{ secrets: [{ place: { kind, id: 'shop' }, name: 'pin' }], isAllowed: true }])
    expect(tab().saved).toEqual(withRows(secret('pin', true)))
    expect(tab().draft.defaults.variables).toEqual([secret('pin', true), added])
    answer = { state: 'failed', sentence: 'It is locked.', nextStep: 'Unlock it.' }
    tabs.editVariables('tab', [secret('pin', false), added])
    await expect.poll(() => tab().draft.defaults.variables).toEqual([secret('pin', true), added])
    expect(toasts.store.getState().toasts).toMatchObject([{ text: 'It is locked. Unlock it.' }])
  },
)

it('is restored from the journal of a release without secrets of collections', async () => {
  const { tabs, tab } = setUp()
  await tabs.open(entry)
  const variable = { secret: false, name: 'a', value: { text: '1' }, enabled: true } as const
  tabs.editVariables('tab', [{ variable, secretValue: null }])
  const shown = tab()
  const earlier = tabContent(shown).replace(
    JSON.stringify({ variable, secretValue: null }),
    JSON.stringify(variable),
  )
  expect(restoredTab({ tabId: 'tab', view: tabView(shown), content: earlier, opened: null })).toEqual(shown)
})
