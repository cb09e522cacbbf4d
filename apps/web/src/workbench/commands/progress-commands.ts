import type { SendProgress } from '@parley/model'
import type { WindowContext } from '../../window/window-context.ts'
import { createFrameBatch } from '../frame-batch.ts'
import { isRequestTab } from '../tabs/request-tab.ts'
import { nextSendState } from './next-send-state.ts'
import type { SendCalls } from './send-calls.ts'
import { changeAwaiting, setSend, type TabStore } from './tab-store.ts'

/**
 * The commands that receive how sends go.
 * @param downloads - the sends whose body goes to a file as soon as there is one
 */
export function progressCommands(
  store: TabStore,
  sends: Pick<SendCalls, 'downloadBody'>,
  { nextFrame }: Pick<WindowContext, 'nextFrame'>,
  downloads: Set<string>,
) {
  const shownProgress = createFrameBatch<SendProgress>(nextFrame, (sendId, progress) =>
    changeAwaiting(store, sendId, send => nextSendState(send, progress)),
  )

  /** Once: the file then grows with the body. */
  function downloadWanted(sendId: string, progress: SendProgress): void {
    const response = progress.state === 'answered' ? progress.exchange.response : progress.response
    if (response === null && progress.state === 'awaiting') return
    if (downloads.delete(sendId) && response !== null) sends.downloadBody(response.content.handle)
  }

  return {
    /** Returns the ID of the tab that waits for the end of this send, and knows that it is running; null if none. */
    awaitingTabId: (sendId: string) =>
      store
        .getState()
        .tabs.filter(isRequestTab)
        .find(({ send }) => send.state === 'awaiting' && send.sendId === sendId && !send.isRestored)?.id ??
      null,
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
          setSend(store, tab.id, { state: 'unsent', reason })
      }
    },
  }
}
