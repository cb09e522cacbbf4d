import type { LibraryTree } from '@parley/server/contract'
import { type DragEvent, useRef, useState } from 'react'
import { startOwnDrag } from '../../components/own-drag.ts'
import { type DropTarget, dropTarget } from '../../library/drop-target.ts'
import type { TreeRow } from '../../library/flatten-tree.ts'
import { useLibrary, useSidebar } from '../../wiring/use-stores.ts'

/** The time after which a collapsed row opens while something is held over it. */
const unfoldingDelayMs = 700

export interface TreeDrag {
  readonly draggedId: string | null
  /** The row that shows where the dragged entry would go. */
  readonly marked: { readonly id: string; readonly indicator: DropTarget['indicator'] } | null
  readonly handlers: {
    onDragStart(event: DragEvent): void
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
    onDragEnd(): void
  }
}

/** Dragging requests and folders within the tree. */
export function useTreeDrag(rowOf: (target: EventTarget) => TreeRow | undefined): TreeDrag {
  const library = useLibrary()
  const sidebar = useSidebar()
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const held = useRef<{ readonly id: string; readonly timer: number } | null>(null)

  function stop(): void {
    holdOver(null)
    setDraggedId(null)
    setDrop(null)
  }

  function holdOver(row: TreeRow | null): void {
    if (held.current?.id === row?.node.id) return
    if (held.current !== null) clearTimeout(held.current.timer)
    held.current = null
    if (row === null || row.node.kind === 'request' || row.isExpanded) return
    const { id } = row.node
    held.current = { id, timer: window.setTimeout(() => library.setExpanded(id, true), unfoldingDelayMs) }
  }

  return {
    draggedId,
    marked: markOf(drop),
    handlers: {
      onDragStart(event) {
        const row = rowOf(event.target)
        if (row === undefined) return
        startOwnDrag(event.dataTransfer)
        setDraggedId(row.node.id)
      },
      onDragOver(event) {
        if (draggedId === null) return
        holdOver(rowOf(event.target) ?? null)
        const next = targetAt(event, rowOf(event.target), library.store.getState().tree, draggedId)
        if (next !== null) event.preventDefault()
        const [before, after] = [markOf(drop), markOf(next)]
        if (before?.id !== after?.id || before?.indicator !== after?.indicator) setDrop(next)
      },
      onDragLeave(event) {
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
        holdOver(null)
        setDrop(null)
      },
      onDrop(event) {
        event.preventDefault()
        const last = targetAt(event, rowOf(event.target), library.store.getState().tree, draggedId)
        if (draggedId !== null && last !== null) void sidebar.move(draggedId, last.target)
        stop()
      },
      onDragEnd: stop,
    },
  }
}

interface Drop {
  readonly overId: string
  readonly target: DropTarget
}

/** Returns where the dragged entry would go; null: nowhere. */
function targetAt(
  event: DragEvent,
  row: TreeRow | undefined,
  tree: LibraryTree | null,
  draggedId: string | null,
): Drop | null {
  if (row === undefined || tree === null || draggedId === null) return null
  const element = event.target instanceof Element ? event.target.closest('[role="treeitem"]') : null
  const box = element?.getBoundingClientRect()
  if (box === undefined) return null
  const target = dropTarget(tree, draggedId, row.node.id, (event.clientY - box.top) / box.height)
  return target === null ? null : { overId: row.node.id, target }
}

function markOf(drop: Drop | null): TreeDrag['marked'] {
  if (drop === null) return null
  const { indicator, parentId } = drop.target
  return { id: indicator === 'into' ? parentId : drop.overId, indicator }
}
