import {
  type Assertion,
  type HistoryEntry,
  type HttpBody,
  type HttpRequest,
  type MultipartPart,
  newHttpRequest,
  type OpenKind,
  type RequestSection,
  type Row,
  type SendProgress,
  type SetVariableAction,
} from '@parley/model'
import type { ResumedSend } from '@parley/server/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WindowContext } from '../window/window-context.ts'
import { isDeepEqual } from './deep-equal.ts'
import { withReplacedDraft, withReplacementRedone, withReplacementUndone } from './documents/replace-draft.ts'
import { createFrameBatch } from './frame-batch.ts'
import { withBodyType } from './request/body-type.ts'
import { newDrafts } from './request/request-kind.ts'
import { createRowHistory } from './request/row-history.ts'
import type { ScriptPart } from './request/script-part.ts'
import type { BodyDisplay } from './response/body-display.ts'
import { earlierSend, latestSend } from './runs/earlier-run.ts'
import type { RunTab } from './runs/run-tab.ts'
import { resumeSends } from './sending/resume-sends.ts'
import { ClosedTabs } from './tabs/closed-tabs.ts'
import type { ContainerTab } from './tabs/container-tab.ts'
import type { ExampleTab } from './tabs/example-tab.ts'
import {
  type AwaitingSend,
  type DraftTab,
  firstSection,
  inheritedPlaceId,
  isContainerTab,
  isDraftTab,
  isExampleTab,
  isRequestTab,
  isUnsaved,
  isVariablesTab,
  newTab,
  type OpenTab,
  type RequestSource,
  type RequestTab,
  type ResponseSection,
  responseOf,
  type SendState,
} from './tabs/request-tab.ts'
import type { VariablesTab } from './tabs/variables-tab.ts'
import type { WorkbenchState } from './workbench-state.ts'

/** The calls of the workbench to the server. */
export interface SendCalls {
  start(input: {
    readonly sendId: string
    readonly requestId: string
    readonly parentId: string | null
    readonly request: HttpRequest
  }): Promise<unknown>
  cancel(sendId: string): Promise<unknown>
  /** Makes the window follow a send that a tab showed before the window was loaded. */
  resume(sendId: string): Promise<ResumedSend>
  /** Releases a send that is no longer needed, and its body if there is one. */
  release(sendId: string, bodyHandle: string | null): void
  /** Has the browser save a body, which may still grow, to a file. */
  downloadBody(handle: string): void
}

type WorkbenchWindow = Pick<WindowContext, 'newId' | 'now' | 'after' | 'nextFrame' | 'describeError'>

/** How long a send may take before the waiting view replaces what the pane shows. */
const waitingViewDelayMs = 150

export type Workbench = ReturnType<typeof createWorkbench>

/** The headless workbench: open requests, their drafts and sends, and the commands on them. */
export function createWorkbench(sends: SendCalls, window: WorkbenchWindow) {
  const store = createStore<WorkbenchState>(() => ({
    tabs: [],
    activeTabId: null,
    closingTabId: null,
    closing: noClosing,
  }))
  return {
    store,
    /** The undo histories of the tables of all tabs. */
    rowHistory: createRowHistory<Row>(isSameRow),
    partHistory: createRowHistory<MultipartPart>(isDeepEqual),
    assertionHistory: createRowHistory<Assertion>(isDeepEqual),
    actionHistory: createRowHistory<SetVariableAction>(isDeepEqual),
    ...tabCommands(store, sends, window),
    ...draftCommands(store, window),
    ...sendCommands(store, sends, window),
  }
}

/** The active tab if it holds a request. */
export function activeTab(state: WorkbenchState): RequestTab | null {
  return requestTab(state, state.activeTabId)
}

/** The active tab if it holds a collection or folder. */
export function activeContainer(state: WorkbenchState): ContainerTab | null {
  const tab = state.tabs.find(one => one.id === state.activeTabId)
  return tab !== undefined && isContainerTab(tab) ? tab : null
}

