import {
  type HistoryEntry,
  newHttpRequest,
  type Response,
  type ScriptError,
  type SendProgress,
} from '@parley/model'
import type { ResumedSend } from '@parley/server/contract'
import { describe, expect, it } from 'vitest'
import { createTestWindow } from '../window/window-context.testkit.ts'
import { activeTab } from './active-tab.ts'
import type { SendCalls } from './commands/send-calls.ts'
import { testExchange, testResponse } from './response/exchange.testkit.ts'
import { errorLineOf } from './sending/script-errors.ts'
import { openEntry } from './tabs/open-entry.ts'
import { badgeOf, inheritedPlaceId, isRequestTab, isUnsaved, shownSend, tabName } from './tabs/request-tab.ts'
import { takeEdits } from './tabs/take-edits.ts'
import { createWorkbench } from './workbench.ts'

const source = { requestId: 'r1', parentId: 'f1', path: ['Bookshop API', 'Books'] }
const listBooks = newHttpRequest({ name: 'List books', url: 'http://localhost/books' })

const answered: SendProgress = {
  state: 'answered',
  exchange: testExchange,
  tests: { results: [], scriptErrors: [] },
}

function cancelled(partial: Response | null): SendProgress {
  const failure = {
    kind: 'cancelled',
    code: 'CANCELLED',
    step: 'response',
    address: '',
    subject: '',
    elapsedMs: 3,
  } as const
  return { state: 'failed', failure, attempt: null, response: partial }
}

function setUp(start: SendCalls['start'] = async () => undefined) {
  const window = createTestWindow({ describeError: () => 'No server.', now: () => 1_000 })
  const started: Parameters<SendCalls['start']>[0][] = []
  const cancelledIds: string[] = []
  const released: string[] = []
  const downloaded: string[] = []
  const resumed: Record<string, ResumedSend> = {}
  const sends: SendCalls = {
    start(input) {
      started.push(input)
      return start(input)
    },
    async cancel(sendId) {
      cancelledIds.push(sendId)
    },
    resume: async sendId => resumed[sendId] ?? { state: 'unknown' },
    release: sendId => released.push(sendId),
    downloadBody: handle => downloaded.push(handle),
  }
  const workbench = createWorkbench(sends, window)
  const present = () => {
    const tab = activeTab(workbench.store.getState())
    if (tab === null) throw new Error('No tab is active')
    return tab
  }
  const sendIdAt = (index: number) => started[index]?.sendId ?? 'none'
  return {
    resumed,
    workbench,
    present,
    sendIdAt,
    timers: window.timers,
    frames: window.frames,
    started,
    cancelledIds,
    released,
    downloaded,
  }
}

describe('a pre-request script that fails', () => {
  it('leaves the send idle', async () => {
    const { workbench, present, sendIdAt } = setUp()
    const tabId = workbench.newRequestTab()
    await workbench.sendTab(tabId)
    const scriptError: ScriptError = {
      message: 'ReferenceError: tokn is not defined',
      owner: 'request',
      phase: 'preRequest',
      line: 3,
      column: 1,
    }
    const failure = {
      kind: 'script',
      code: 'SCRIPT_ERROR',
      step: 'prepare',
      address: '',
      subject: 'ReferenceError: tokn is not defined',
      elapsedMs: 0,
      scriptError,
    } as const
    workbench.receiveProgress(sendIdAt(0), { state: 'failed', failure, attempt: null, response: null })
    expect(present().send).toEqual({ state: 'idle', scriptError })
    expect(errorLineOf(present(), 'preRequest')).toBe(3)
    expect(errorLineOf(present(), 'postResponse')).toBe(null)
  })
})

