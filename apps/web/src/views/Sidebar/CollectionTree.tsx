import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { lazyOverlay } from '../../components/lazy-part.tsx'
import { renderedRowId } from '../../components/lists/rendered-row-id.ts'
import { showHiddenRow, showRow } from '../../components/lists/show-row.ts'
import { keyTarget } from '../../library/drop-target.ts'
import { exampleNodeId } from '../../library/example-nodes.ts'
import { findEntry } from '../../library/find-entry.ts'
import type { TreeRow } from '../../library/flatten-tree.ts'
import {
  useContainerTabs,
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
import styles from './CollectionTree.module.css'
import { CollectionTreeRow } from './CollectionTreeRow.tsx'
import type { RowMenuPlace } from './RowMenu.tsx'
import { focusTree } from './tree-focus.ts'
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
  const workbench = useWorkbench()
  const library = useLibrary()
  const sidebar = useSidebar()
  const containerTabs = useContainerTabs()
  const exampleTabs = useExampleTabs()
  const loadExamples = useExampleCommands()
  const layout = useLayout()
  const openId = useStore(workbench.store, openEntryId)
  const { chosenId, renamingId } = useStore(sidebar.store)
  const [menuPlace, setMenuPlace] = useState<RowMenuPlace | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  /** The row that was clicked last: it is in sight, and stays below the pointer for the second click of a double click. */
  const clickedId = useRef<string | null>(null)
  const drag = useTreeDrag(rowOf)
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
    id === renamingId || id === drag.draggedId || index === activeIndex ? [index] : [],
  )
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeights[density],
    overscan: 8,
    rangeExtractor: range =>
      [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((one, other) => one - other),
  })
  const items = virtualizer.getVirtualItems()
  const room = useRoomBelow(scroller)

  // A row that the user works on stays in sight wherever a command puts it.
  useEffect(() => {
    const isClicked = clickedId.current === activeId
    clickedId.current = null
    const isWorkedOn = scroller.current === document.activeElement || renamingId !== null
    if (isWorkedOn && !isClicked) showRow(virtualizer, activeIndex)
  }, [activeId, activeIndex, renamingId, virtualizer])

  // The row of a tab that is chosen elsewhere comes in sight once; afterwards the user scrolls as they like.
  const openIndex = rows.findIndex(row => row.node.id === openId)
  const shownOpenId = useRef<string | null>(null)
  useEffect(() => {
    if (rows.length === 0 || shownOpenId.current === openId) return
    shownOpenId.current = openId
    if (openIndex >= 0) showHiddenRow(virtualizer, openIndex)
  }, [rows.length, openId, openIndex, virtualizer])

  function goTo(index: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (row === undefined) return
    sidebar.choose(row.node.id)
  }

  function activate(row: TreeRow): void {
    sidebar.choose(row.node.id)
    const { node } = row
    if (node.kind === 'request') {
      layout.closeOverlay()
      void library.openRequest({ ...row, node })
    } else if (node.kind === 'example') {
      const request = findEntry(library.store.getState().tree, node.requestId)
      layout.closeOverlay()
      if (request !== null) void exampleTabs.open(request, node.exampleId)
    } else library.setExpanded(row.node.id, !row.isExpanded)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const row = rows[activeIndex]
    if (row === undefined) return
    if (event.altKey || event.ctrlKey || event.metaKey) {
      handleModifiedKey(event, row)
      return
    }
    const isContainer =
      row.node.kind === 'request' ? row.node.examples !== undefined : row.node.kind !== 'example'
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) openMenuByKey(row)
    else if (event.key === 'ArrowDown') goTo(activeIndex + 1)
    else if (event.key === 'ArrowUp') goTo(activeIndex - 1)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(rows.length - 1)
    else if (event.key === 'Delete') remove(row)
    else if (event.key === 'Enter' || event.key === ' ') activate(row)
    else if (event.key === 'ArrowRight' && isContainer && !row.isExpanded)
      library.setExpanded(row.node.id, true)
    else if (event.key === 'ArrowRight' && isContainer) goTo(activeIndex + 1)
    else if (event.key === 'ArrowLeft' && isContainer && row.isExpanded)
      library.setExpanded(row.node.id, false)
    else if (event.key === 'ArrowLeft') goTo(rows.findIndex(candidate => candidate.node.id === row.parentId))
    else if (event.key.length === 1) goTo(typeAhead(rows, activeIndex, typed.current, event.key))
    else return
    event.preventDefault()
  }

  function remove({ node }: TreeRow): void {
    if (node.kind === 'example') void loadExamples().then(examples => examples.remove(node))
    else sidebar.askRemove(node.id)
  }

  /** Alt and an arrow key move the row, Ctrl Z takes the latest move back. */
  function handleModifiedKey(event: KeyboardEvent, row: TreeRow): void {
    const { tree } = library.store.getState()
    const { node } = row
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

  function rowOf(target: EventTarget): TreeRow | undefined {
    const element = target instanceof Element ? target.closest('[role="treeitem"]') : null
    return rows[Number(element?.id.replace('tree-row-', '') ?? Number.NaN)]
  }

  /** The menu of the row below the pointer. */
  function handleContextMenu(event: MouseEvent): void {
    // A name that is being typed has the menu of the browser.
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    const row = rowOf(event.target)
    if (row !== undefined) openMenu(row, event.clientX, event.clientY)
  }

  function openMenu(row: TreeRow, x: number, y: number): void {
    sidebar.choose(row.node.id)
    setMenuPlace({ row, x, y })
  }

  function openMenuByKey(row: TreeRow): void {
    showRow(virtualizer, activeIndex)
    const box = document.getElementById(`tree-row-${activeIndex}`)?.getBoundingClientRect()
    if (box !== undefined) openMenu(row, box.left, box.bottom)
  }

  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label="Collections"
      tabIndex={0}
      data-pane-start=""
      aria-activedescendant={renderedRowId(items, activeIndex, `tree-row-${activeIndex}`)}
      onKeyDown={handleKeyDown}
      onContextMenu={handleContextMenu}
      onScroll={room.onScroll}
      onMouseLeave={room.release}
      {...drag.handlers}
    >
      <div className={styles.sizer} style={{ height: Math.max(virtualizer.getTotalSize(), room.height) }}>
        {items.map(item => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            <CollectionTreeRow
              key={row.node.id}
              id={`tree-row-${item.index}`}
              row={row}
              top={item.start}
              isOpen={row.node.id === openId}
              isActive={item.index === activeIndex}
              hasMenu={menuPlace?.row.node.id === row.node.id}
              isRenaming={row.node.id === renamingId}
              dropIndicator={drag.marked?.id === row.node.id ? drag.marked.indicator : null}
              onActivate={() => {
                clickedId.current = row.node.id
                room.hold()
                activate(row)
              }}
              onOpen={() => {
                if (row.node.kind !== 'example') void containerTabs.open({ ...row, node: row.node })
              }}
              onFold={() => library.setExpanded(row.node.id, !row.isExpanded)}
              onMenu={openMenu}
              onRenamed={focusTree}
            />
          )
        })}
      </div>
      {menuPlace !== null && (
        <Suspense>
          <RowMenu
            place={menuPlace}
            onOpen={() => activate(menuPlace.row)}
            onClose={() => setMenuPlace(null)}
          />
        </Suspense>
      )}
    </div>
  )
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

/** The next row whose name begins with what was typed within the last second. */
function typeAhead(
  rows: readonly TreeRow[],
  from: number,
  typed: { text: string; at: number },
  key: string,
): number {
  const now = Date.now()
  typed.text = now - typed.at < 1000 ? typed.text + key.toLocaleLowerCase() : key.toLocaleLowerCase()
  typed.at = now
  const start = typed.text.length === 1 ? from + 1 : from
  for (let step = 0; step < rows.length; step += 1) {
    const index = (start + step) % rows.length
    if (rows[index]?.node.name.toLocaleLowerCase().startsWith(typed.text) === true) return index
  }
  return from
}
