import type { HttpRequest } from '@parley/model'
import type { TakenUpSend } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import { earlierSend } from './earlier-run.ts'
import { type AwaitingSend, isRequestTab, type SendState } from './request-tab.ts'
import type { WorkbenchState } from './workbench.ts'

/** When a send that is to be taken up began is not known yet. */
const unknownStart = 0

/** The send of a tab that was open before its window was loaded: it waits to be taken up. */
export function sendToTakeUp(sendId: string, { method, url }: HttpRequest): AwaitingSend {
  return {
    state: 'awaiting',
    sendId,
    method,
    startedAt: unknownStart,
    targetUri: url,
    requestContent: { sentBytes: 0, totalBytes: 0 },
    response: null,
    isShown: false,
    previous: { state: 'idle' },
  }
}

/** Whether nothing has been heard of a send since its window was loaded. */
export const isToBeTakenUp = (send: SendState) => send.state === 'awaiting' && send.startedAt === unknownStart

/**
 * Gives each tab the response that it showed before its window was loaded, or follows its send if that goes on;
 * the active tab first.
 * @param takeUp - rejects if the server is gone
 */
export async function takeUpSends(
  store: StoreApi<WorkbenchState>,
  takeUp: (sendId: string) => Promise<TakenUpSend>,
): Promise<void> {
  const { tabs, activeTabId } = store.getState()
  const waiting = tabs.filter(isRequestTab).filter(({ send }) => isToBeTakenUp(send))
  const ordered = waiting.toSorted((a, b) => Number(b.id === activeTabId) - Number(a.id === activeTabId))
  for (const { send } of ordered) {
    if (send.state !== 'awaiting') continue
    const taken = await takeUp(send.sendId).catch(() => ({ state: 'unknown' }) as const)
    const settled = settledSend(taken)
    store.setState(state => ({
      tabs: state.tabs.map(tab => {
        const isStillOpen = isRequestTab(tab) && tab.send.state === 'awaiting'
        if (!isStillOpen || tab.send.sendId !== send.sendId) return tab
        return { ...tab, send: settled ?? { ...tab.send, isShown: true } }
      }),
    }))
  }
}

/** Null: it goes on, and comes over the event stream. */
function settledSend(taken: TakenUpSend): SendState | null {
  if (taken.state === 'followed') return null
  return taken.state === 'kept' ? earlierSend(taken.entry, { state: 'idle' }) : { state: 'idle' }
}