/** The active tab if it holds variables. */
export function activeVariables(state: WorkbenchState): VariablesTab | null {
  const tab = state.tabs.find(one => one.id === state.activeTabId)
  return tab !== undefined && isVariablesTab(tab) ? tab : null
}

/** The active tab if it holds an example. */
export function activeExample(state: WorkbenchState): ExampleTab | null {
  const tab = state.tabs.find(one => one.id === state.activeTabId)
  return tab !== undefined && isExampleTab(tab) ? tab : null
}

/** The active tab if it holds a run. */
export function activeRun(state: WorkbenchState): RunTab | null {
  const tab = state.tabs.find(one => one.id === state.activeTabId)
  return tab?.kind === 'run' ? tab : null
}

/** The tab with this ID if it holds a request. */
export function requestTab(state: Pick<WorkbenchState, 'tabs'>, tabId: string | null): RequestTab | null {
  const tab = state.tabs.find(one => one.id === tabId)
  return tab !== undefined && isRequestTab(tab) ? tab : null
}

type Store = StoreApi<WorkbenchState>

const noClosing: WorkbenchState['closing'] = { tabIds: [], opensFresh: false }

function changeTab(store: Store, tabId: string, change: (tab: RequestTab) => RequestTab): void {
  store.setState(state => ({
    tabs: state.tabs.map(tab => (tab.id === tabId && isRequestTab(tab) ? change(tab) : tab)),
  }))
}

function findTab(store: Store, tabId: string | null): RequestTab | undefined {
  return requestTab(store.getState(), tabId) ?? undefined
}

function findOpen(store: Store, tabId: string): OpenTab | undefined {
  return store.getState().tabs.find(tab => tab.id === tabId)
}

