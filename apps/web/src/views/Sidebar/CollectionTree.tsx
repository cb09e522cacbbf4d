import { type KeyboardEvent, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { lazyOverlay } from '../../components/lazy-part.tsx'
import { RowList, rowOfKey } from '../../components/lists/RowList.tsx'
import { rowOfTyping } from '../../components/lists/type-ahead.ts'
import { showHiddenRow, showRow, useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { keyTarget } from '../../library/drop-target.ts'
import { exampleNodeId } from '../../library/example-nodes.ts'
import { containersAround, findEntry } from '../../library/find-entry.ts'
import type { TreeRow } from '../../library/flatten-tree.ts'
import {
  useExampleCommands,
  useExampleTabs,
  useLayout,
  useLibrary,
  useSidebar,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import { activeContainer, activeExample, activeTab } from '../../workbench/active-tab.ts'
import { keysOfPress } from '../../workbench/settings/keys-of-press.ts'
import type { WorkbenchState } from '../../workbench/workbench-state.ts'
import { CollectionTreeRow } from './CollectionTreeRow.tsx'
import type { RowMenuPlace } from './RowMenu.tsx'
import { useRoomBelow } from './use-room-below.ts'
import { useTreeDrag } from './use-tree-drag.ts'

const RowMenu = lazyOverlay(async () => (await import('./RowMenu.tsx')).RowMenu)

/** `--h-tree-row` in each density. */
const rowHeights = { comfortable: 28, compact: 24 } as const

export interface CollectionTreeProps {
  readonly rows: readonly TreeRow[]
  readonly density: keyof typeof rowHeights
}

/**
 * The collections as a tree of which only the visible rows exist. The focus stays on the tree, which
 * names its active row, so that scrolling never takes the focus away.
 */
export function CollectionTree({ rows, density }: CollectionTreeProps) {
  const sidebar = useSidebar()
  const [menuPlace, setMenuPlace] = useState<RowMenuPlace | null>(null)
  const drag = useTreeDrag(target => rowAt(rows, target))
  const shown = useShownRows(rows, density, drag.draggedId)
  const { list, room, openId, renamingId, activeIndex } = shown
  const activate = useActivation()
  const aroundOpen = containersAround(useLibrary().store.getState().tree, openId ?? '')
  const openMenu = (row: TreeRow, x: number, y: number) => {
    sidebar.choose(row.node.id)
    setMenuPlace({ row, x, y })
  }
  const keys = useTreeKeys({ rows, activeIndex, activate, openMenu, scrollTo: list.scrollTo })
  const renderRow = (index: number, top: number) => {
    const row = rows[index]
    if (row === undefined) return null
    const { node } = row
    return (
      <CollectionTreeRow
        key={node.id}
        id={rowId(index)}
        row={row}
        top={top}
        isOpen={node.id === openId}
        holdsOpen={!row.isExpanded && aroundOpen.includes(node.id)}
        isActive={index === activeIndex}
        hasMenu={menuPlace?.row.node.id === node.id}
        isRenaming={node.id === renamingId}
        dropIndicator={drag.marked?.id === node.id ? drag.marked.indicator : null}
        onActivate={() => {
          shown.click(node.id)
          activate(row, true)
        }}
        onKeepOpen={() => activate(row)}
        onMenu={openMenu}
      />
    )
  }
  return (
    <RowList
      rows={list}
      className="tree"
      role="tree"
      aria-label="Collections"
      data-pane-start=""
      activeIndex={activeIndex}
      idOf={rowId}
      minHeight={room.height}
      renderRow={renderRow}
      onKeyDown={keys}
      onContextMenu={event => openMenuBelow(event, rows, openMenu)}
      onScroll={room.onScroll}
      onMouseLeave={room.release}
      {...drag.handlers}
    >
      {menuPlace && <TreeMenu place={menuPlace} onOpen={activate} onClose={() => setMenuPlace(null)} />}
    </RowList>
  )
}

interface TreeMenuProps {
  readonly place: RowMenuPlace
  readonly onOpen: (row: TreeRow) => void
  readonly onClose: () => void
}

function TreeMenu({ place, onOpen, onClose }: TreeMenuProps) {
  return (
    <Suspense>
      <RowMenu place={place} onOpen={() => onOpen(place.row)} onClose={onClose} />
    </Suspense>
  )
}

const rowId = (index: number) => `tree-row-${index}`

function rowAt(rows: readonly TreeRow[], target: EventTarget): TreeRow | undefined {
  const element = target instanceof Element ? target.closest('[role="treeitem"]') : null
  return rows[Number(element?.id.replace('tree-row-', '') ?? Number.NaN)]
}

type OpenMenu = (row: TreeRow, x: number, y: number) => void

/** Opens the menu of the row below the pointer. */
function openMenuBelow(event: MouseEvent, rows: readonly TreeRow[], openMenu: OpenMenu): void {
  // A name that is being typed has the menu of the browser.
  if (event.target instanceof HTMLInputElement) return
  event.preventDefault()
  const row = rowAt(rows, event.target)
  if (row !== undefined) openMenu(row, event.clientX, event.clientY)
}

/** The rows that exist, the one that the keys act on, and what keeps it in sight. */
function useShownRows(rows: readonly TreeRow[], density: keyof typeof rowHeights, draggedId: string | null) {
  const library = useLibrary()
  const openId = useStore(useWorkbench().store, openEntryId)
  const { chosenId, renamingId } = useStore(useSidebar().store)
  /** The row that was clicked last: it is in sight, and stays below the pointer for the second click of a double click. */
  const clickedId = useRef<string | null>(null)
  const activeId = chosenId ?? openId ?? rows[0]?.node.id ?? null
  const lastIndex = useRef(0)
  const foundIndex = rows.findIndex(row => row.node.id === activeId)
  // A row that is gone leaves the focus to the one in its place.
  const activeIndex = foundIndex >= 0 ? foundIndex : Math.max(0, Math.min(lastIndex.current, rows.length - 1))
  useEffect(() => {
    lastIndex.current = activeIndex
  }, [activeIndex])
  // Rows with focus or a menu must not be removed when they are scrolled out, nor the active one, which the tree names.
  const kept = rows.flatMap(({ node: { id } }, index) =>
    id === renamingId || id === draggedId || index === activeIndex ? [index] : [],
  )
  const list = useVirtualRows<HTMLDivElement>(rows.length, rowHeights[density], {
    isVirtual: true,
    overscan: 8,
    kept: () => kept,
  })
  const { scroller, virtualizer } = list
  const room = useRoomBelow(scroller)

  // A row that the user works on stays in sight wherever a command puts it.
  useEffect(() => {
    const isClicked = clickedId.current === activeId
    clickedId.current = null
    const isWorkedOn = scroller.current === document.activeElement || renamingId !== null
    if (isWorkedOn && !isClicked) showRow(virtualizer, activeIndex)
  }, [activeId, activeIndex, renamingId, scroller, virtualizer])

  // The row of a tab that is chosen elsewhere comes in sight once; afterwards the user scrolls as they like.
  const openIndex = rows.findIndex(row => row.node.id === openId)
  const shownOpenId = useRef<string | null>(null)
  useEffect(() => {
    if (rows.length === 0 || shownOpenId.current === openId) return
    // What was just saved is in the tree a moment later. What is in a closed folder is not waited for.
    if (openId !== null && openIndex < 0 && findEntry(library.store.getState().tree, openId) === null) return
    shownOpenId.current = openId
    if (openIndex >= 0) showHiddenRow(virtualizer, openIndex)
  }, [rows.length, openId, openIndex, virtualizer, library])

  const click = (id: string) => {
    clickedId.current = id
    room.hold()
  }
  return { list, room, openId, renamingId, activeIndex, click }
}

/** Returns what opens a request or an example, and shows or hides what a row contains. */
function useActivation(): (row: TreeRow, isPreview?: boolean) => void {
  const library = useLibrary()
  const sidebar = useSidebar()
  const exampleTabs = useExampleTabs()
  const layout = useLayout()
  return (row, isPreview = false) => {
    sidebar.choose(row.node.id)
    const { node } = row
    if (node.kind === 'request') {
      layout.closeOverlay()
      void library.openRequest({ ...row, node }, isPreview)
    } else if (node.kind === 'example') {
      const request = findEntry(library.store.getState().tree, node.requestId)
      layout.closeOverlay()
      if (request !== null) void exampleTabs.open(request, node.exampleId)
    } else library.setExpanded(row.node.id, !row.isExpanded)
  }
}

interface KeyedTree {
  readonly rows: readonly TreeRow[]
  readonly activeIndex: number
  readonly activate: (row: TreeRow, isPreview?: boolean) => void
  readonly openMenu: OpenMenu
  readonly scrollTo: (index: number) => void
}

/** Returns what takes the keys of the tree. */
function useTreeKeys({ rows, activeIndex, activate, openMenu, scrollTo }: KeyedTree) {
  const library = useLibrary()
  const sidebar = useSidebar()
  const loadExamples = useExampleCommands()
  const handleModifiedKey = useModifiedKeys()
  const typed = useRef({ text: '', at: Number.NEGATIVE_INFINITY })
  const names = () => rows.map(row => row.node.name)

  function goTo(index: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (row !== undefined) sidebar.choose(row.node.id)
  }

  function openMenuByKey(row: TreeRow): void {
    scrollTo(activeIndex)
    const box = document.getElementById(rowId(activeIndex))?.getBoundingClientRect()
    if (box !== undefined) openMenu(row, box.left, box.bottom)
  }

  function remove({ node }: TreeRow): void {
    if (node.kind === 'example') void loadExamples().then(examples => examples.remove(node))
    else sidebar.askRemove(node.id)
  }

  return (event: KeyboardEvent): void => {
    const row = rows[activeIndex]
    if (row === undefined) return
    if (event.altKey || event.ctrlKey || event.metaKey) {
      handleModifiedKey(event, row)
      return
    }
    const { node } = row
    const isContainer = node.kind === 'request' ? node.examples !== undefined : node.kind !== 'example'
    const move = event.key.startsWith('Page') ? null : rowOfKey(event.key, activeIndex, rows.length, 0)
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) openMenuByKey(row)
    else if (move !== null) goTo(move)
    else if (event.key === 'Delete') remove(row)
    else if (event.key === 'Enter' || event.key === ' ') activate(row, event.key === ' ')
    else if (event.key === 'ArrowRight' && isContainer && !row.isExpanded) library.setExpanded(node.id, true)
    else if (event.key === 'ArrowRight' && isContainer) goTo(activeIndex + 1)
    else if (event.key === 'ArrowLeft' && isContainer && row.isExpanded) library.setExpanded(node.id, false)
    else if (event.key === 'ArrowLeft') goTo(rows.findIndex(candidate => candidate.node.id === row.parentId))
    else if (event.key.length === 1) goTo(rowOfTyping(names(), activeIndex, typed.current, event))
    else return
    event.preventDefault()
  }
}

/** Returns what takes keys with modifiers: Alt and an arrow key move the row, Ctrl Z takes the latest move back. */
function useModifiedKeys() {
  const library = useLibrary()
  const sidebar = useSidebar()
  const loadExamples = useExampleCommands()
  return (event: KeyboardEvent, { node }: TreeRow): void => {
    const { tree } = library.store.getState()
    if (event.altKey && event.key.startsWith('Arrow') && node.kind === 'example') {
      const by = event.key === 'ArrowUp' ? -1 : 1
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
        void loadExamples().then(examples => examples.move(node, by))
    } else if (event.altKey && event.key.startsWith('Arrow')) {
      const target = tree === null ? null : keyTarget(tree, node.id, event.key)
      if (target !== null) void sidebar.move(node.id, target)
    } else if (keysOfPress(event.nativeEvent) === 'Mod+Z') {
      void sidebar.undoLastMove()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** What the sidebar has of the active tab; null: nothing. */
function openEntryId(state: WorkbenchState): string | null {
  const example = activeExample(state)
  if (example !== null) {
    const { exampleId, source } = example
    return exampleId === null ? null : exampleNodeId({ requestId: source.requestId, exampleId })
  }
  return activeTab(state)?.source?.requestId ?? activeContainer(state)?.source.containerId ?? null
}
