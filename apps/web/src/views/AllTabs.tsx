import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useStore } from 'zustand'
import { useAppModel } from '../app-model.ts'
import { Button } from '../components/Button.tsx'
import { classNames } from '../components/class-names.ts'
import { IconButton } from '../components/IconButton.tsx'
import { MethodBadge } from '../components/MethodBadge.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { badgeOf, isRequestTab, isUnsaved, tabName } from '../workbench/request-tab.ts'
import styles from './AllTabs.module.css'
import { focusUrl, keepFocus } from './focus-pane.ts'

const rowHeight = 28

/** The button at the end of the strip, and the list of all tabs that it opens. */
export function AllTabs() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <IconButton label="All tabs" size="small">
        <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <Dialog aria-label="All tabs" className={styles.dialog ?? ''}>
          <TabList onClose={() => setIsOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function TabList({ onClose }: { readonly onClose: () => void }) {
  const { workbench } = useAppModel()
  const tabs = useStore(workbench.store, state => state.tabs)
  const activeTabId = useStore(workbench.store, state => state.activeTabId)
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = search.trim().toLowerCase()
  const found = tabs.filter(tab =>
    `${tabName(tab)} ${isRequestTab(tab) ? tab.draft.url : ''}`.toLowerCase().includes(wanted),
  )
  const markedIndex = Math.min(marked, found.length - 1)
  const virtualizer = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })

  function mark(index: number): void {
    const next = Math.min(Math.max(index, 0), found.length - 1)
    setMarked(next)
    virtualizer.scrollToIndex(next)
  }

  function activate(index: number): void {
    const tab = found[index]
    if (tab === undefined) return
    workbench.activateTab(tab.id)
    onClose()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') mark(markedIndex + 1)
    else if (event.key === 'ArrowUp') mark(markedIndex - 1)
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) activate(markedIndex)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it.
    <div onKeyDown={handleKeyDown}>
      <SearchField
        label="Search tabs"
        placeholder="Search tabs"
        value={search}
        isFocused
        activeDescendant={found.length === 0 ? undefined : `all-tabs-${markedIndex}`}
        onChange={text => {
          setSearch(text)
          setMarked(0)
        }}
      />
      <div ref={scroller} className={styles.list} role="listbox" aria-label="Tabs">
        <div className={styles.sizer} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const tab = found[index]
            if (tab === undefined) return null
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked one.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
              <div
                key={tab.id}
                id={`all-tabs-${index}`}
                role="option"
                aria-selected={index === markedIndex}
                aria-current={tab.id === activeTabId || undefined}
                aria-description={isUnsaved(tab) ? 'Unsaved changes' : undefined}
                className={classNames(styles.option, tab.id === activeTabId && styles.current)}
                style={{ top: start }}
                onClick={() => activate(index)}
              >
                <MethodBadge method={badgeOf(tab) ?? ''} isColumn />
                <span className={styles.name}>{tabName(tab)}</span>
                {isUnsaved(tab) && <span className={styles.dot} />}
                {/* Pointers only: from the keyboard Alt W closes the tab that is active. */}
                {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
                <span
                  className={styles.close}
                  title="Close tab"
                  onClick={event => {
                    event.stopPropagation()
                    workbench.closeTab(tab.id)
                  }}
                >
                  <X size={14} strokeWidth={1.75} aria-hidden="true" />
                </span>
              </div>
            )
          })}
        </div>
        {found.length === 0 && <p className={styles.nothing}>Nothing matches “{search}”</p>}
      </div>
      <div className={styles.foot}>
        <Button
          className={styles.closeAll}
          onPress={() => {
            onClose()
            workbench.closeAllTabs()
            if (workbench.store.getState().closingTabId === null) focusUrl()
            else keepFocus()
          }}
        >
          Close all
        </Button>
      </div>
    </div>
  )
}
