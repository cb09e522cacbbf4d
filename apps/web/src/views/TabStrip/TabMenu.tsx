import { useRef } from 'react'
import { useStore } from 'zustand'
import { ContextMenu } from '../../components/menus/ContextMenu.tsx'
import { useStores } from '../../wiring/use-stores.ts'
import { isPreview } from '../../workbench/commands/preview-commands.ts'
import { otherRequest } from '../../workbench/tabs/beside.ts'
import { togglePinned } from '../../workbench/tabs/pin-tab.ts'
import { isUnsaved } from '../../workbench/tabs/request-tab.ts'
import { isPinned } from '../../workbench/tabs/strip-order.ts'
import {
  canCloseUnasked,
  canRevert,
  closeSavedTabs,
  revertToSaved,
  saveAllTabs,
} from '../../workbench/tabs/tab-actions.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { afterDialogsClose, keepFocus } from '../Shortcuts/focus-pane.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import { revealInSidebar, sidebarIdOf } from '../Sidebar/reveal-in-sidebar.ts'
import styles from './TabStrip.module.css'

/** Where the menu of a tab was asked for. */
export interface TabMenuPlace {
  readonly tabId: string
  /** CSS px in the window. */
  readonly x: number
  readonly y: number
}

export interface TabMenuProps {
  readonly place: TabMenuPlace
  readonly onClose: () => void
}

/** The context menu of a tab (behaviour 4.1). */
export function TabMenu({ place, onClose }: TabMenuProps) {
  const stores = useStores()
  const { workbench, beside } = stores
  const anchor = useRef<HTMLSpanElement>(null)
  const newTabKeys = useShownKeys('newTab')
  const closeTabKeys = useShownKeys('closeTab')
  const state = useStore(workbench.store)
  const { tabs, activeTabId } = state
  const besideId = useStore(beside.store, ({ tabId }) => tabId)
  const tab = tabs.find(({ id }) => id === place.tabId)
  const isAnyUnsaved = tabs.some(isUnsaved)
  const actions = [
    { id: 'new', label: 'New Tab', shortcut: newTabKeys },
    { id: 'duplicate', label: 'Duplicate Tab', isDisabled: tab?.kind !== 'request' },
    ...(tab !== undefined && isPreview(tab) ? [{ id: 'keepOpen', label: 'Keep Open' } as const] : []),
    { id: 'pin', label: tab !== undefined && isPinned(tab) ? 'Unpin' : 'Pin' },
    besideId === place.tabId || (besideId !== null && activeTabId === place.tabId)
      ? { id: 'closeSide', label: 'Close the Side' }
      : { id: 'side', label: 'Open to the Side', isDisabled: otherRequest(state, place.tabId) === null },
    { id: 'reveal', label: 'Reveal in Sidebar', isDisabled: sidebarIdOf(tab) === null },
    { id: 'saveAll', label: 'Save All', isDisabled: !isAnyUnsaved, startsGroup: true },
    { id: 'revert', label: 'Revert to Saved', isDisabled: !canRevert(tab) },
    { id: 'closeOthers', label: 'Close Others', startsGroup: true },
    { id: 'closeSaved', label: 'Close Saved', isDisabled: !tabs.some(canCloseUnasked) },
    { id: 'close', label: 'Close Tab', shortcut: closeTabKeys },
    { id: 'closeAll', label: 'Close All Tabs' },
  ] as const

  function act(id: (typeof actions)[number]['id']): void {
    if (id === 'new') openNewRequest(workbench)
    else if (id === 'pin') togglePinned(workbench, place.tabId)
    else if (id === 'keepOpen') workbench.keepOpen(place.tabId)
    else if (id === 'side') beside.open(place.tabId)
    else if (id === 'closeSide') beside.close()
    else if (id === 'duplicate') workbench.duplicateTab(place.tabId)
    else if (id === 'reveal') {
      afterDialogsClose(() => revealInSidebar(stores, tab))
      return
    } else if (id === 'saveAll') void saveAllTabs(stores)
    else if (id === 'revert') revertToSaved(stores, place.tabId)
    else if (id === 'closeSaved') closeSavedTabs(stores)
    else if (id === 'closeOthers') workbench.closeOtherTabs(place.tabId)
    else if (id === 'close') workbench.closeTab(place.tabId)
    else workbench.closeAllTabs()
    keepFocus()
  }

  return (
    <>
      <span ref={anchor} className={styles.menuAnchor} style={{ left: place.x, top: place.y }} />
      <ContextMenu label="Tab" anchor={anchor} actions={actions} onAction={act} onClose={onClose} />
    </>
  )
}