describe('Send and download', () => {
  const awaiting: SendProgress = {
    state: 'awaiting',
    startedAt: 0,
    targetUri: '',
    requestContent: { sentBytes: 0, totalBytes: 0 },
    response: null,
  }

  it('saves the body once, from its first byte', async () => {
    const { workbench, sendIdAt, downloaded } = setUp()
    await workbench.sendTabAndDownload(workbench.newRequestTab())
    workbench.receiveProgress(sendIdAt(0), awaiting)
    expect(downloaded).toEqual([])
    workbench.receiveProgress(sendIdAt(0), { ...awaiting, response: testResponse })
    workbench.receiveProgress(sendIdAt(0), { ...awaiting, response: testResponse })
    workbench.receiveProgress(sendIdAt(0), answered)
    expect(downloaded).toEqual(['h'])
  })

  it('saves nothing if the send could not be started, whatever is reported later', async () => {
    const { workbench, sendIdAt, downloaded } = setUp(() => Promise.reject(new Error('no server')))
    await workbench.sendTabAndDownload(workbench.newRequestTab())
    workbench.receiveProgress(sendIdAt(0), answered)
    expect(downloaded).toEqual([])
  })

  it('saves the body of a quick response, and nothing of a failure or of another send', async () => {
    const { workbench, sendIdAt, downloaded } = setUp()
    const tabId = workbench.newRequestTab()
    await workbench.sendTabAndDownload(tabId)
    workbench.receiveProgress(sendIdAt(0), cancelled(null))
    await workbench.sendTab(tabId)
    workbench.receiveProgress(sendIdAt(1), answered)
    expect(downloaded).toEqual([])
    await workbench.sendTabAndDownload(tabId)
    workbench.receiveProgress(sendIdAt(2), answered)
    expect(downloaded).toEqual(['h'])
  })
})

