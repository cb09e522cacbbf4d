import { useStore } from 'zustand'
import { useWorkbench } from '../../../wiring/use-stores.ts'
import { requestTab } from '../../../workbench/active-tab.ts'
import type { SendState } from '../../../workbench/tabs/request-tab.ts'

const noSend: SendState = { state: 'idle' }

/** Returns the latest send of a tab. The request pane does not render for a response, so its own `tab` may have an earlier one. */
export function useLatestSend(tabId: string): SendState {
  const workbench = useWorkbench()
  return useStore(workbench.store, state => requestTab(state, tabId)?.send ?? noSend)
}
