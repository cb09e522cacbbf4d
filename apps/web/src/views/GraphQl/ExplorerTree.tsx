import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { renderedRowId } from '../../components/lists/rendered-row-id.ts'
import { showRow } from '../../components/lists/show-row.ts'
import { useGraphQlEditing } from '../../wiring/use-stores.ts'
import styles from './ExplorerTree.module.css'
import { ExplorerTreeRow } from './ExplorerTreeRow.tsx'
import { useExplorerRows } from './use-explorer-rows.ts'
import { useTreeKeys } from './use-tree-keys.ts'

export interface ExplorerTreeProps {
  readonly tabId: string
  readonly query: string
}

const rowHeight = 28

/**
 * The fields of the schema as a tree, of which only the visible rows exist. The focus stays on the tree, which names
 * its active row.
 */
export function ExplorerTree({ tabId, query }: ExplorerTreeProps) {
  const editing = useGraphQlEditing()
  const treeId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const [total, setTotal] = useState(0)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const from = items[0]?.index ?? 0
  const count = Math.max(60, (items.at(-1)?.index ?? 0) - from + 1)
  const rows = useExplorerRows(tabId, query, from, count)
  const { rowAt, isReadOnly, indexOf } = rows
  const loaded = items.filter(({ index }) => rowAt(index) !== null)
  // Before the effects, in which keys that waited for the rows move to them.
  if (total !== rows.total) setTotal(rows.total)

  const reveal = useStore(editing.store, state => state.tabs[tabId]?.reveal ?? null)
  useEffect(() => {
    if (reveal === null) return
    let isUnmounted = false
    void indexOf(reveal.rowId).then(found => {
      if (isUnmounted || found === null) return
      setActiveIndex(found)
      // The tree may have grown with the expanded rows.
      requestAnimationFrame(() => virtualizer.scrollToIndex(found, { align: 'center' }))
    })
    return () => {
      isUnmounted = true
    }
  }, [reveal, indexOf, virtualizer])

  const goTo = (index: number) => {
    const next = Math.min(total - 1, Math.max(0, index))
    setActiveIndex(next)
    showRow(virtualizer, next)
  }
  const { toggle, expand, handleKeyDown } = useTreeKeys(tabId, { ...rows, activeIndex, goTo })

  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label="Schema"
      tabIndex={0}
      aria-activedescendant={renderedRowId(loaded, activeIndex, `${treeId}-${activeIndex}`)}
      onKeyDown={handleKeyDown}
    >
      <div className={styles.sizer} style={{ height: virtualizer.getTotalSize() }}>
        {loaded.map(item => {
          const row = rowAt(item.index)
          return row === null ? null : (
            <ExplorerTreeRow
              key={item.index}
              id={`${treeId}-${item.index}`}
              row={row}
              top={item.start}
              isActive={item.index === activeIndex}
              isReadOnly={isReadOnly}
              onFocus={() => {
                setActiveIndex(item.index)
                scroller.current?.focus({ preventScroll: true })
              }}
              onExpand={() => expand(row, !row.isExpanded)}
              onToggle={() => toggle(row)}
            />
          )
        })}
      </div>
    </div>
  )
}
