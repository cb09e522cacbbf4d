import type { LibraryNode, LibraryTree } from '@parley/server/contract'
import type { RequestSource } from '../workbench/tabs/request-tab.ts'

/** An entry of the library, and its place. */
export interface TreeEntry {
  readonly node: LibraryNode
  /** Names of the containers around it, outermost first. */
  readonly path: readonly string[]
  /** Null for a collection. */
  readonly parentId: string | null
}

const known = new WeakMap<LibraryTree, ReadonlyMap<string, TreeEntry>>()

/** Returns all entries of a library by ID; the same map for the same tree. */
export function entriesById(tree: LibraryTree): ReadonlyMap<string, TreeEntry> {
  const entries = known.get(tree) ?? listEntries(tree)
  known.set(tree, entries)
  return entries
}

function listEntries({ collections }: LibraryTree): ReadonlyMap<string, TreeEntry> {
  const found = new Map<string, TreeEntry>()
  const visit = (nodes: readonly LibraryNode[], parentId: string | null, path: readonly string[]) => {
    for (const node of nodes) {
      found.set(node.id, { node, path, parentId })
      if (node.kind !== 'request') visit(node.children, node.id, [...path, node.name])
    }
  }
  visit(collections, null, [])
  return found
}

/** The container of a request; null for a collection. */
export function sourceOf({ node, parentId, path }: TreeEntry): RequestSource | null {
  return parentId === null ? null : { requestId: node.id, parentId, path }
}

/** Returns null if the library does not contain it. */
export function findEntry(tree: LibraryTree | null, id: string): TreeEntry | null {
  return tree === null ? null : (entriesById(tree).get(id) ?? null)
}

/** Returns the IDs of the collection and the folders around an entry, innermost first. */
export function containersAround(tree: LibraryTree | null, id: string): readonly string[] {
  const parentId = findEntry(tree, id)?.parentId ?? null
  return parentId === null ? [] : [parentId, ...containersAround(tree, parentId)]
}
