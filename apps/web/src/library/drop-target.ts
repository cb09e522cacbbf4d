import type { LibraryContainer, LibraryNode, LibraryTree } from '@parley/server/contract'
import { entriesById, type TreeEntry } from './find-entry.ts'

/** Where a dragged request or folder would be placed. */
export interface DropTarget {
  readonly parentId: string
  /** The index among its siblings of the same kind, without itself. */
  readonly index: number
  /** How the target is shown: on the row, or as a line at one of its edges. */
  readonly indicator: 'into' | 'before' | 'after'
}

/**
 * Returns where an entry goes if it is dropped on a row; null if it cannot go there or is there already.
 * Folders come before requests, so entries of one kind cannot be placed between those of the other.
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
  const index = siblingsOf(parent, entry.node).findIndex(one => one.id === id)
  switch (key) {
    case 'ArrowUp':
      return index === 0 ? null : { parentId: parent.id, index: index - 1, indicator: 'before' }
    case 'ArrowDown':
      return index === siblingsOf(parent, entry.node).length - 1
        ? null
        : { parentId: parent.id, index: index + 1, indicator: 'after' }
    case 'ArrowLeft':
      return outOfFolder(entries, entry.node, parent)
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
  const isFolder = dragged.kind === 'folder'
  if (over.node.kind === 'request') {
    if (parent === null) return null
    if (isFolder) return atEndOf(parent, dragged)
    return nextTo(parent, dragged, over.node, fraction < 0.5 ? 'before' : 'after')
  }
  const isEdge = isFolder && parent !== null && (fraction < 0.25 || fraction > 0.75)
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
  const others = siblingsOf(parent, dragged).filter(one => one.id !== dragged.id)
  const at = others.findIndex(one => one.id === over.id)
  return { parentId: parent.id, index: indicator === 'before' ? at : at + 1, indicator }
}

function atEndOf(parent: LibraryContainer, dragged: LibraryNode): DropTarget {
  const others = siblingsOf(parent, dragged).filter(one => one.id !== dragged.id)
  return { parentId: parent.id, index: others.length, indicator: 'into' }
}

function outOfFolder(entries: Entries, node: LibraryNode, parent: LibraryContainer): DropTarget | null {
  const above = parentOf(entries, entries.get(parent.id))
  if (above === null) return null
  const index =
    node.kind === 'folder' ? siblingsOf(above, node).findIndex(one => one.id === parent.id) + 1 : 0
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
  return siblingsOf(parent, dragged.node).findIndex(one => one.id === dragged.node.id) === index
}

function siblingsOf(parent: LibraryContainer, { kind }: LibraryNode): readonly LibraryNode[] {
  return parent.children.filter(one => one.kind === kind)
}

function parentOf(entries: Entries, entry: TreeEntry | undefined): LibraryContainer | null {
  const node = entry?.parentId == null ? undefined : entries.get(entry.parentId)?.node
  return node === undefined || node.kind === 'request' ? null : node
}

function isBelow(entries: Entries, id: string, ancestorId: string): boolean {
  const parentId = entries.get(id)?.parentId ?? null
  return parentId !== null && (parentId === ancestorId || isBelow(entries, parentId, ancestorId))
}
