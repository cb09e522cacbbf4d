import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useStore } from 'zustand'
import { RowList } from '../../components/lists/RowList.tsx'
import { useVirtualRows } from '../../components/lists/use-virtual-rows.ts'
import { useGraphQlEditing } from '../../wiring/use-stores.ts'
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
  const treeId = useId()
  const idOf = (index: number) => `${treeId}-${index}`
  const [activeIndex, setActiveIndex] = useState(0)
  const [total, setTotal] = useState(0)
  const list = useVirtualRows<HTMLDivElement>(total, rowHeight, { isVirtual: true, overscan: 12 })
  const { items, virtualizer } = list
  const from = items[0]?.index ?? 0
  const count = Math.max(60, (items.at(-1)?.index ?? 0) - from + 1)
  const rows = useExplorerRows(tabId, query, from, count)
  const { rowAt, isReadOnly, indexOf } = rows
  // Before the effects, in which keys that waited for the rows move to them.
  if (total !== rows.total) setTotal(rows.total)

  useRevealedRow(tabId, indexOf, found => {
    setActiveIndex(found)
    // The tree may have grown with the expanded rows.
    requestAnimationFrame(() => virtualizer.scrollToIndex(found, { align: 'center' }))
  })
  const goTo = (index: number) => {
    const next = Math.min(total - 1, Math.max(0, index))
    setActiveIndex(next)
    list.scrollTo(next)
  }
  const tree = { ...rows, activeIndex, goTo, scroller: list.scroller }
  const { toggle, expand, showDocs, handleKeyDown } = useTreeKeys(tabId, tree)
  return (
    <RowList
      rows={{ ...list, indexes: list.indexes.filter(index => rowAt(index) !== null) }}
      className="tree"
      role="tree"
      aria-label="Schema"
      activeIndex={activeIndex}
      idOf={idOf}
      onKeyDown={handleKeyDown}
      renderRow={(index, top) => {
        const row = rowAt(index)
        return (
          row !== null && (
            <ExplorerTreeRow
              key={index}
              id={idOf(index)}
              row={row}
              top={top}
              isActive={index === activeIndex}
              isReadOnly={isReadOnly}
              onFocus={() => {
                setActiveIndex(index)
                list.scroller.current?.focus({ preventScroll: true })
              }}
              onExpand={() => expand(row, !row.isExpanded)}
              onToggle={() => toggle(row)}
              onDocs={() => showDocs(row)}
            />
          )
        )
      }}
    />
  )
}

/** Calls back with the row that is to be revealed, once for each wish. */
function useRevealedRow(
  tabId: string,
  indexOf: (rowId: string) => Promise<number | null>,
  onFound: (index: number) => void,
): void {
  const editing = useGraphQlEditing()
  const reveal = useStore(editing.store, state => state.tabs[tabId]?.reveal ?? null)
  const show = useEffectEvent(onFound)
  useEffect(() => {
    if (reveal === null) return
    let isUnmounted = false
    void indexOf(reveal.rowId).then(found => {
      if (!isUnmounted && found !== null) show(found)
    })
    return () => {
      isUnmounted = true
    }
  }, [reveal, indexOf])
}
