import { useStore } from 'zustand'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { openWebSocketOf } from '../../workbench/live/message-sending.ts'
import { requestTab } from '../../workbench/workbench.ts'

/** Whether a tab's WebSocket is open. */
export function useIsWebSocketOpen(tabId: string): boolean {
  const workbench = useWorkbench()
  return useStore(workbench.store, state => {
    const tab = requestTab(state, tabId)
    return tab !== null && openWebSocketOf(tab.send) !== null
  })
}
