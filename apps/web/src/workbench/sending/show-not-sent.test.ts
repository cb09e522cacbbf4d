import type { ScriptError } from '@parley/model'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { activeTab, requestTab } from '../active-tab.ts'
import { followTabsWithToasts } from '../follow-tabs-with-toasts.ts'
import { tokenNotRenewedToast } from '../request/token-not-renewed-toast.ts'
import { testExchange } from '../response/exchange.testkit.ts'
import { createTestWorkbench } from '../workbench.testkit.ts'
import { showNotSent } from './show-not-sent.ts'

const scriptError: ScriptError = {
  message: 'ReferenceError: tokn is not defined',
  owner: 'request',
  phase: 'preRequest',
  line: 3,
  column: 1,
}

function setUp() {
  const window = createTestWindow()
  const sendIds: string[] = []
  const workbench = createTestWorkbench({ start: async ({ sendId }) => sendIds.push(sendId) }, window)
  const secrets: string[] = []
  followTabsWithToasts(workbench.store, window.toasts)
  showNotSent(workbench, { showSecret: async name => void secrets.push(name) }, window.toasts)
  const tabId = workbench.newRequestTab()
  /** Shows another tab, from which the toast leads to the one that was sent. */
  const leave = () => workbench.newRequestTab()
  /** Sends the tab, whose script fails. */
  async function fail(error: ScriptError = scriptError): Promise<void> {
    await workbench.sendTab(tabId)
    const failure = {
      kind: 'script',
      code: 'SCRIPT_ERROR',
      step: 'prepare',
      address: '',
      subject: error.message,
      elapsedMs: 0,
      scriptError: error,
    } as const
    const progress = { state: 'failed', failure, attempt: null, response: null } as const
    workbench.receiveProgress(sendIds.at(-1) ?? '', progress)
    // The words are loaded by then.
    await import('./not-sent-toast.ts')
  }
  return {
    workbench,
    tabId,
    leave,
    fail,
    secrets,
    shown: () => window.toasts.store.getState().toasts,
    window,
  }
}

test('a send that a script stopped is reported once, with a link to the line', async () => {
  const { workbench, tabId, leave, fail, shown, window } = setUp()
  leave()
  await fail()
  workbench.editDraft(tabId, draft => ({ ...draft, url: 'http://typed.test/' }))
  expect(window.shown).toHaveLength(1)
  const [toast] = shown()
  expect(toast).toMatchObject({ title: 'Request not sent', action: { label: 'Go to line 3' } })
  toast?.action?.run()
  expect(activeTab(workbench.store.getState())).toMatchObject({
    requestSection: 'script',
    scriptPart: 'preRequest',
    scriptJump: { line: 3 },
  })
})

test('it is brief over the pane that has the error, with what leads to it', async () => {
  const { fail, shown } = setUp()
  await fail()
  expect(shown()).toMatchObject([{ code: scriptError.message, isBrief: true }])
  expect(shown()[0]).not.toHaveProperty('action')
})

test('it names its request, and its link leads to it from another tab', async () => {
  const { workbench, tabId, fail, shown } = setUp()
  workbench.editDraft(tabId, draft => ({ ...draft, url: 'http://a.test/books' }))
  const other = workbench.newRequestTab()
  await fail()
  expect(workbench.store.getState().activeTabId).toBe(other)
  expect(shown()).toMatchObject([{ text: '/books: The Pre Request script failed. Nothing was sent.' }])
  shown()[0]?.action?.run()
  expect(workbench.store.getState().activeTabId).toBe(tabId)
})

test.each<[string, (set: ReturnType<typeof setUp>) => unknown, number]>([
  ['when its tab is sent again', ({ workbench, tabId }) => workbench.sendTab(tabId), 0],
  ['when another tab is shown, as its pane has the error', ({ workbench }) => workbench.newRequestTab(), 0],
  ['when its tab is closed', ({ workbench, tabId }) => workbench.closeTab(tabId), 0],
  [
    'not when its text is edited',
    ({ workbench, tabId }) => workbench.editDraft(tabId, draft => ({ ...draft, url: 'x' })),
    1,
  ],
])('its toast disappears %s', async (_, act, left) => {
  const set = setUp()
  await set.fail()
  await act(set)
  expect(set.shown()).toHaveLength(left)
})

test('the notice of a token that was not renewed disappears when its tab is sent again', async () => {
  const { workbench, tabId, shown, window } = setUp()
  const notices = [{ code: 'TOKEN_NOT_RENEWED', reason: 'The token server answered 400.' }] as const
  const noTests = { results: [], scriptErrors: [] }
  const answered = { state: 'answered', exchange: { ...testExchange, notices }, tests: noTests } as const
  const toast = tokenNotRenewedToast(tabId, answered)
  if (toast !== null) window.toasts.show(toast)
  expect(shown()).toMatchObject([{ title: 'Token not renewed', owner: { tabId } }])
  await workbench.sendTab(tabId)
  expect(shown()).toEqual([])
})

test('a send of another request leaves it', async () => {
  const { workbench, fail, shown } = setUp()
  const other = workbench.newRequestTab()
  await fail()
  await workbench.sendTab(other)
  expect(shown()).toHaveLength(1)
})

test('its error stands in its pane until it is sent again', async () => {
  const { workbench, tabId, fail } = setUp()
  await fail()
  const sendOf = () => requestTab(workbench.store.getState(), tabId)?.send
  expect(sendOf()).toMatchObject({ state: 'idle', scriptError })
  workbench.newRequestTab()
  expect(sendOf()).toMatchObject({ state: 'idle', scriptError })
  await workbench.sendTab(tabId)
  expect(sendOf()).toMatchObject({ state: 'awaiting' })
})

test('the error of a script that may not read a secret links to the secret', async () => {
  const { leave, fail, shown, secrets } = setUp()
  leave()
  await fail({ ...scriptError, message: 'Secret variable "key" is withheld from scripts' })
  shown()[0]?.action?.run()
  expect(secrets).toEqual(['key'])
})

test('a script of a folder has no line to go to', async () => {
  const { leave, fail, shown } = setUp()
  leave()
  await fail({ ...scriptError, owner: 'folder' })
  expect(shown()).toMatchObject([{ title: 'Request not sent' }])
  expect(shown()[0]?.action?.label).toBe('Go to request')
})
