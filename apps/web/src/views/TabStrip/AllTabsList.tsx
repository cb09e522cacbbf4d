import { SlidersHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { classNames } from '../../components/class-names.ts'
import { SearchField } from '../../components/fields/SearchField.tsx'
import { RowList, renderedRowId } from '../../components/lists/RowList.tsx'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { MethodBadge } from '../../components/MethodBadge.tsx'
import { optionClass } from '../../components/menus/Popover.tsx'
import { useWorkbench } from '../../wiring/use-stores.ts'
import {
  badgeOf,
  isRequestTab,
  isUnsaved,
  isVariablesTab,
  type OpenTab,
  tabName,
} from '../../workbench/tabs/request-tab.ts'
import { focusActiveTab, focusUrl, keepFocus } from '../Shortcuts/focus-pane.ts'
import styles from './AllTabs.module.css'

const rowHeight = 28
const listHeight = 336

/** All tabs with a search; Enter shows the marked one. */
export function AllTabsList({ onClose }: { readonly onClose: () => void }) {
  const workbench = useWorkbench()
  const activeId = useStore(workbench.store, state => state.activeTabId)
  const tabs = useStore(workbench.store, state => state.tabs)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = tabs.map(ofTab).filter(one => one.search.includes(wanted))
  const { list, markedIndex, setMarked, mark } = useMarkedRow(found, activeId)

  function activate(tab: ListedTab | undefined): void {
    if (tab === undefined) return
    workbench.activateTab(tab.id)
    onClose()
    focusActiveTab()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') mark(markedIndex + 1)
    else if (event.key === 'ArrowUp') mark(markedIndex - 1)
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) activate(found[markedIndex])
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
        activeDescendant={renderedRowId(list.indexes, markedIndex, rowId(markedIndex))}
        onChange={text => {
          setSearch(text)
          setMarked(0)
        }}
      />
      <RowList
        rows={list}
        className={styles.list}
        role="listbox"
        aria-label="Tabs"
        // The focus stays in the field, which names the marked row.
        tabIndex={undefined}
        activeIndex={-1}
        idOf={rowId}
        renderRow={(index, top) => {
          const tab = found[index]
          if (tab === undefined) return null
          const place = { index, top, isMarked: index === markedIndex, isShown: tab.id === activeId }
          return <TabOption key={tab.id} tab={tab} place={place} onActivate={() => activate(tab)} />
        }}
      >
        {found.length === 0 && <p className={styles.nothing}>Nothing matches “{search}”</p>}
      </RowList>
      <CloseAll onClose={onClose} />
    </div>
  )
}

const rowId = (index: number) => `all-tabs-${index}`

/** The rows of the list that exist, and the one that Enter shows. */
function useMarkedRow(found: readonly ListedTab[], activeId: string | null) {
  const indexOfActive = found.findIndex(one => one.id === activeId)
  const [marked, setMarked] = useState(() => Math.max(0, indexOfActive))
  const list = useVirtualRows<HTMLDivElement>(found.length, rowHeight, {
    isVirtual: true,
    overscan: 8,
    // The active tab is in the middle of a list that has to scroll.
    initialOffset: () => Math.max(0, (marked + 0.5) * rowHeight - listHeight / 2),
  })
  const mark = (index: number) => {
    const next = Math.min(Math.max(index, 0), found.length - 1)
    setMarked(next)
    list.scrollTo(next)
  }
  return { list, markedIndex: Math.min(marked, found.length - 1), setMarked, mark }
}

interface TabOptionProps {
  readonly tab: ListedTab
  readonly place: {
    readonly index: number
    readonly top: number
    readonly isMarked: boolean
    /** Whether the window shows its tab. */
    readonly isShown: boolean
  }
  readonly onActivate: () => void
}

function TabOption({ tab, place: { index, top, isMarked, isShown }, onActivate }: TabOptionProps) {
  const workbench = useWorkbench()
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
    <div
      id={rowId(index)}
      role="option"
      aria-selected={isMarked}
      aria-current={isShown || undefined}
      aria-description={tab.hasChanges ? 'Unsaved changes' : undefined}
      className={classNames(optionClass(isMarked), styles.option, isShown && styles.current)}
      style={{ top }}
      onClick={onActivate}
    >
      {tab.isVariables ? (
        <span className={styles.icon}>
          <SlidersHorizontal size={14} strokeWidth={1.75} aria-hidden="true" />
        </span>
      ) : (
        <MethodBadge method={tab.badge ?? ''} isColumn />
      )}
      <span className="fit">{tab.name}</span>
      {tab.hasChanges && <span className={styles.dot} />}
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
}

function CloseAll({ onClose }: { readonly onClose: () => void }) {
  const workbench = useWorkbench()
  return (
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
  )
}

/** A row of the list; only requests have a badge. */
interface ListedTab {
  readonly id: string
  readonly name: string
  readonly badge: string | null
  readonly isVariables: boolean
  readonly hasChanges: boolean
  /** The text that is searched, in lower case. */
  readonly search: string
}

function ofTab(tab: OpenTab): ListedTab {
  return {
    id: tab.id,
    name: tabName(tab),
    badge: badgeOf(tab),
    isVariables: isVariablesTab(tab),
    hasChanges: isUnsaved(tab),
    search: `${tabName(tab)} ${isRequestTab(tab) ? tab.draft.url : ''}`.toLowerCase(),
  }
}
