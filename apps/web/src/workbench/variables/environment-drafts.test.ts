import type { EditedVariable, EnvironmentSummary, ReadVariables } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { isVariablesTab } from '../tabs/request-tab.ts'
import { newVariablesTab } from '../tabs/variable-tabs.ts'
import { variablesAlone } from '../tabs/variables-tab.ts'
import { noClosing, type WorkbenchState } from '../workbench-state.ts'
import { EnvironmentDrafts, environmentDraft } from './environment-drafts.ts'
import type { EnvironmentsState } from './environments.ts'
import { variableKind } from './variable-kind.ts'

const item = (name: string, value: string): EditedVariable =>
  variableKind.withText(variableKind.withText(variableKind.blank, 'key', name), 'value', value)

const summary = (id: string): EnvironmentSummary => ({
  id,
  name: id.toUpperCase(),
  collection: null,
  problem: null,
})

/** Two environments on disk, `a` and `b`. */
function setUp(open?: (id: string) => ReadVariables) {
  const disk: Record<string, readonly EditedVariable[]> = { a: [item('host', 'a.test')], b: [] }
  const workbench = createStore<WorkbenchState>(() => ({
    tabs: [],
    activeTabId: null,
    closingTabId: null,
    closing: noClosing,
  }))
  const environments = createStore<EnvironmentsState>(() => ({
    environments: [summary('a'), summary('b')],
    counts: {},
    activeId: 'a',
    deletingId: null,
    renamingId: null,
    newId: null,
  }))
  const tabs = () => workbench.getState().tabs.filter(isVariablesTab)
  const drafts = new EnvironmentDrafts(
    {
      workbench: {
        store: workbench,
        closeWithoutAsking: tabId =>
          workbench.setState({ tabs: workbench.getState().tabs.filter(({ id }) => id !== tabId) }),
      },
      variableTabs: {
        editVariables: (tabId, variables) =>
          workbench.setState({
            tabs: tabs().map(tab => (tab.id === tabId ? { ...tab, draft: variablesAlone(variables) } : tab)),
          }),
      },
      environments: { store: environments },
    },
    {
      async open({ place }) {
        const id = place.kind === 'environment' ? place.id : ''
        return (
          open?.(id) ?? {
            state: 'opened',
            ...variablesAlone(disk[id] ?? []),
            version: `${id}1`,
            file: null,
          }
        )
      },
    },
    createTestWindow(),
  )
  const draftOf = (id: string) => environmentDraft(id, drafts.store.getState(), workbench.getState().tabs)
  return { drafts, draftOf, workbench, environments, disk, tabs }
}

test('an environment is read without a tab, and gets one in the background with its first edit', async () => {
  const { drafts, draftOf, workbench, tabs } = setUp()
  drafts.watch(['a', 'b'])
  await expect.poll(() => draftOf('b').variables).toEqual([])
  expect([draftOf('a').variables, tabs()]).toEqual([[item('host', 'a.test')], []])
  const { historyKey } = draftOf('a')
  drafts.edit('a', [item('host', 'other.test')])
  expect(draftOf('a')).toMatchObject({ variables: [item('host', 'other.test')], isUnsaved: true, historyKey })
  expect(tabs().map(({ name, saved, version }) => ({ name, saved: saved.variables, version }))).toEqual([
    { name: 'A', saved: [item('host', 'a.test')], version: 'a1' },
  ])
  expect(workbench.getState().activeTabId).toBeNull()
  drafts.edit('a', [])
  expect(tabs()).toHaveLength(1)
})

test('the draft is that of the page if it is open', async () => {
  const { drafts, draftOf, workbench, tabs } = setUp()
  const page = newVariablesTab({
    id: 'page',
    place: { kind: 'environment', id: 'a' },
    name: 'A',
    wanted: null,
  })
  workbench.setState({ tabs: [{ ...page, state: 'open', draft: variablesAlone([item('typed', '1')]) }] })
  drafts.watch(['a'])
  expect(draftOf('a')).toMatchObject({ historyKey: 'page', isUnsaved: true })
  drafts.edit('a', [item('typed', '2')])
  expect(tabs().map(({ id, draft }) => [id, draft.variables])).toEqual([['page', [item('typed', '2')]]])
})

test('tabs that an edit opened close with the view, but not with unsaved changes or once they were shown', async () => {
  const { drafts, draftOf, workbench, tabs } = setUp()
  const end = drafts.watch(['a', 'b'])
  await expect.poll(() => draftOf('b').variables).toEqual([])
  for (const id of ['a', 'b']) drafts.edit(id, [item('new', id)])
  const endOther = drafts.watch(['a'])
  workbench.setState({
    tabs: tabs().map(tab => (tab.name === 'A' ? { ...tab, saved: tab.draft } : tab)),
  })
  end()
  expect(tabs(), 'another view still shows them').toHaveLength(2)
  endOther()
  expect(tabs().map(({ name }) => name)).toEqual(['B'])

  const again = drafts.watch(['a'])
  await expect.poll(() => draftOf('a').variables).not.toBeNull()
  drafts.edit('a', draftOf('a').variables ?? [])
  workbench.setState({ activeTabId: tabs().find(({ name }) => name === 'A')?.id ?? null })
  again()
  expect(tabs().map(({ name }) => name)).toEqual(['B', 'A'])
})

test('what was saved is shown after its tab has closed, and changes of files are followed', async () => {
  const { drafts, draftOf, workbench, environments, disk, tabs } = setUp()
  drafts.watch(['a'])
  await expect.poll(() => draftOf('a').variables).not.toBeNull()
  drafts.edit('a', [item('typed', '1')])
  workbench.setState({ tabs: tabs().map(tab => ({ ...tab, saved: tab.draft })) })
  workbench.setState({ tabs: [] })
  expect(draftOf('a').variables).toEqual([item('typed', '1')])
  disk.a = [item('from', 'disk')]
  environments.setState({ environments: [summary('a')] })
  await expect.poll(() => draftOf('a').variables).toEqual([item('from', 'disk')])
})

test('what cannot be read says why and is not edited, and the others are read', async () => {
  const { drafts, draftOf, tabs } = setUp(id => {
    if (id === 'b') throw new Error('No server.')
    return { state: 'failed', code: 'LOCKED', sentence: 'It is locked.', nextStep: 'Unlock it.' }
  })
  drafts.watch(['a', 'b'])
  await expect.poll(() => draftOf('b').problem).toBe('No server.')
  expect(draftOf('a')).toMatchObject({ problem: 'It is locked. Unlock it.', variables: null })
  drafts.edit('a', [item('typed', '1')])
  expect(tabs()).toEqual([])
})
