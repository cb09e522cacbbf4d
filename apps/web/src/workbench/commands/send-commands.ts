import type { WindowContext } from '../../window/window-context.ts'
import { latestSend } from '../runs/earlier-run.ts'
import { isRepeating } from '../sending/repeat.ts'
import { testsOfRequest } from '../sending/script-errors.ts'
import { type AwaitingSend, inheritedPlaceId, isRequestTab, type RequestTab } from '../tabs/request-tab.ts'
import { progressCommands } from './progress-commands.ts'
import { releaseSend, type SendCalls } from './send-calls.ts'
import { changeAwaiting, changeTab, endOfSend, findTab, setSend, type TabStore } from './tab-store.ts'

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

  async function sendTab(tabId: string, way: 'once' | 'download' | 'repeat' = 'once'): Promise<void> {
    const tab = findTab(store, tabId)
    if (tab === undefined || tab.send.state === 'awaiting') return
    const sendId = window.newId()
    if (way === 'download') downloads.add(sendId)
    if (way !== 'repeat' && tab.repeat != null) changeTab(store, tabId, one => ({ ...one, repeat: null }))
    const keepsPrevious = way === 'repeat' && tab.send.state !== 'idle'
    showAwaiting(store, tab, { sendId, startedAt: window.now(), keepsPrevious })
    if (keepsPrevious) void releasePrevious(store, sends, tab)
    else {
      showWaitingLater(store, window, sendId)
      releaseSend(sends, tab.send)
    }
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
    sendTabAndDownload: (tabId: string) => sendTab(tabId, 'download'),
    /** Sends as a part of a repetition, which goes on. */
    repeatTab: (tabId: string) => sendTab(tabId, 'repeat'),
    sendActiveTab: () => sendTab(store.getState().activeTabId ?? ''),
    /** Cancels the send of the active tab, and ends its repetition. Returns true if one was running. */
    cancelActiveSend(): boolean {
      const tab = findTab(store, store.getState().activeTabId)
      if (tab === undefined) return false
      const isRepeated = stopRepeating(store, tab)
      if (tab.send.state !== 'awaiting') return isRepeated
      // An error here means that the server is lost, which the event stream reports.
      sends.cancel(tab.send.sendId).catch(() => undefined)
      return true
    },
    ...progressCommands(store, sends, window, downloads),
  }
}

function showWaitingLater(store: TabStore, { after }: Pick<WindowContext, 'after'>, sendId: string): void {
  after(waitingViewDelayMs, () => changeAwaiting(store, sendId, send => ({ ...send, isShown: true })))
}

/** Releases the send before one of a repetition, once that has ended and takes its place. */
async function releasePrevious(
  store: TabStore,
  sends: SendCalls,
  { id, send: previous }: RequestTab,
): Promise<void> {
  if ((await endOfSend(store, id)) !== latestSend(previous)) releaseSend(sends, previous)
}

/** Ends the repetition of a tab. Returns false if there is none. */
function stopRepeating(store: TabStore, { id, repeat }: RequestTab): boolean {
  if (!isRepeating(repeat)) return false
  changeTab(store, id, tab => ({ ...tab, repeat: { ...repeat, nextAt: null, ended: 'stopped' } }))
  return true
}

function showAwaiting(
  store: TabStore,
  tab: RequestTab,
  begun: Pick<AwaitingSend, 'sendId' | 'startedAt' | 'keepsPrevious'>,
): void {
  setSend(store, tab.id, {
    ...begun,
    state: 'awaiting',
    method: tab.draft.method,
    targetUri: tab.draft.url,
    requestContent: { sentBytes: 0, totalBytes: 0 },
    response: null,
    isShown: false,
    sentTests: testsOfRequest(tab.draft),
    previous: latestSend(tab.send),
  })
}
