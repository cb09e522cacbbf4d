import type { WindowContext } from '../../window/window-context.ts'
import { latestSend } from '../runs/earlier-run.ts'
import { testsOfRequest } from '../sending/script-errors.ts'
import { inheritedPlaceId, isRequestTab, type RequestTab } from '../tabs/request-tab.ts'
import { progressCommands } from './progress-commands.ts'
import { releaseSend, type SendCalls } from './send-calls.ts'
import { changeAwaiting, findTab, setSend, type TabStore } from './tab-store.ts'

/** How long a send may take before the waiting view replaces what the pane shows. */
const waitingViewDelayMs = 150

/** The commands that send requests, and receive how their sends go. */
export function sendCommands(
  store: TabStore,
  sends: SendCalls,
  window: Pick<WindowContext, 'newId' | 'now' | 'after' | 'nextFrame' | 'describeError'>,
) {
  /** The sends whose body goes to a file as soon as there is one. */
  const downloads = new Set<string>()

  async function sendTab(tabId: string, isDownload = false): Promise<void> {
    const tab = findTab(store, tabId)
    if (tab === undefined || tab.send.state === 'awaiting') return
    const sendId = window.newId()
    if (isDownload) downloads.add(sendId)
    showAwaiting(store, window, tab, sendId)
    releaseSend(sends, tab.send)
    try {
      const requestId = tab.source?.requestId ?? tabId
      await sends.start({ sendId, requestId, parentId: inheritedPlaceId(tab), request: tab.draft })
    } catch (error) {
      // The call may have reached the server even if its response did not arrive, so the send may not be "not
      // sent".
      const resumed = await sends.resume(sendId).catch(() => null)
      if (resumed?.state === 'followed') return
      downloads.delete(sendId)
      changeAwaiting(store, sendId, () => ({ state: 'unsent', reason: window.describeError(error) }))
    }
  }

  return {
    /** Resumes what tabs sent before the window was loaded; loaded only for such tabs. Tries again when it is called again. */
    async resumeSends(): Promise<void> {
      const isWaiting = store.getState().tabs.some(tab => isRequestTab(tab) && 'isRestored' in tab.send)
      const loaded = isWaiting ? await import('../sending/resume-sends.ts').catch(() => null) : null
      await loaded?.resumeSends(store, sends.resume)
    },
    sendTab: (tabId: string) => sendTab(tabId),
    /** Sends, and saves the response to a file (behaviour 4.1). */
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
    ...progressCommands(store, sends, window, downloads),
  }
}

function showAwaiting(
  store: TabStore,
  window: Pick<WindowContext, 'now' | 'after'>,
  tab: RequestTab,
  sendId: string,
): void {
  setSend(store, tab.id, {
    state: 'awaiting',
    sendId,
    method: tab.draft.method,
    startedAt: window.now(),
    targetUri: tab.draft.url,
    requestContent: { sentBytes: 0, totalBytes: 0 },
    response: null,
    isShown: false,
    sentTests: testsOfRequest(tab.draft),
    previous: latestSend(tab.send),
  })
  window.after(waitingViewDelayMs, () => changeAwaiting(store, sendId, send => ({ ...send, isShown: true })))
}
