import type { LibraryContainer, LibraryLeaf, LibraryTree } from '@parley/server/contract'

/** A visible row of the sidebar's tree. */
export interface TreeRow {
  readonly node: LibraryContainer | LibraryLeaf
  /** 1 for a collection. */
  readonly level: number
  /** Counted from 1 among the visible siblings. */
  readonly position: number
  readonly siblings: number
  readonly isExpanded: boolean
  /** Names and IDs of the containers around it, outermost first. */
  readonly path: readonly string[]
  readonly parentId: string | null
}

/** Returns the visible rows: those in open containers, or those that match a filter, with their ancestors. */
export function flattenTree(tree: LibraryTree, collapsed: ReadonlySet<string>, filter: string): TreeRow[] {
  const wanted = filter.trim().toLocaleLowerCase()
  const rows: TreeRow[] = []
  const visit = (
    nodes: readonly (LibraryContainer | LibraryLeaf)[],
    parentId: string | null,
    path: readonly string[],
    isInsideMatch: boolean,
  ) => {
    const visible = isInsideMatch ? nodes : nodes.filter(node => hasMatch(node, wanted))
    visible.forEach((node, index) => {
      const isExpanded = node.kind !== 'request' && (wanted !== '' || !collapsed.has(node.id))
      rows.push({
        node,
        level: path.length + 1,
        position: index + 1,
        siblings: visible.length,
        isExpanded,
        path,
        parentId,
      })
      if (node.kind === 'request' || !isExpanded) return
      visit(node.children, node.id, [...path, node.name], isInsideMatch || isMatch(node, wanted))
    })
  }
  visit(tree.collections, null, [], wanted === '')
  return rows
}

/** The first request of the library with its place, or null. */
export function firstRequest(tree: LibraryTree): TreeRow | null {
  return flattenTree(tree, new Set(), '').find(row => row.node.kind === 'request') ?? null
}

/** How many requests a collection or folder holds at any depth. */
export function countRequests(container: LibraryContainer): number {
  return container.children.reduce(
    (sum, child) => sum + (child.kind === 'request' ? 1 : countRequests(child)),
    0,
  )
}

function isMatch(node: LibraryContainer | LibraryLeaf, wanted: string): boolean {
  return node.name.toLocaleLowerCase().includes(wanted)
}

function hasMatch(node: LibraryContainer | LibraryLeaf, wanted: string): boolean {
  return (
    isMatch(node, wanted) || (node.kind !== 'request' && node.children.some(child => hasMatch(child, wanted)))
  )
}
