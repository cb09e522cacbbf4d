import { useCallback } from 'react'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { requestOfUrl } from '../../workbench/response/urls-in-text.ts'
import { focusUrl } from '../Shortcuts/focus-pane.ts'

/** Returns what opens a URL of a response in a new request tab, which is not sent. */
export function useOpenUrl(): (url: string) => void {
  const workbench = useWorkbench()
  return useCallback(
    url => {
      workbench.openUnsaved(requestOfUrl(url), workbench.store.getState().activeTabId)
      focusUrl()
    },
    [workbench],
  )
}
