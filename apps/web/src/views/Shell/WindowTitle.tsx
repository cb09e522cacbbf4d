import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useDesktop, useWorkbench, useWorkspaces } from '../../wiring/use-stores.ts'
import { desktopTitle, windowTitle } from '../../workbench/tabs/window-title.ts'

/** Names the window after its active tab, so that users can tell windows apart. */
export function WindowTitle() {
  const workbench = useWorkbench()
  const { bridge } = useDesktop()
  const workspaces = useWorkspaces()
  const workspace = useStore(workspaces.store, state => state.recent.find(({ isOpen }) => isOpen)?.name ?? '')
  const title = useStore(workbench.store, state =>
    bridge === null ? windowTitle(state) : desktopTitle(state, workspace),
  )
  useEffect(() => {
    document.title = title
    bridge?.setTitle(title)
  }, [title, bridge])
  return null
}
