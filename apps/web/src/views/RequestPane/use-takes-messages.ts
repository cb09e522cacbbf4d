import { useStore } from 'zustand'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { openConversationOf } from '../../workbench/live/message-sending.ts'

/** Whether a tab has a WebSocket or a gRPC call that takes messages now. */
export function useTakesMessages(tabId: string): boolean {
  const workbench = useWorkbench()
  return useStore(workbench.store, state => {
    const tab = requestTab(state, tabId)
    return tab !== null && openConversationOf(tab.send) !== null
  })
}
