import type { ScriptError } from '@parley/model'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { activeTab } from '../active-tab.ts'
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
  showNotSent(workbench, { showSecret: async name => void secrets.push(name) }, window.toasts)
  const tabId = workbench.newRequestTab()
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
  }
  return { workbench, tabId, fail, secrets, shown: () => window.toasts.store.getState().toasts, window }
}

test('a send that a script stopped is reported once, with a link to the line', async () => {
  const { workbench, tabId, fail, shown, window } = setUp()
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

test('its toast disappears when its tab is sent again, and no other does', async () => {
  const { workbench, tabId, fail, shown } = setUp()
  await fail()
  await workbench.sendTab(workbench.newRequestTab())
  expect(shown()).toHaveLength(1)
  await workbench.sendTab(tabId)
  expect(shown()).toEqual([])
})

test('the error of a script that may not read a secret links to the secret', async () => {
  const { fail, shown, secrets } = setUp()
  await fail({ ...scriptError, message: 'Secret variable "key" is withheld from scripts' })
  shown()[0]?.action?.run()
  expect(secrets).toEqual(['key'])
})

test('a script of a folder has no line to go to', async () => {
  const { fail, shown } = setUp()
  await fail({ ...scriptError, owner: 'folder' })
  expect(shown()).toMatchObject([{ title: 'Request not sent' }])
  expect(shown()[0]?.action).toBeUndefined()
})