function tabCommands(store: Store, sends: SendCalls, { newId }: WorkbenchWindow) {
  /** Adds a tab to the right of `beside`, or at the end. */
  function addTab(
    source: RequestSource | null,
    request: HttpRequest,
    beside: string | null = null,
    version: string | null = null,
  ): string {
    const id = newId()
    const tab = newTab({ id, source, request, version })
    store.setState(({ tabs }) => {
      const at = beside === null ? tabs.length : tabs.findIndex(one => one.id === beside) + 1
      return { tabs: [...tabs.slice(0, at), tab, ...tabs.slice(at)], activeTabId: tab.id }
    })
    return tab.id
  }

  const closedTabs = new ClosedTabs()

  function activateRequest(requestId: string): string | null {
    const open = store.getState().tabs.find(tab => isRequestTab(tab) && tab.source?.requestId === requestId)
    if (open !== undefined) store.setState({ activeTabId: open.id })
    return open?.id ?? null
  }

  /** Closes a tab for ever, without asking. The neighbour to the right becomes active, else the one to the left. */
  function removeTab(tabId: string): void {
    const { tabs, activeTabId } = store.getState()
    const index = tabs.findIndex(tab => tab.id === tabId)
    const closed = tabs[index]
    if (closed === undefined) return
    const rest = tabs.filter(tab => tab.id !== tabId)
    const neighbour = rest[Math.min(index, rest.length - 1)]?.id ?? null
    store.setState({ tabs: rest, activeTabId: activeTabId === tabId ? neighbour : activeTabId })
    if (isRequestTab(closed)) releaseSend(sends, closed.send)
  }

  /** Closes a tab without asking; it can be opened again. */
  function closeForNow(tabId: string): void {
    const { tabs } = store.getState()
    const index = tabs.findIndex(tab => tab.id === tabId)
    const closed = tabs[index]
    if (closed !== undefined) closedTabs.add({ tab: closed, index })
    removeTab(tabId)
  }

  /** Closes tab after tab; a tab with unsaved changes stops this until the question is answered. */
  function closeTabs(tabIds: readonly string[], opensFresh: boolean): void {
    for (const [index, tabId] of tabIds.entries()) {
      const tab = findOpen(store, tabId)
      if (tab === undefined) continue
      if (isUnsaved(tab)) {
        const closing = { tabIds: tabIds.slice(index + 1), opensFresh }
        store.setState({ closingTabId: tabId, activeTabId: tabId, closing })
        return
      }
      closeForNow(tabId)
    }
    store.setState({ closingTabId: null, closing: noClosing })
    if (opensFresh) addTab(null, newHttpRequest())
  }

  return {
    newRequestTab: (kind: OpenKind = 'http') => addTab(null, newDrafts[kind]()),
    /** Puts the tabs that were open before those that are open now. */
    restoreTabs(restored: readonly OpenTab[], activeTabId: string | null): void {
      store.setState(({ tabs, activeTabId: present }) => {
        const isThere = restored.some(({ id }) => id === activeTabId)
        return {
          tabs: [...restored, ...tabs],
          activeTabId: present ?? (isThere ? activeTabId : (restored[0]?.id ?? null)),
        }
      })
    },
    /** Opens a request of the library, or activates the tab that it is open in. */
    openRequest(source: RequestSource, request: HttpRequest, version: string | null = null): string {
      return activateRequest(source.requestId) ?? addTab(source, request, null, version)
    },
    /** Activates the tab that a request of the library is open in. Returns its ID, or null if there is none. */
    activateRequest,
    /** A new unsaved copy beside the original (spec 3). */
    duplicateTab(tabId: string): void {
      const tab = findTab(store, tabId)
      if (tab === undefined) return
      const copyId = addTab(null, newHttpRequest(), tabId)
      changeTab(store, copyId, copy => ({
        ...copy,
        copiedFrom: tab.source ?? tab.copiedFrom ?? null,
        draft: tab.draft,
        keptBodies: tab.keptBodies,
        requestSection: tab.requestSection,
      }))
    },
    /** New unsaved requests, right of a tab and in their order; the active tab stays. */
    openAfter(tabId: string, requests: readonly HttpRequest[]): void {
      const { activeTabId } = store.getState()
      for (const request of [...requests].reverse()) {
        const id = addTab(null, newHttpRequest(), tabId)
        changeTab(store, id, tab => ({ ...tab, draft: request, requestSection: firstSection(request) }))
      }
      store.setState({ activeTabId })
    },
    /**
     * Opens a request of the history: in the active tab if that is empty, otherwise in a new one (spec 4.1).
     */
    openEntry(entry: HistoryEntry, request: HttpRequest, copiedFrom: RequestSource | null = null): void {
      const active = activeTab(store.getState())
      const isEmpty = active !== null && isEmptyTab(active)
      const tabId = isEmpty ? active.id : addTab(null, newHttpRequest())
      changeTab(store, tabId, tab => ({
        ...tab,
        copiedFrom,
        draft: request,
        draftId: newId(),
        requestSection: firstSection(request),
        send: earlierSend(entry, { state: 'idle' }),
      }))
    },
    /** Shows an earlier run of a tab's request in the place of its latest one. */
    showEarlier: (tabId: string, entry: HistoryEntry) =>
      changeTab(store, tabId, tab =>
        tab.send.state === 'awaiting' ? tab : { ...tab, send: earlierSend(entry, latestSend(tab.send)) },
      ),
    showLatest: (tabId: string) => changeTab(store, tabId, tab => ({ ...tab, send: latestSend(tab.send) })),
    activateTab(tabId: string): void {
      if (findOpen(store, tabId) !== undefined) store.setState({ activeTabId: tabId })
    },
    /** Activates the tab to the right or left; the strip is a circle. */
    activateNeighbour(by: 1 | -1): void {
      const { tabs, activeTabId } = store.getState()
      const index = tabs.findIndex(tab => tab.id === activeTabId)
      const next = tabs[(index + by + tabs.length) % tabs.length]
      if (next !== undefined) store.setState({ activeTabId: next.id })
    },
    /** Opens the tab again that was closed last, as it was then. Returns false if there is none. */
    reopenTab(): boolean {
      const closed = closedTabs.takeLast(store.getState().tabs)
      if (closed === null) return false
      store.setState(({ tabs }) => ({
        tabs: [...tabs.slice(0, closed.index), closed.tab, ...tabs.slice(closed.index)],
        activeTabId: closed.tab.id,
      }))
      return true
    },
    /** Moves a tab within the strip. */
    moveTab(tabId: string, index: number): void {
      const { tabs } = store.getState()
      const tab = findOpen(store, tabId)
      if (tab === undefined) return
      const rest = tabs.filter(one => one !== tab)
      store.setState({ tabs: [...rest.slice(0, index), tab, ...rest.slice(index)] })
    },
    /** Closes, or asks first if there are unsaved changes. */
    closeTab: (tabId: string) => closeTabs([tabId], false),
    closeOtherTabs: (tabId: string) =>
      closeTabs(
        store.getState().tabs.flatMap(tab => (tab.id === tabId ? [] : [tab.id])),
        false,
      ),
    /** Closes all and opens a fresh request (spec 4.1). */
    closeAllTabs: () =>
      closeTabs(
        store.getState().tabs.map(tab => tab.id),
        true,
      ),
    /** Closes without asking; the other tabs that are to close are not affected. */
    closeWithoutAsking: removeTab,
    /** Closes without asking, and continues with the other tabs that are to close. */
    discardTab(tabId: string): void {
      const { closing } = store.getState()
      closeForNow(tabId)
      closeTabs(closing.tabIds, closing.opensFresh)
    },
    /** Closes all that are to close without asking about any of them. */
    discardClosing(): void {
      const { closingTabId, closing } = store.getState()
      const tabIds = closingTabId === null ? closing.tabIds : [closingTabId, ...closing.tabIds]
      for (const tabId of tabIds) closeForNow(tabId)
      closeTabs([], closing.opensFresh)
    },
    /** Continues to close tabs, as before the latest question. */
    continueClosing: ({ tabIds, opensFresh }: WorkbenchState['closing']) => closeTabs(tabIds, opensFresh),
    /** Keeps the tab, and all that were to close after it. */
    keepTab: () => store.setState({ closingTabId: null, closing: noClosing }),
    chooseRequestSection: (tabId: string, requestSection: RequestSection) =>
      changeTab(store, tabId, tab => ({ ...tab, requestSection })),
    chooseScriptPart: (tabId: string, scriptPart: ScriptPart) =>
      changeTab(store, tabId, tab => ({ ...tab, scriptPart, scriptJump: null })),
    /** Shows a line of one of the request's scripts. */
    goToScriptLine: (tabId: string, scriptPart: ScriptPart, line: number) =>
      changeTab(store, tabId, tab => ({
        ...tab,
        requestSection: 'script',
        scriptPart,
        scriptJump: { line },
      })),
    /** Shows a position in the GraphQL query of a request. */
    goToQuery: (tabId: string, { line, column }: { readonly line: number; readonly column: number }) =>
      changeTab(store, tabId, tab => ({ ...tab, requestSection: 'body', queryJump: { line, column } })),
    chooseResponseSection: (tabId: string, responseSection: ResponseSection) =>
      changeTab(store, tabId, tab => ({ ...tab, responseSection })),
    /** Keeps how a tab's responses are shown over its sends. */
    displayResponses: (tabId: string, bodyDisplay: BodyDisplay) =>
      changeTab(store, tabId, tab => ({ ...tab, bodyDisplay })),
    /** Keeps the filter of a tab's responses over its sends; null closes it. */
    filterResponses: (tabId: string, responseFilter: string | null) =>
      changeTab(store, tabId, tab => ({ ...tab, responseFilter })),
  }
}

