import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { IconButton } from '../components/IconButton.tsx'
import { MethodBadge } from '../components/MethodBadge.tsx'
import { isUnsaved, type RequestTab, tabName } from '../workbench/request-tab.ts'
import { openNewRequest } from './open-new-request.ts'
import styles from './TabStrip.module.css'

/** The open requests. Arrow keys move along it, Delete or a middle click closes. */
export function TabStrip() {
  const { workbench, library } = useAppModel()
  // Until then a first tab may still come, which would move the button.
  const isLoaded = useStore(library.store, state => state.tree !== null || state.failure !== null)
  const tabs = useStore(workbench.store, state => state.tabs)
  const activeTabId = useStore(workbench.store, state => state.activeTabId)
  const list = useRef<HTMLDivElement>(null)

  /** The focus goes to the tab that is active then, unless the dialog that asks first takes it. */
  function close(tabId: string) {
    flushSync(() => workbench.closeTab(tabId))
    const next = list.current?.querySelector('[role="tab"][aria-selected="true"]')
    if (workbench.store.getState().closingTabId === null && next instanceof HTMLElement) next.focus()
  }

  function handleKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(tab => tab.id === activeTabId)
    const target = targetIndex(event.key, index, tabs.length)
    const tab = target === null ? undefined : tabs[target]
    if (tab !== undefined) {
      event.preventDefault()
      workbench.activateTab(tab.id)
      const element = list.current?.querySelectorAll('[role="tab"]')[target ?? 0]
      if (element instanceof HTMLElement) element.focus()
    } else if (event.key === 'Delete' && activeTabId !== null) {
      close(activeTabId)
    }
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
          {tabs.map(tab => (
            <StripTab
              key={tab.id}
              tab={tab}
              isActive={tab.id === activeTabId}
              onClose={() => close(tab.id)}
            />
          ))}
        </div>
      )}
      {(isLoaded || tabs.length > 0) && (
        <div className={styles.ends}>
          <IconButton
            label="New request"
            shortcut="Alt T"
            size="small"
            onPress={() => openNewRequest(workbench)}
          >
            <Plus size={16} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </div>
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
  readonly onClose: () => void
}

function StripTab({ tab, isActive, onClose }: StripTabProps) {
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
    >
      <MethodBadge method={tab.draft.method} />
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
