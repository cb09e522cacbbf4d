import { useRef } from 'react'
import { useStore } from 'zustand'
import { ContextMenu } from '../../components/menus/ContextMenu.tsx'
import { useWorkbench } from '../../wiring/use-stores.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { keepFocus } from '../Shortcuts/focus-pane.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
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
  const workbench = useWorkbench()
  const anchor = useRef<HTMLSpanElement>(null)
  const newTabKeys = useShownKeys('newTab')
  const closeTabKeys = useShownKeys('closeTab')
  const isRequest = useStore(workbench.store, state => requestTab(state, place.tabId) !== null)
  const actions = [
    { id: 'new', label: 'New Tab', shortcut: newTabKeys },
    { id: 'duplicate', label: 'Duplicate Tab', isDisabled: !isRequest },
    { id: 'closeOthers', label: 'Close Others', startsGroup: true },
    { id: 'close', label: 'Close Tab', shortcut: closeTabKeys },
    { id: 'closeAll', label: 'Close All Tabs' },
  ] as const

  function act(id: (typeof actions)[number]['id']): void {
    if (id === 'new') openNewRequest(workbench)
    else if (id === 'duplicate') workbench.duplicateTab(place.tabId)
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
