import { containersAround } from '../../library/find-entry.ts'
import type { Stores } from '../../wiring/create-stores.ts'
import { isContainerTab, isExampleTab, isRequestTab, type OpenTab } from '../../workbench/tabs/request-tab.ts'
import { focusTree } from './tree-focus.ts'

/** Returns the ID of what the sidebar has of a tab; null: nothing. */
export function sidebarIdOf(tab: OpenTab | undefined): string | null {
  if (tab === undefined) return null
  if (isRequestTab(tab)) return tab.source?.requestId ?? null
  if (isExampleTab(tab)) return tab.source.requestId
  return isContainerTab(tab) ? tab.source.containerId : null
}

/** Unfolds what a tab is in, and puts the keyboard on its row of the sidebar, which comes in sight. */
export function revealInSidebar(
  { library, sidebar, layout }: Pick<Stores, 'library' | 'sidebar' | 'layout'>,
  tab: OpenTab | undefined,
): void {
  const { tree } = library.store.getState()
  const id = sidebarIdOf(tab)
  if (id === null) return
  for (const containerId of containersAround(tree, id)) library.setExpanded(containerId, true)
  const { windowWidth, isSidebarOpen, isOverlayOpen } = layout.store.getState()
  if (windowWidth === 'wide' ? !isSidebarOpen : !isOverlayOpen) layout.toggleSidebar()
  sidebar.choose(id)
  // The sidebar and its tree are shown in the next frame.
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('#sidebar [role="tab"][data-key="collections"]')?.click()
    requestAnimationFrame(focusTree)
  })
}