function draftCommands(store: Store, { newId }: WorkbenchWindow) {
  /** Returns false if nothing was changed. */
  function changeIfAny(tabId: string, change: (tab: DraftTab) => DraftTab | null): boolean {
    const tab = findOpen(store, tabId)
    const next = tab === undefined || !isDraftTab(tab) ? null : change(tab)
    if (next === null) return false
    store.setState(({ tabs }) => ({ tabs: tabs.map(one => (one.id === tabId ? next : one)) }))
    return true
  }

  return {
    /** Replaces the whole draft by another one. */
    replaceDraft: (tabId: string, draft: HttpRequest) =>
      changeTab(store, tabId, tab => ({
        ...withReplacedDraft(tab, draft, newId()),
        requestSection: firstSection(draft),
      })),
    /** Undoes the latest replacement; false if there is none or the draft was edited since then. */
    undoReplacement: (tabId: string, { evenIfEdited = false } = {}) =>
      changeIfAny(tabId, tab => undone(tab, evenIfEdited)),
    redoReplacement: (tabId: string) => changeIfAny(tabId, redone),
    /** Changes the draft of a tab; `change` gets the present draft and returns the next one. */
    editDraft: (tabId: string, change: (draft: HttpRequest) => HttpRequest) =>
      changeTab(store, tabId, tab => ({ ...tab, draft: change(tab.draft) })),
    /** Selects the type of the body; what was typed for the previous type is kept. */
    chooseBodyType: (tabId: string, type: HttpBody['type']) =>
      changeTab(store, tabId, tab => withBodyType(tab, type)),
  }
}

