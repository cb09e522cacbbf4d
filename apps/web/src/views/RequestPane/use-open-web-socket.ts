import { useStore } from 'zustand'
import { useWorkbench } from '../../wiring/use-stores.ts'

/** Returns the ID of the session of a tab's open WebSocket; null if none is open. */
export function useOpenWebSocket(tabId: string): string | null {
  const workbench = useWorkbench()
  return useStore(workbench.store, state => {
    const tab = state.tabs.find(({ id }) => id === tabId)
    if (tab?.kind !== 'request' || tab.send.state !== 'awaiting') return null
    return tab.send.response?.webSocket === undefined ? null : tab.send.sendId
  })
}