describe('tabs', () => {
  it('closes all, asking for each with changes, and then opens a fresh request', () => {
    const { workbench, present } = setUp()
    const edit = (tabId: string) => workbench.editDraft(tabId, draft => ({ ...draft, url: 'changed' }))
    const [a, b, c] = [workbench.newRequestTab(), workbench.newRequestTab(), workbench.newRequestTab()]
    edit(a)
    edit(c)
    workbench.closeAllTabs()
    expect(workbench.store.getState().closingTabId).toBe(a)
    workbench.discardTab(a)
    expect(workbench.store.getState()).toMatchObject({ closingTabId: c, activeTabId: c })
    expect(workbench.store.getState().tabs.map(tab => tab.id)).not.toContain(b)
    workbench.discardTab(c)
    expect(workbench.store.getState()).toMatchObject({ closingTabId: null, tabs: [{ draft: { url: '' } }] })
    expect(isUnsaved(present())).toBe(false)
  })

  it('closes all without another question if none is to be saved', () => {
    const { workbench } = setUp()
    const ids = [workbench.newRequestTab(), workbench.newRequestTab(), workbench.newRequestTab()]
    for (const id of ids) workbench.editDraft(id, draft => ({ ...draft, url: 'changed' }))
    workbench.closeAllTabs()
    workbench.discardClosing()
    expect(workbench.store.getState()).toMatchObject({ closingTabId: null, tabs: [{ draft: { url: '' } }] })
  })

  it('keeps the remaining tabs if the answer is Cancel', () => {
    const { workbench } = setUp()
    const [a, b, c] = [workbench.newRequestTab(), workbench.newRequestTab(), workbench.newRequestTab()]
    workbench.editDraft(b, draft => ({ ...draft, url: 'changed' }))
    workbench.closeOtherTabs(a)
    workbench.keepTab()
    expect(workbench.store.getState().tabs.map(tab => tab.id)).toEqual([a, b, c])
    workbench.discardTab(b)
    expect(workbench.store.getState().tabs.map(tab => tab.id)).toEqual([a, c])
  })

  it('opens a duplicate next to the original, as an unsaved copy', () => {
    const { workbench, present } = setUp()
    const first = workbench.openRequest(source, listBooks)
    workbench.newRequestTab()
    workbench.duplicateTab(first)
    const { tabs } = workbench.store.getState()
    expect(tabs.filter(isRequestTab).map(tab => tab.draft.url)).toEqual([listBooks.url, listBooks.url, ''])
    expect(present()).toMatchObject({ source: null, draft: listBooks })
    expect(isUnsaved(present())).toBe(true)
    // Its variables, authorization and scripts are those of the original.
    expect(inheritedPlaceId(present())).toBe(source.parentId)
  })

  it('gives a saved copy the unsaved changes of its original, under its own name', () => {
    const { workbench, present } = setUp()
    const first = workbench.openRequest(source, listBooks)
    workbench.editDraft(first, draft => ({ ...draft, url: 'http://a/typed' }))
    const original = present()
    workbench.openRequest({ ...source, requestId: 'copy' }, { ...listBooks, name: 'Copy' })
    takeEdits(workbench, 'copy', original, 'd')
    expect(present()).toMatchObject({
      draft: { name: 'Copy', url: 'http://a/typed' },
      saved: { name: 'Copy' },
    })
    expect(isUnsaved(present())).toBe(true)
    takeEdits(workbench, 'gone', original, 'd')
  })

  it('moves a tab', () => {
    const { workbench } = setUp()
    const [a, b, c] = [workbench.newRequestTab(), workbench.newRequestTab(), workbench.newRequestTab()]
    workbench.moveTab(c, 0)
    workbench.moveTab('gone', 0)
    expect(workbench.store.getState().tabs.map(tab => tab.id)).toEqual([c, a, b])
  })

  it('presets a GraphQL request', () => {
    const { workbench, present } = setUp()
    workbench.newRequestTab('graphql')
    expect(present().draft).toMatchObject({
      method: 'POST',
      headers: [{ name: 'Content-Type', value: 'application/json', enabled: true }],
      body: { type: 'graphql' },
    })
    expect(isUnsaved(present())).toBe(false)
    expect(badgeOf(present())).toBe('GQL')
  })

  it('activates the tab of a request that is already open', () => {
    const { workbench } = setUp()
    const first = workbench.openRequest(source, listBooks)
    workbench.newRequestTab()
    expect(workbench.openRequest(source, listBooks)).toBe(first)
    expect(workbench.store.getState().tabs).toHaveLength(2)
    expect(workbench.store.getState().activeTabId).toBe(first)
  })

  it('activates the right neighbour of a closed tab, or the left one, or none', () => {
    const { workbench } = setUp()
    const [a, b, c] = [workbench.newRequestTab(), workbench.newRequestTab(), workbench.newRequestTab()]
    workbench.activateTab(b)
    workbench.closeTab(b)
    expect(workbench.store.getState().activeTabId).toBe(c)
    workbench.closeTab(c)
    expect(workbench.store.getState().activeTabId).toBe(a)
    workbench.closeTab(a)
    expect(workbench.store.getState().activeTabId).toBeNull()
  })

  it('asks before it closes a tab with unsaved changes, and not once they are undone', () => {
    const { workbench, present } = setUp()
    const id = workbench.openRequest(source, listBooks)
    workbench.editDraft(id, draft => ({ ...draft, method: 'POST' }))
    expect(isUnsaved(present())).toBe(true)
    workbench.closeTab(id)
    expect(workbench.store.getState()).toMatchObject({ closingTabId: id, tabs: [{ id }] })
    workbench.keepTab()
    workbench.editDraft(id, draft => ({ ...draft, method: 'GET' }))
    expect(isUnsaved(present())).toBe(false)
    workbench.closeTab(id)
    expect(workbench.store.getState()).toMatchObject({ closingTabId: null, tabs: [] })
  })

  it('names a tab after the request, or after its URL', () => {
    const { workbench, present } = setUp()
    const id = workbench.newRequestTab()
    expect(tabName(present())).toBe('Untitled request')
    workbench.editDraft(id, draft => ({ ...draft, url: 'http://a' }))
    expect(tabName(present())).toBe('a')
    workbench.editDraft(present().id, draft => ({ ...draft, url: `http://a/${'b'.repeat(1_000_000)}` }))
    expect(tabName(present())).toMatch(/^\/b{199}…$/)
  })

  it('opens a request with a body on its body', () => {
    const { workbench, present } = setUp()
    workbench.openRequest(source, newHttpRequest({ body: { type: 'raw', language: 'json', text: '{}' } }))
    expect(present().requestSection).toBe('body')
  })
})

