import { newHttpRequest, openKinds } from '@parley/model'
import { expect, it } from 'vitest'
import { requestTab } from '../active-tab.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { takesActions } from './check-kinds.ts'
import { newDrafts } from './request-kind.ts'
import { actionHistoryKey, addSetVariable } from './set-variable.ts'

it('adds a row without a name, which is shown, unsaved, and undone in one step', () => {
  const workbench = createTestWorkbench()
  const tabId = workbench.openRequest({ requestId: 'r', parentId: 'c', path: [] }, newHttpRequest())
  const tab = () => requestTab(workbench.store.getState(), tabId)
  expect(addSetVariable(workbench, tabId, 'res.body.id')).toBe(0)
  expect(addSetVariable(workbench, tabId, 'res.body.token')).toBe(1)
  expect(tab()?.draft.actions).toMatchObject([
    { expression: 'res.body.id', variableName: '', phase: 'postResponse', enabled: true },
    { expression: 'res.body.token', variableName: '' },
  ])
  expect(tab()?.saved.actions).toEqual([])
  expect([tab()?.requestSection, tab()?.scriptPart]).toEqual(['script', 'setVariables'])
  const undone = workbench.actionHistory.undo(
    actionHistoryKey({ draftId: tabId }),
    tab()?.draft.actions ?? [],
  )
  expect(undone).toMatchObject([{ expression: 'res.body.id' }])
  expect(addSetVariable(workbench, 'closed', 'res.body')).toBeNull()
})

it('knows the requests that can have such rows', () => {
  const kinds = openKinds.filter(kind => takesActions(newDrafts[kind]()))
  expect(kinds).toEqual(['http', 'graphql', 'serverSentEvents'])
})
