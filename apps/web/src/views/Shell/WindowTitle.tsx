import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { windowTitle } from '../../workbench/tabs/window-title.ts'

/** Names the window after its active tab, so that users can tell windows apart. */
export function WindowTitle() {
  const workbench = useWorkbench()
  const title = useStore(workbench.store, windowTitle)
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
