import type { LibraryContainer, LibraryLeaf, LibraryTree } from '@parley/server/contract'
import { type ExampleNode, exampleNodes } from './example-nodes.ts'
import { entriesById, type TreeEntry } from './find-entry.ts'

export type TreeNode = LibraryContainer | LibraryLeaf | ExampleNode

/** A visible row of the sidebar's tree. */
export interface TreeRow {
  readonly node: TreeNode
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

const none: ReadonlySet<string> = new Set()

/**
 * Returns the visible rows: those in open containers, or those that match a filter, with their ancestors.
 * @param toggled - the folded collections and folders, and the requests whose examples show
 * @param found - the requests that match for another reason than their name
 */
export function flattenTree(
  tree: LibraryTree,
  toggled: ReadonlySet<string>,
  filter: string,
  found: ReadonlySet<string> = none,
): TreeRow[] {
  const wanted = filter.trim().toLocaleLowerCase()
  const rows: TreeRow[] = []
  const visit = (
    nodes: readonly TreeNode[],
    parentId: string | null,
    path: readonly string[],
    isInsideMatch: boolean,
  ) => {
    const visible = isInsideMatch ? nodes : nodes.filter(node => hasMatch(node, wanted, found))
    visible.forEach((node, index) => {
      const children = childrenOf(node)
      const isToggled = toggled.has(node.id)
      const isOpen = node.kind === 'request' ? isToggled : wanted !== '' || !isToggled
      const isExpanded = children.length > 0 ? isOpen : isOpen && node.kind !== 'request'
      rows.push({
        node,
        level: path.length + 1,
        position: index + 1,
        siblings: visible.length,
        isExpanded,
        path,
        parentId,
      })
      if (!isExpanded) return
      visit(children, node.id, [...path, node.name], isInsideMatch || isMatch(node, wanted))
    })
  }
  visit(tree.collections, null, [], wanted === '')
  return rows
}

/** The first request of the library with its place, or null. */
export function firstRequest(tree: LibraryTree): TreeEntry | null {
  for (const entry of entriesById(tree).values()) if (entry.node.kind === 'request') return entry
  return null
}

/** How many requests a collection or folder holds at any depth. */
export function countRequests(container: LibraryContainer): number {
  return container.children.reduce(
    (sum, child) => sum + (child.kind === 'request' ? 1 : countRequests(child)),
    0,
  )
}

function childrenOf(node: TreeNode): readonly TreeNode[] {
  if (node.kind === 'example') return []
  return node.kind === 'request' ? exampleNodes(node) : node.children
}

function isMatch(node: TreeNode, wanted: string): boolean {
  return node.name.toLocaleLowerCase().includes(wanted)
}

function hasMatch(node: TreeNode, wanted: string, found: ReadonlySet<string>): boolean {
  return (
    isMatch(node, wanted) ||
    found.has(node.id) ||
    childrenOf(node).some(child => hasMatch(child, wanted, found))
  )
}