describe('sends', () => {
  it('sends the draft with its parent and shows the response', async () => {
    const { workbench, present, started, sendIdAt } = setUp()
    const id = workbench.openRequest(source, listBooks)
    workbench.editDraft(id, draft => ({ ...draft, method: 'HEAD' }))
    await workbench.sendActiveTab()
    expect(started[0]).toMatchObject({ parentId: 'f1', request: { method: 'HEAD' } })
    workbench.receiveProgress(sendIdAt(0), answered)
    const sentTests = { scripts: ['', ''], assertions: [] }
    expect(present().send).toEqual({ ...answered, sendId: sendIdAt(0), sentTests })
  })

  it('delays the waiting view so that a quick response does not flash', async () => {
    const { workbench, present, timers, sendIdAt } = setUp()
    workbench.openRequest(source, listBooks)
    await workbench.sendActiveTab()
    expect(shownSend(present().send)).toEqual({ state: 'idle' })
    timers[0]?.run()
    expect(shownSend(present().send).state).toBe('awaiting')
    workbench.receiveProgress(sendIdAt(0), answered)
    await workbench.sendActiveTab()
    expect(shownSend(present().send).state).toBe('answered')
  })

  it('shows status and headers from the first byte', async () => {
    const { workbench, present, sendIdAt, frames } = setUp()
    workbench.openRequest(source, listBooks)
    await workbench.sendActiveTab()
    const progress: SendProgress = {
      state: 'awaiting',
      startedAt: 5,
      targetUri: 'http://b/',
      requestContent: { sentBytes: 0, totalBytes: 0 },
      response: testResponse,
    }
    workbench.receiveProgress(sendIdAt(0), progress)
    frames[0]?.()
    expect(shownSend(present().send)).toMatchObject({
      state: 'awaiting',
      targetUri: 'http://b/',
      response: testResponse,
    })
  })

  it('shows the progress of sends once per frame, and their end at once', async () => {
    const { workbench, present, sendIdAt, frames } = setUp()
    const first = workbench.newRequestTab()
    await workbench.sendTab(first)
    const second = workbench.newRequestTab()
    await workbench.sendTab(second)
    const at = (targetUri: string): SendProgress => ({
      state: 'awaiting',
      startedAt: 5,
      targetUri,
      requestContent: { sentBytes: 0, totalBytes: 0 },
      response: testResponse,
    })
    let changes = 0
    workbench.store.subscribe(() => {
      changes += 1
    })
    for (const uri of ['http://a/', 'http://b/', 'http://c/']) workbench.receiveProgress(sendIdAt(1), at(uri))
    expect(changes).toBe(0)
    expect(frames).toHaveLength(1)
    frames[0]?.()
    expect(changes).toBe(1)
    expect(present().send).toMatchObject({ targetUri: 'http://c/' })
    workbench.receiveProgress(sendIdAt(1), at('http://d/'))
    workbench.receiveProgress(sendIdAt(0), answered)
    expect(present().send).toMatchObject({ targetUri: 'http://d/' })
    workbench.activateTab(first)
    expect(present().send).toMatchObject({ state: 'answered' })
    frames[1]?.()
    expect(present().send).toMatchObject({ state: 'answered' })
    workbench.receiveProgress(sendIdAt(1), at('http://e/'))
    expect(frames).toHaveLength(3)
  })

  it('does not send twice at once', async () => {
    const { workbench, started } = setUp()
    workbench.newRequestTab()
    await workbench.sendActiveTab()
    await workbench.sendActiveTab()
    expect(started).toHaveLength(1)
  })

  it('releases the earlier body when it sends again, and the last one when the tab closes', async () => {
    const { workbench, released, sendIdAt } = setUp()
    const id = workbench.newRequestTab()
    await workbench.sendActiveTab()
    workbench.receiveProgress(sendIdAt(0), answered)
    await workbench.sendActiveTab()
    expect(released).toEqual([sendIdAt(0)])
    workbench.discardTab(id)
    expect(released).toEqual([sendIdAt(0), sendIdAt(1)])
  })

  it('returns to idle when cancelled, or keeps what had arrived', async () => {
    const { workbench, present, cancelledIds, sendIdAt } = setUp()
    workbench.newRequestTab()
    expect(workbench.cancelActiveSend()).toBe(false)
    await workbench.sendActiveTab()
    expect(workbench.cancelActiveSend()).toBe(true)
    expect(cancelledIds).toEqual([sendIdAt(0)])
    workbench.receiveProgress(sendIdAt(0), cancelled(null))
    expect(present().send).toEqual({ state: 'idle' })
    await workbench.sendActiveTab()
    workbench.receiveProgress(sendIdAt(1), cancelled(testResponse))
    expect(present().send).toEqual({
      state: 'cancelled',
      sendId: sendIdAt(1),
      attempt: null,
      response: testResponse,
    })
  })

  it('ignores events of a send that was released', async () => {
    const { workbench, present, sendIdAt } = setUp()
    workbench.newRequestTab()
    await workbench.sendActiveTab()
    workbench.receiveProgress('another', answered)
    expect(present().send.state).toBe('awaiting')
    workbench.receiveProgress(sendIdAt(0), answered)
    workbench.receiveProgress(sendIdAt(0), cancelled(null))
    expect(present().send.state).toBe('answered')
  })

  it('follows a send that was started although the response to the call was lost', async () => {
    const { workbench, present, resumed, sendIdAt } = setUp(() =>
      Promise.reject(new TypeError('fetch failed')),
    )
    workbench.newRequestTab()
    const sending = workbench.sendActiveTab()
    resumed[sendIdAt(0)] = { state: 'followed' }
    await sending
    expect(present().send.state).toBe('awaiting')
    workbench.receiveProgress(sendIdAt(0), answered)
    expect(present().send.state).toBe('answered')
  })

  it('reports why the server could not be called, and keeps what was typed', async () => {
    const { workbench, present } = setUp(() => Promise.reject(new TypeError('fetch failed')))
    const id = workbench.newRequestTab()
    workbench.editDraft(id, draft => ({ ...draft, url: 'http://a' }))
    await workbench.sendActiveTab()
    expect(present().send).toEqual({ state: 'unsent', reason: 'No server.' })
    expect(present().draft.url).toBe('http://a')
  })
})

it('an entry of the history that is looked at is no unsaved change, and one that is edited is', () => {
  const { workbench, present } = setUp()
  workbench.openRequest(source, listBooks)
  const request = newHttpRequest({ url: 'http://a/books?x=1' })
  const entry: HistoryEntry = {
    ...{ id: 'e', sentAt: 0, method: 'GET', url: request.url, requestId: 'r', state: 'failed' },
    ...{ statusCode: null, elapsedMs: 1, request, missingBody: null },
    outcome: {
      state: 'failed',
      failure: { kind: 'dns', code: 'X', step: 'dns', address: '', subject: '', elapsedMs: 1 },
      attempt: null,
      response: null,
    },
  }
  openEntry(workbench, () => 'draft', { entry, request })
  const { id } = present()
  expect(present()).toMatchObject({ source: null, draft: { url: request.url }, send: { state: 'failed' } })
  expect(isUnsaved(present())).toBe(false)
  workbench.editDraft(id, draft => ({ ...draft, url: 'http://a/other' }))
  expect(isUnsaved(present())).toBe(true)
  workbench.editDraft(id, draft => ({ ...draft, url: request.url }))
  expect(isUnsaved(present())).toBe(false)
})
