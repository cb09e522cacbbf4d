import type { HttpRequest } from '@parley/model'
import type { ResumedSend } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import { earlierSend } from '../runs/earlier-run.ts'
import { type AwaitingSend, isRequestTab, type SendState } from '../tabs/request-tab.ts'
import type { WorkbenchState } from '../workbench-state.ts'

/**
 * Restores in each tab the response that it showed before its window was loaded, or follows its send if it is
 * still running; the active tab first. Tabs whose call did not arrive keep waiting: call it again once the server is
 * back.
 * @param resume - rejects if the server is lost
 */
export async function resumeSends(
  store: StoreApi<WorkbenchState>,
  resume: (sendId: string) => Promise<ResumedSend>,
): Promise<void> {
  const { tabs, activeTabId } = store.getState()
  const waiting = tabs.filter(isRequestTab).filter(({ send }) => send.state === 'awaiting' && send.isRestored)
  const ordered = waiting.toSorted((a, b) => Number(b.id === activeTabId) - Number(a.id === activeTabId))
  for (const { send } of ordered) {
    if (send.state !== 'awaiting') continue
    const resumed = await resume(send.sendId).catch(() => null)
    if (resumed === null) continue
    store.setState(state => ({
      tabs: state.tabs.map(tab => {
        const isWaiting = isRequestTab(tab) && tab.send.state === 'awaiting'
        return isWaiting && tab.send.sendId === send.sendId
          ? { ...tab, send: next(tab.send, tab.draft, resumed) }
          : tab
      }),
    }))
  }
}

function next({ isRestored: _, ...send }: AwaitingSend, draft: HttpRequest, resumed: ResumedSend): SendState {
  if (resumed.state === 'followed') return { ...send, isShown: true }
  if (resumed.state === 'ended') return earlierSend(resumed.entry, { state: 'idle' })
  const session = sessionOf(draft)
  return session === null ? { state: 'idle' } : { state: 'unsent', reason: messagesGone(session) }
}

/** Returns what a request opens if its response is a list of messages; null: its response is something else. */
function sessionOf({ webSocket, stream, grpc }: HttpRequest): 'call' | 'connection' | null {
  if (grpc !== undefined) return grpc.methodType === 'unary' ? null : 'call'
  return webSocket === undefined && stream === undefined ? null : 'connection'
}

/** A session is in the history from its end on. */
function messagesGone(session: 'call' | 'connection'): string {
  return `The messages of the last ${session} are gone: Parley stopped before it had ended, or the history has dropped it.`
}
