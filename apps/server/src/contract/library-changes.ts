import type { LibraryNode, LibraryTree } from './messages.ts'

/** What turns the list of nodes that a window has into the present one. */
export interface NodeChanges {
  /** From here on `removed` nodes give way to `added`, in which a number is the place that a node had before. */
  readonly at: number
  readonly removed: number
  readonly added: readonly (LibraryNode | number)[]
  /** The collections and folders that stay but are others inside, by their place in the present list. */
  readonly inside: readonly ContainerChanges[]
}

interface ContainerChanges {
  readonly index: number
  readonly name: string
  readonly children: NodeChanges
}

/** How a tree differs from one that a window has. */
export interface LibraryChanges {
  readonly revision: string
  readonly workspaceName: string
  readonly collections: NodeChanges
}

/** Lists how a tree differs from an earlier one. What is the same object in both is not looked into. */
export function libraryChanges(before: LibraryTree, now: LibraryTree): LibraryChanges {
  return {
    revision: now.revision,
    workspaceName: now.workspaceName,
    collections: nodeChanges(before.collections, now.collections),
  }
}

/** The tree of which these are the changes. What did not change is the same object as before. */
export function withLibraryChanges(tree: LibraryTree, changes: LibraryChanges): LibraryTree {
  const { revision, workspaceName } = changes
  const collections = withNodeChanges(tree.collections, changes.collections)
  return { revision, workspaceName, collections: collections.filter(node => node.kind !== 'http') }
}

function nodeChanges(before: readonly LibraryNode[], now: readonly LibraryNode[]): NodeChanges {
  const most = Math.min(before.length, now.length)
  let at = 0
  while (at < most && isAlike(before[at], now[at])) at += 1
  let behind = 0
  while (behind < most - at && isAlike(before.at(-1 - behind), now.at(-1 - behind))) behind += 1
  const places = new Map(before.slice(at, before.length - behind).map((node, index) => [node, at + index]))
  return {
    at,
    removed: before.length - behind - at,
    added: now.slice(at, now.length - behind).map(node => places.get(node) ?? node),
    inside: now.flatMap((node, index) => {
      if (index >= at && index < now.length - behind) return []
      const old = before[index < at ? index : index - now.length + before.length]
      if (node === old || node.kind === 'http' || old === undefined || old.kind === 'http') return []
      return [{ index, name: node.name, children: nodeChanges(old.children, node.children) }]
    }),
  }
}

/** Whether it is the same node, or the same collection or folder with other contents. */
function isAlike(one: LibraryNode | undefined, other: LibraryNode | undefined): boolean {
  if (one === other) return true
  return one?.kind !== 'http' && one?.kind === other?.kind && one?.id === other?.id
}

function withNodeChanges(before: readonly LibraryNode[], changes: NodeChanges): readonly LibraryNode[] {
  const { at, removed, added, inside } = changes
  const middle = added.flatMap(one => (typeof one === 'number' ? (before[one] ?? []) : one))
  const now = [...before.slice(0, at), ...middle, ...before.slice(at + removed)]
  for (const { index, name, children } of inside) {
    const node = now[index]
    if (node === undefined || node.kind === 'http') continue
    now[index] = { ...node, name, children: withNodeChanges(node.children, children) }
  }
  return now
}
