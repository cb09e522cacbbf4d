import type { HttpRequest } from '@parley/model'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useLive, useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { type LiveLog, liveLogsOf } from '../../workbench/live/live-logs.ts'

/** What is shown of a session, with the text at the path of the request in its tab. */
export function useLogOfTab(sessionId: string, tabId: string) {
  const live = useLive()
  const workbench = useWorkbench()
  const path = useStore(workbench.store, state => requestTab(state, tabId)?.draft.textPath ?? '')
  const [log] = useState<LiveLog>(() => liveLogsOf(live).log(sessionId, path))
  useEffect(() => {
    if (log.text.store.getState().path !== path) log.text.setPath(path)
  }, [log, path])
  return {
    log,
    setTextPath(typed: string) {
      log.text.setPath(typed)
      workbench.editDraft(tabId, draft => withTextPath(draft, typed))
    },
  }
}

function withTextPath({ textPath: _, ...draft }: HttpRequest, typed: string): HttpRequest {
  return typed === '' ? draft : { ...draft, textPath: typed }
}
