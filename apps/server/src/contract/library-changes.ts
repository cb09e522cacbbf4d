import type { LibraryNode, LibraryTree } from './messages.ts'

/** The changes that turn a window's list of nodes into the current one. */
export interface NodeChanges {
  /**
   * At this index, `removed` nodes are replaced by `added`, in which a number is the previous index of a
   * node.
   */
  readonly at: number
  readonly removed: number
  readonly added: readonly (LibraryNode | number)[]
  /** Collections and folders that remain but whose contents changed, by their index in the current list. */
  readonly inside: readonly ContainerChanges[]
}

interface ContainerChanges {
  readonly index: number
  readonly name: string
  readonly children: NodeChanges
}

/** The difference between a tree and the one that a window has. */
export interface LibraryChanges {
  readonly revision: string
  readonly workspaceName: string
  readonly collections: NodeChanges
  /** As in the tree. */
  readonly notShown?: readonly string[] | undefined
}

/**
 * Returns the difference between a tree and an earlier one. Objects that are identical in both are not
 * compared further.
 */
export function libraryChanges(before: LibraryTree, now: LibraryTree): LibraryChanges {
  return {
    revision: now.revision,
    workspaceName: now.workspaceName,
    collections: nodeChanges(before.collections, now.collections),
    notShown: now.notShown,
  }
}

/** Applies changes to a tree. What did not change stays the same object. */
export function withLibraryChanges(tree: LibraryTree, changes: LibraryChanges): LibraryTree {
  const { revision, workspaceName } = changes
  const collections = withNodeChanges(tree.collections, changes.collections)
  return {
    revision,
    workspaceName,
    collections: collections.filter(node => node.kind !== 'request'),
    notShown: changes.notShown,
  }
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
      if (node === old || node.kind === 'request' || old === undefined || old.kind === 'request') return []
      return [{ index, name: node.name, children: nodeChanges(old.children, node.children) }]
    }),
  }
}

/** Whether two nodes are the same, or the same collection or folder with other contents. */
function isAlike(one: LibraryNode | undefined, other: LibraryNode | undefined): boolean {
  if (one === other) return true
  return one?.kind !== 'request' && one?.kind === other?.kind && one?.id === other?.id
}

function withNodeChanges(before: readonly LibraryNode[], changes: NodeChanges): readonly LibraryNode[] {
  const { at, removed, added, inside } = changes
  const middle = added.flatMap(one => (typeof one === 'number' ? (before[one] ?? []) : one))
  const now = [...before.slice(0, at), ...middle, ...before.slice(at + removed)]
  for (const { index, name, children } of inside) {
    const node = now[index]
    if (node === undefined || node.kind === 'request') continue
    now[index] = { ...node, name, children: withNodeChanges(node.children, children) }
  }
  return now
}
