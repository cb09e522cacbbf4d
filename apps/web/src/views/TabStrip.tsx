import { Plus, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { ActionMenu } from '../components/ActionMenu.tsx'
import { classNames } from '../components/class-names.ts'
import { IconButton } from '../components/IconButton.tsx'
import { MethodBadge } from '../components/MethodBadge.tsx'
import { badgeOf, isUnsaved, type RequestTab, tabName } from '../workbench/request-tab.ts'
import { AllTabs } from './AllTabs.tsx'
import { openNewGraphQlRequest, openNewRequest } from './open-new-request.ts'
import type { TabMenuPlace } from './TabMenu.tsx'
import styles from './TabStrip.module.css'
import { useShownKeys } from './use-shown-keys.ts'

const TabMenu = lazy(async () => {
  const { TabMenu: Component } = await import('./TabMenu.tsx')
  return { default: Component }
})

/**
 * The open requests. Arrow keys move along it, Ctrl Shift and an arrow key moves the tab itself, Delete
 * or a middle click closes.
 */
export function TabStrip() {
  const { workbench, library } = useAppModel()
  // Until then a first tab may still come, which would move the button.
  const isLoaded = useStore(library.store, state => state.tree !== null || state.failure !== null)
  const newTabKeys = useShownKeys('newTab')
  const kinds = [
    { id: 'http', label: 'HTTP', shortcut: newTabKeys },
    { id: 'graphql', label: 'GraphQL' },
  ] as const
  const tabs = useStore(workbench.store, state => state.tabs)
  const activeTabId = useStore(workbench.store, state => state.activeTabId)
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
  function close(tabId: string) {
    flushSync(() => workbench.closeTab(tabId))
    if (workbench.store.getState().closingTabId === null) focusActive()
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(tab => tab.id === activeTabId)
    const target = targetIndex(event.key, index, tabs.length)
    const tab = target === null ? undefined : tabs[target]
    if (activeTabId !== null && target !== null && event.ctrlKey && event.shiftKey) {
      event.preventDefault()
      flushSync(() => workbench.moveTab(activeTabId, target))
      focusActive()
    } else if (tab !== undefined) {
      event.preventDefault()
      flushSync(() => workbench.activateTab(tab.id))
      focusActive()
    } else if (event.key === 'Delete' && activeTabId !== null) {
      close(activeTabId)
    }
  }

  function handleDrop(event: DragEvent, index: number) {
    event.preventDefault()
    if (dragged !== null) workbench.moveTab(dragged.tabId, index)
    setDragged(null)
  }

  return (
    <div className={styles.strip}>
      {tabs.length > 0 && (
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
              tab={tab}
              isActive={tab.id === activeTabId}
              isDropTarget={dragged?.over === index && dragged.tabId !== tab.id}
              onClose={() => close(tab.id)}
              onMenu={(x, y) => setMenuPlace({ tabId: tab.id, x, y })}
              onDragStart={() => setDragged({ tabId: tab.id, over: null })}
              onDragOver={event => {
                if (dragged === null) return
                event.preventDefault()
                if (dragged.over !== index) setDragged({ ...dragged, over: index })
              }}
              onDragEnd={() => setDragged(null)}
              onDrop={event => handleDrop(event, index)}
            />
          ))}
        </div>
      )}
      {(isLoaded || tabs.length > 0) && (
        <div className={styles.ends}>
          <ActionMenu
            label="New request"
            actions={kinds}
            onAction={kind =>
              kind === 'graphql' ? openNewGraphQlRequest(workbench) : openNewRequest(workbench)
            }
          >
            <IconButton label="New request" shortcut={newTabKeys} size="small">
              <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </ActionMenu>
        </div>
      )}
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

function targetIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

interface StripTabProps {
  readonly tab: RequestTab
  readonly isActive: boolean
  readonly isDropTarget: boolean
  readonly onClose: () => void
  readonly onMenu: (x: number, y: number) => void
  readonly onDragStart: () => void
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragEnd: () => void
  readonly onDrop: (event: DragEvent) => void
}

function StripTab(props: StripTabProps) {
  const { tab, isActive, isDropTarget, onClose, onMenu, onDragStart, onDragOver, onDragEnd, onDrop } = props
  const { workbench } = useAppModel()
  const name = tabName(tab)
  const hasChanges = isUnsaved(tab)
  return (
    <div
      role="tab"
      className={styles.tab}
      aria-label={name}
      aria-selected={isActive}
      aria-description={hasChanges ? 'Unsaved changes' : undefined}
      tabIndex={isActive ? 0 : -1}
      title={name}
      draggable
      data-drop={isDropTarget || undefined}
      ref={element => {
        if (isActive) element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }}
      onClick={() => workbench.activateTab(tab.id)}
      onKeyDown={event => {
        if (event.key === 'Enter' || event.key === ' ') workbench.activateTab(tab.id)
      }}
      onAuxClick={event => {
        if (event.button === 1) onClose()
      }}
      onContextMenu={event => {
        event.preventDefault()
        const box = event.currentTarget.getBoundingClientRect()
        const isByKey = event.clientX === 0 && event.clientY === 0
        onMenu(isByKey ? box.left : event.clientX, isByKey ? box.bottom : event.clientY)
      }}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        onDragStart()
      }}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDrop={onDrop}
    >
      <MethodBadge method={badgeOf(tab)} />
      <span className={styles.name}>{name}</span>
      {/* A tab may hold no second stop of the Tab key: from the keyboard Delete and Alt W close. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a <button> inside a tab would be a nested control. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      <span
        role="button"
        aria-label="Close tab"
        className={styles.close}
        data-unsaved={hasChanges || undefined}
        onClick={event => {
          event.stopPropagation()
          onClose()
        }}
      >
        {hasChanges && <span className={styles.dot} />}
        <X size={14} strokeWidth={1.75} className={styles.cross} aria-hidden="true" />
      </span>
    </div>
  )
}
