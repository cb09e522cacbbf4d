import { openKinds, requestKinds } from '@parley/model'
import { Play, Plus, SlidersHorizontal, Waypoints } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { classNames } from '../../components/class-names.ts'
import { lazyOverlay } from '../../components/lazy-part.tsx'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { useLibrary, useWorkbench } from '../../wiring/use-stores.ts'
import { badgeOf, isUnsaved, type OpenTab, tabDetail, tabName } from '../../workbench/tabs/request-tab.ts'
import type { WorkbenchState } from '../../workbench/workbench-state.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import { AllTabs } from './AllTabs.tsx'
import { StripTab } from './StripTab.tsx'
import type { TabMenuPlace } from './TabMenu.tsx'
import styles from './TabStrip.module.css'

const TabMenu = lazyOverlay(async () => (await import('./TabMenu.tsx')).TabMenu)

/**
 * All open tabs. Arrow keys move along it, Ctrl Shift and an arrow key moves the tab itself, Delete or a middle click
 * closes.
 */
export function TabStrip() {
  const workbench = useWorkbench()
  const library = useLibrary()
  // Until then a first tab may appear, which would move the button.
  const isLoaded = useStore(library.store, state => state.tree !== null || state.failure !== null)
  const newTabKeys = useShownKeys('newTab')
  const kinds = openKinds.map(id => ({
    id,
    label: requestKinds[id].name,
    ...(id === 'http' ? { shortcut: newTabKeys } : {}),
  }))
  const tabs = useShownTabs()
  const activeId = useStore(workbench.store, state => state.activeTabId)
  const ids = tabs.map(tab => tab.id)
  /** Where nothing is active, the Tab key reaches the first one. */
  const stopId = activeId ?? ids[0]
  const list = useRef<HTMLDivElement>(null)
  const [menuPlace, setMenuPlace] = useState<TabMenuPlace | null>(null)
  const [dragged, setDragged] = useState<{ readonly tabId: string; readonly over: number | null } | null>(
    null,
  )

  function focusActive() {
    const active = list.current?.querySelector('[role="tab"][aria-selected="true"]')
    if (active instanceof HTMLElement) active.focus()
  }

  /** The focus goes to the tab that is active then, unless the dialog that asks first takes it. */
  function close(id: string) {
    flushSync(() => workbench.closeTab(id))
    if (workbench.store.getState().closingTabId === null) focusActive()
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = activeId === null ? 0 : ids.indexOf(activeId)
    const target = targetIndex(event.key, index, ids.length)
    const id = target === null ? undefined : ids[target]
    if (target !== null && event.ctrlKey && event.shiftKey) {
      event.preventDefault()
      if (activeId === null) return
      flushSync(() => workbench.moveTab(activeId, target))
      focusActive()
    } else if (id !== undefined) {
      event.preventDefault()
      flushSync(() => workbench.activateTab(id))
      focusActive()
    } else if (event.key === 'Delete' && activeId !== null) {
      close(activeId)
    }
  }

  function handleDrop(event: DragEvent, index: number) {
    event.preventDefault()
    if (dragged !== null) workbench.moveTab(dragged.tabId, index)
    setDragged(null)
  }

  return (
    <div className={styles.strip}>
      {ids.length > 0 && (
        <div
          ref={list}
          className={styles.tabs}
          role="tablist"
          aria-label="Open requests"
          tabIndex={-1}
          onKeyDown={handleKeyDown}
        >
          {tabs.map((tab, index) => (
            <StripTab
              key={tab.id}
              name={tabName(tab)}
              detail={tabDetail(tab)}
              badge={<TabBadge tab={tab} />}
              hasChanges={isUnsaved(tab)}
              isActive={tab.id === activeId}
              isStop={tab.id === stopId}
              isDropTarget={dragged?.over === index && dragged.tabId !== tab.id}
              onActivate={() => workbench.activateTab(tab.id)}
              onClose={() => close(tab.id)}
              onMenu={(x, y) => setMenuPlace({ tabId: tab.id, x, y })}
              drag={{
                onDragStart: () => setDragged({ tabId: tab.id, over: null }),
                onDragOver(event) {
                  if (dragged === null) return
                  event.preventDefault()
                  if (dragged.over !== index) setDragged({ ...dragged, over: index })
                },
                onDragEnd: () => setDragged(null),
                onDrop: event => handleDrop(event, index),
              }}
            />
          ))}
        </div>
      )}
      {(isLoaded || ids.length > 0) && (
        <div className={styles.ends}>
          <ActionMenu label="New request" actions={kinds} onAction={kind => openNewRequest(workbench, kind)}>
            <IconButton label="New request" shortcut={newTabKeys} size="small">
              <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </ActionMenu>
        </div>
      )}
      {ids.length > 0 && (
        <div className={classNames(styles.ends, styles.all)}>
          <AllTabs />
        </div>
      )}
      {menuPlace !== null && (
        <Suspense>
          <TabMenu place={menuPlace} onClose={() => setMenuPlace(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the tabs; another list only where the strip shows something else, as with no key and no byte it does. */
function useShownTabs(): readonly OpenTab[] {
  const workbench = useWorkbench()
  const [select] = useState(keepShownTabs)
  return useStore(workbench.store, select)
}

function keepShownTabs(): (state: WorkbenchState) => readonly OpenTab[] {
  let shown: readonly OpenTab[] = []
  return ({ tabs }) => {
    const isSame = tabs.length === shown.length && tabs.every((tab, index) => looksAlike(tab, shown[index]))
    if (!isSame) shown = tabs
    return shown
  }
}

function looksAlike(tab: OpenTab, other: OpenTab | undefined): boolean {
  return (
    tab === other ||
    (other !== undefined &&
      tab.id === other.id &&
      tab.kind === other.kind &&
      tabName(tab) === tabName(other) &&
      tabDetail(tab) === tabDetail(other) &&
      badgeOf(tab) === badgeOf(other) &&
      isUnsaved(tab) === isUnsaved(other))
  )
}

/** The method of a request, else an icon; collections and folders have neither. */
function TabBadge({ tab }: { readonly tab: OpenTab }) {
  const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
  if (tab.kind === 'run') return <Play {...icon} />
  if (tab.kind === 'example') return <Waypoints {...icon} />
  if (tab.kind === 'variables') return <SlidersHorizontal {...icon} />
  const method = badgeOf(tab)
  return method === null ? null : <MethodBadge method={method} />
}

function targetIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