function undone(tab: DraftTab, evenIfEdited: boolean): DraftTab | null {
  if (isRequestTab(tab)) return withReplacementUndone(tab, evenIfEdited)
  if (isExampleTab(tab)) return withReplacementUndone(tab, evenIfEdited)
  return isVariablesTab(tab)
    ? withReplacementUndone(tab, evenIfEdited)
    : withReplacementUndone(tab, evenIfEdited)
}

function redone(tab: DraftTab): DraftTab | null {
  if (isRequestTab(tab)) return withReplacementRedone(tab)
  if (isExampleTab(tab)) return withReplacementRedone(tab)
  return isVariablesTab(tab) ? withReplacementRedone(tab) : withReplacementRedone(tab)
}

function sendCommands(store: Store, sends: SendCalls, window: WorkbenchWindow) {
  function setSend(tabId: string, send: SendState): void {
    changeTab(store, tabId, tab => ({ ...tab, send }))
  }

  function changeAwaiting(sendId: string, change: (send: AwaitingSend) => SendState): void {
    for (const tab of store.getState().tabs.filter(isRequestTab)) {
      if (tab.send.state === 'awaiting' && tab.send.sendId === sendId) {
        setSend(tab.id, change(tab.send))
      }
    }
  }

  /** The sends whose body goes to a file as soon as there is one. */
  const downloads = new Set<string>()

  /** Once: the file then grows with the body. */
  function downloadWanted(sendId: string, progress: SendProgress): void {
    const response = progress.state === 'answered' ? progress.exchange.response : progress.response
    if (response === null && progress.state === 'awaiting') return
    if (downloads.delete(sendId) && response !== null) sends.downloadBody(response.content.handle)
  }

  const shownProgress = createFrameBatch<SendProgress>(window.nextFrame, (sendId, progress) =>
    changeAwaiting(sendId, send => nextSendState(send, progress)),
  )

  async function sendTab(tabId: string, isDownload = false): Promise<void> {
    const tab = findTab(store, tabId)
    if (tab === undefined || tab.send.state === 'awaiting') return
    const sendId = window.newId()
    if (isDownload) downloads.add(sendId)
    const previous = latestSend(tab.send)
    setSend(tabId, {
      state: 'awaiting',
      sendId,
      method: tab.draft.method,
      startedAt: window.now(),
      targetUri: tab.draft.url,
      requestContent: { sentBytes: 0, totalBytes: 0 },
      response: null,
      isShown: false,
      previous,
    })
    window.after(waitingViewDelayMs, () => changeAwaiting(sendId, send => ({ ...send, isShown: true })))
    releaseSend(sends, previous)
    try {
      const requestId = tab.source?.requestId ?? tabId
      await sends.start({ sendId, requestId, parentId: inheritedPlaceId(tab), request: tab.draft })
    } catch (error) {
      // The call may have reached the server even if its response did not arrive, so the send may not be "not
      // sent".
      const resumed = await sends.resume(sendId).catch(() => null)
      if (resumed?.state === 'followed') return
      downloads.delete(sendId)
      changeAwaiting(sendId, () => ({ state: 'unsent', reason: window.describeError(error) }))
    }
  }

  return {
    /** Whether a tab waits for the end of this send, and knows that it is running. */
    isAwaiting: (sendId: string) =>
      store
        .getState()
        .tabs.filter(isRequestTab)
        .some(({ send }) => send.state === 'awaiting' && send.sendId === sendId && !send.isRestored),
    resumeSends: () => resumeSends(store, sends.resume),
    sendTab: (tabId: string) => sendTab(tabId),
    /** Sends, and saves the response to a file (spec 4.1). */
    sendTabAndDownload: (tabId: string) => sendTab(tabId, true),
    sendActiveTab: () => sendTab(store.getState().activeTabId ?? ''),
    /** Cancels the send of the active tab. Returns true if one was running. */
    cancelActiveSend(): boolean {
      const send = findTab(store, store.getState().activeTabId)?.send
      if (send?.state !== 'awaiting') return false
      // An error here means that the server is lost, which the event stream reports.
      sends.cancel(send.sendId).catch(() => undefined)
      return true
    },
    /**
     * Receives the progress of a send from the event stream; progress of a released send is ignored. It is
     * shown once per frame, the end immediately.
     */
    receiveProgress(sendId: string, progress: SendProgress): void {
      shownProgress.put(sendId, progress)
      if (progress.state !== 'awaiting') shownProgress.flush()
      downloadWanted(sendId, progress)
    },
    /**
     * Call when the server knows no sends of this window any more: running ones are lost. Those of an earlier page may
     * have ended, and can still be resumed.
     */
    loseRunningSends(reason: string): void {
      for (const tab of store.getState().tabs.filter(isRequestTab)) {
        if (tab.send.state === 'awaiting' && !tab.send.isRestored)
          setSend(tab.id, { state: 'unsent', reason })
      }
    },
  }
}

