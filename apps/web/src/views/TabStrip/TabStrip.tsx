import { openKinds, requestKinds } from '@parley/model'
import { Play, Plus, SlidersHorizontal, Waypoints } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type RefObject, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { classNames } from '../../components/class-names.ts'
import { lazyOverlay } from '../../components/lazy-part.tsx'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { useLibrary, useWorkbench } from '../../wiring/use-stores.ts'
import { isPreview } from '../../workbench/commands/preview-commands.ts'
import { badgeOf, isUnsaved, type OpenTab, tabDetail, tabName } from '../../workbench/tabs/request-tab.ts'
import { isPinned } from '../../workbench/tabs/strip-order.ts'
import type { WorkbenchState } from '../../workbench/workbench-state.ts'
import { openNewRequest } from '../Request/open-new-request.ts'
import { useShownKeys } from '../Shortcuts/use-shown-keys.ts'
import { AllTabs } from './AllTabs.tsx'
import { differingNames, type StripName } from './differing-names.ts'
import { StripTab } from './StripTab.tsx'
import type { TabMenuPlace } from './TabMenu.tsx'
import styles from './TabStrip.module.css'

const TabMenu = lazyOverlay(async () => (await import('./TabMenu.tsx')).TabMenu)

/**
 * All open tabs. Arrow keys move along it, Ctrl Shift and an arrow key moves the tab itself, Delete or a middle click
 * closes.
 */
export function TabStrip() {
  const library = useLibrary()
  // Until then a first tab may appear, which would move the button.
  const isLoaded = useStore(library.store, state => state.tree !== null || state.failure !== null)
  const tabs = useShownTabs()
  const [menuPlace, setMenuPlace] = useState<TabMenuPlace | null>(null)
  return (
    <div className={styles.strip}>
      {tabs.length > 0 && <TabList tabs={tabs} onMenu={setMenuPlace} />}
      {(isLoaded || tabs.length > 0) && <NewRequest />}
      {tabs.length > 0 && (
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

function NewRequest() {
  const workbench = useWorkbench()
  const newTabKeys = useShownKeys('newTab')
  const kinds = openKinds.map(id => ({
    id,
    label: requestKinds[id].name,
    ...(id === 'http' ? { shortcut: newTabKeys } : {}),
  }))
  return (
    <div className={styles.ends}>
      <ActionMenu label="New request" actions={kinds} onAction={kind => openNewRequest(workbench, kind)}>
        <IconButton label="New request" shortcut={newTabKeys} size="small">
          <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </ActionMenu>
    </div>
  )
}

interface TabListProps {
  readonly tabs: readonly OpenTab[]
  readonly onMenu: (place: TabMenuPlace) => void
}

function TabList({ tabs, onMenu }: TabListProps) {
  const workbench = useWorkbench()
  const activeId = useStore(workbench.store, state => state.activeTabId)
  /** Where nothing is active, the Tab key reaches the first one. */
  const stopId = activeId ?? tabs[0]?.id
  const list = useRef<HTMLDivElement>(null)
  const { close, handleKeyDown } = useTabKeys(tabs, list)
  const dragOf = useTabDrag()
  const names = tabs.map(tabName)
  const shownNames = differingNames(names)
  return (
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
          name={names[index] ?? ''}
          shownName={shownNames[index] ?? noName}
          detail={tabDetail(tab)}
          badge={<TabBadge tab={tab} />}
          hasChanges={isUnsaved(tab)}
          isActive={tab.id === activeId}
          isStop={tab.id === stopId}
          isPreview={isPreview(tab)}
          isPinned={isPinned(tab)}
          onActivate={() => workbench.activateTab(tab.id)}
          onKeepOpen={() => workbench.keepOpen(tab.id)}
          onClose={() => close(tab.id)}
          onMenu={(x, y) => onMenu({ tabId: tab.id, x, y })}
          {...dragOf(tab.id, index)}
        />
      ))}
    </div>
  )
}

const noName: StripName = { text: '', cut: 'middle' }

/** Returns what the keys of the strip do, and what closes a tab. */
function useTabKeys(tabs: readonly OpenTab[], list: RefObject<HTMLElement | null>) {
  const workbench = useWorkbench()
  const activeId = useStore(workbench.store, state => state.activeTabId)

  /** The focus goes to the tab that is active then. */
  function change(action: () => void): void {
    flushSync(action)
    const active = list.current?.querySelector('[role="tab"][aria-selected="true"]')
    // The dialog that asks before a tab closes takes the focus.
    if (active instanceof HTMLElement && workbench.store.getState().closingTabId === null) active.focus()
  }

  const close = (id: string) => change(() => workbench.closeTab(id))

  function handleKeyDown(event: KeyboardEvent): void {
    const index = activeId === null ? 0 : tabs.findIndex(({ id }) => id === activeId)
    const target = targetIndex(event.key, index, tabs.length)
    const id = target === null ? undefined : tabs[target]?.id
    if (target !== null && event.ctrlKey && event.shiftKey) {
      event.preventDefault()
      if (activeId !== null) change(() => workbench.moveTab(activeId, target))
    } else if (id !== undefined) {
      event.preventDefault()
      change(() => workbench.activateTab(id))
    } else if (event.key === 'Delete' && activeId !== null) {
      close(activeId)
    }
  }

  return { close, handleKeyDown }
}

/** Returns what drags a tab to another place, and whether the dragged one is over it. */
function useTabDrag() {
  const workbench = useWorkbench()
  const [dragged, setDragged] = useState<{ readonly tabId: string; readonly over: number | null } | null>(
    null,
  )
  return (tabId: string, index: number) => ({
    isDropTarget: dragged?.over === index && dragged.tabId !== tabId,
    drag: {
      onDragStart: () => setDragged({ tabId, over: null }),
      onDragOver(event: DragEvent) {
        if (dragged === null) return
        event.preventDefault()
        if (dragged.over !== index) setDragged({ ...dragged, over: index })
      },
      onDragEnd: () => setDragged(null),
      onDrop(event: DragEvent) {
        event.preventDefault()
        if (dragged !== null) workbench.moveTab(dragged.tabId, index)
        setDragged(null)
      },
    },
  })
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
      isUnsaved(tab) === isUnsaved(other) &&
      isPinned(tab) === isPinned(other) &&
      isPreview(tab) === isPreview(other))
  )
}

/** The method of a request, else an icon; collections and folders have neither. */
function TabBadge({ tab }: { readonly tab: OpenTab }) {
  const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
  if (tab.kind === 'run' && !tab.isLoad) return <Play {...icon} />
  if (tab.kind === 'example') return <Waypoints {...icon} />
  if (tab.kind === 'variables' || tab.kind === 'run') return <SlidersHorizontal {...icon} />
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
