import type { LibraryContainer, LibraryNode, LibraryTree } from '@parley/server/contract'
import { entriesById, type TreeEntry } from './find-entry.ts'

/** Where a dragged request or folder would be placed. */
export interface DropTarget {
  readonly parentId: string
  /** The index among its siblings, without itself. */
  readonly index: number
  /** How the target is shown: on the row, or as a line at one of its edges. */
  readonly indicator: 'into' | 'before' | 'after'
}

/**
 * Returns where an entry goes if it is dropped on a row; null if it cannot go there or is there already.
 * On the middle of a folder it goes into it, on an edge before or after it.
 * @param fraction the vertical position in the row, from 0 to 1
 */
export function dropTarget(
  tree: LibraryTree,
  draggedId: string,
  overId: string,
  fraction: number,
): DropTarget | null {
  const entries = entriesById(tree)
  const [dragged, over] = [entries.get(draggedId), entries.get(overId)]
  if (dragged === undefined || over === undefined || dragged.node.kind === 'collection') return null
  if (draggedId === overId || isBelow(entries, overId, draggedId)) return null
  const target = rawTarget(entries, dragged.node, over, fraction)
  return target === null || isSamePlace(entries, dragged, target) ? null : target
}

/**
 * Returns where Alt and an arrow key move an entry: among its siblings, out of its folder or into the one
 * above.
 */
export function keyTarget(tree: LibraryTree, id: string, key: string): DropTarget | null {
  const entries = entriesById(tree)
  const entry = entries.get(id)
  const parent = parentOf(entries, entry)
  if (entry === undefined || parent === null) return null
  const index = parent.children.findIndex(one => one.id === id)
  switch (key) {
    case 'ArrowUp':
      return index === 0 ? null : { parentId: parent.id, index: index - 1, indicator: 'before' }
    case 'ArrowDown':
      return index === parent.children.length - 1
        ? null
        : { parentId: parent.id, index: index + 1, indicator: 'after' }
    case 'ArrowLeft':
      return outOfFolder(entries, parent)
    case 'ArrowRight':
      return intoFolderAbove(parent, entry.node)
  }
  return null
}

type Entries = ReadonlyMap<string, TreeEntry>

function rawTarget(
  entries: Entries,
  dragged: LibraryNode,
  over: TreeEntry,
  fraction: number,
): DropTarget | null {
  const parent = parentOf(entries, over)
  if (over.node.kind === 'request')
    return parent && nextTo(parent, dragged, over.node, fraction < 0.5 ? 'before' : 'after')
  const isEdge = parent !== null && (fraction < 0.25 || fraction > 0.75)
  return isEdge
    ? nextTo(parent, dragged, over.node, fraction < 0.5 ? 'before' : 'after')
    : atEndOf(over.node, dragged)
}

function nextTo(
  parent: LibraryContainer,
  dragged: LibraryNode,
  over: LibraryNode,
  indicator: 'before' | 'after',
): DropTarget {
  const others = parent.children.filter(one => one.id !== dragged.id)
  const at = others.findIndex(one => one.id === over.id)
  return { parentId: parent.id, index: indicator === 'before' ? at : at + 1, indicator }
}

function atEndOf(parent: LibraryContainer, dragged: LibraryNode): DropTarget {
  const others = parent.children.filter(one => one.id !== dragged.id)
  return { parentId: parent.id, index: others.length, indicator: 'into' }
}

function outOfFolder(entries: Entries, parent: LibraryContainer): DropTarget | null {
  const above = parentOf(entries, entries.get(parent.id))
  if (above === null) return null
  const index = above.children.findIndex(one => one.id === parent.id) + 1
  return { parentId: above.id, index, indicator: 'after' }
}

function intoFolderAbove(parent: LibraryContainer, node: LibraryNode): DropTarget | null {
  const at = parent.children.findIndex(one => one.id === node.id)
  const folder = parent.children.slice(0, at).findLast(one => one.kind === 'folder')
  return folder === undefined || folder.kind === 'request' ? null : atEndOf(folder, node)
}

function isSamePlace(entries: Entries, dragged: TreeEntry, { parentId, index }: DropTarget): boolean {
  const parent = parentOf(entries, dragged)
  if (parent === null || parent.id !== parentId) return false
  return parent.children.findIndex(one => one.id === dragged.node.id) === index
}

function parentOf(entries: Entries, entry: TreeEntry | undefined): LibraryContainer | null {
  const node = entry?.parentId == null ? undefined : entries.get(entry.parentId)?.node
  return node === undefined || node.kind === 'request' ? null : node
}

function isBelow(entries: Entries, id: string, ancestorId: string): boolean {
  const parentId = entries.get(id)?.parentId ?? null
  return parentId !== null && (parentId === ancestorId || isBelow(entries, parentId, ancestorId))
}