function nextSendState(send: AwaitingSend, progress: SendProgress): SendState {
  switch (progress.state) {
    case 'awaiting':
      return {
        ...send,
        startedAt: send.isRestored ? progress.startedAt : send.startedAt,
        targetUri: progress.targetUri,
        requestContent: progress.requestContent,
        response: progress.response,
        reconnectsAt: progress.reconnectsAt,
        call: progress.call,
        isShown: send.isShown || progress.response !== null || progress.call !== undefined,
      }
    case 'answered':
      return { ...progress, sendId: send.sendId }
    case 'failed':
      if (progress.failure.scriptError !== undefined)
        return {
          state: 'idle',
          scriptError: progress.failure.scriptError,
          ...(progress.failure.notes === undefined ? {} : { notes: progress.failure.notes }),
        }
      // What was sent in a call stays to be seen, though the server had not answered.
      if (progress.failure.kind !== 'cancelled' || (progress.response === null && send.call !== undefined))
        return { ...progress, sendId: send.sendId }
      return progress.response === null
        ? { state: 'idle' }
        : {
            state: 'cancelled',
            sendId: send.sendId,
            attempt: progress.attempt,
            response: progress.response,
          }
  }
}

/** Whether a tab holds a new request that was neither edited nor sent. */
function isEmptyTab({ source, draft, send }: RequestTab): boolean {
  return source === null && send.state === 'idle' && isDeepEqual(draft, newHttpRequest())
}

function releaseSend(sends: SendCalls, shown: SendState): void {
  const send = latestSend(shown)
  if ('sendId' in send) sends.release(send.sendId, responseOf(send)?.content.handle ?? null)
}

/** The URL text of an unticked param is invisible to the user. */
function isSameRow({ urlText: _left, ...left }: Row, { urlText: _right, ...right }: Row): boolean {
  return isDeepEqual(left, right)
}
