import { randomUUID } from 'node:crypto'
import { type KindRegistry, kindListedAs, requestKinds } from '@parley/model'
import {
  type CollectionEntry,
  describeRefusedListings,
  type FolderEntry,
  type ListedExample,
  type TreeItem,
  type WorkspaceTree,
} from '@parley/workspace'
import type {
  LibraryContainer,
  LibraryExample,
  LibraryLeaf,
  LibraryNode,
  LibraryTree,
} from '../contract/index.ts'
import { type IdentifiedExample, idsOfExamples } from './example-ids.ts'

/** The position of an entry. */
export interface LibraryPlace {
  /** The path in the workspace. */
  readonly path: string
  /** The containers from the collection down to the entry itself, or to its folder if it is a request. */
  readonly containers: readonly PlacedContainer[]
  /** Whether its file declares it a GraphQL request. */
  readonly isGraphQl: boolean
}

interface PlacedContainer {
  /** Whether it is the sample collection of a first start. */
  readonly isSample: boolean
  readonly kind: 'collection' | 'folder'
  readonly name: string
  readonly path: string
}

type AnyEntry = CollectionEntry | FolderEntry | TreeItem

/**
 * The tree of the workspace as the page shows it, and the position of each ID. The index follows the
 * workspace: unchanged parts cost nothing and stay the same objects in the tree.
 */
export class LibraryIndex {
  #source: WorkspaceTree
  #tree: LibraryTree
  readonly #entries = new Map<string, AnyEntry>()
  readonly #ids = new Map<string, string>()
  /** The tree node of each entry; null for entries that the tree does not show. */
  readonly #nodes = new WeakMap<AnyEntry, LibraryNode | null>()
  /** The nodes by ID, as an entry that moved to another path may look the same. */
  readonly #nodesById = new Map<string, LibraryNode>()
  /** The examples in the tree, by the ID of their request. */
  readonly #examples = new Map<string, readonly IdentifiedExample[]>()

  constructor(source: WorkspaceTree) {
    this.#source = source
    this.#tree = { revision: randomUUID(), workspaceName: '', collections: [] }
    this.#tree = this.#built(source)
  }

  /** The current tree; the same object until something in it changes. */
  get tree(): LibraryTree {
    return this.#tree
  }

  /** Updates the index from the workspace's tree. */
  follow(source: WorkspaceTree): void {
    if (source === this.#source) return
    const forgotten = this.#forget(this.#source.collections, source.collections)
    this.#source = source
    this.#tree = this.#built(source)
    for (const id of forgotten) {
      if (this.#entries.has(id)) continue
      this.#nodesById.delete(id)
      this.#examples.delete(id)
    }
  }

  place(id: string): LibraryPlace | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    const isGraphQl = entry.kind === 'request' && entry.type === 'graphql'
    return { path: entry.path, containers: this.#containersOf(entry), isGraphQl }
  }

  idOfPath(path: string): string | undefined {
    return this.#ids.get(path)
  }

  /** Returns the IDs of the requests whose URL contains a text, whatever its case; at most `limit`. */
  idsByUrl(text: string, limit: number): readonly string[] {
    const wanted = text.toLowerCase()
    const found: string[] = []
    for (const [id, entry] of this.#entries) {
      if (entry.kind !== 'request' || !entry.url.toLowerCase().includes(wanted)) continue
      if (found.push(id) >= limit) break
    }
    return found
  }

  /** Returns the IDs that the tree has for the examples of a request as they are in its file; null: none yet. */
  idsOfExamples(id: string, present: readonly ListedExample[]): readonly (string | null)[] {
    return idsOfExamples(this.#examples.get(id) ?? [], present)
  }

  /** Returns the ID of the collection or folder that contains an entry. */
  parentOf(id: string): string | undefined {
    const entry = this.#entries.get(id)
    return entry === undefined || entry.kind === 'collection'
      ? undefined
      : this.#ids.get(folderOf(entry.path))
  }

  /**
   * Returns the containers from the collection down to the entry itself, or to its folder if it is a request
   * or cannot be opened.
   */
  #containersOf(entry: AnyEntry): readonly PlacedContainer[] {
    const { kind, name, path } = entry
    if (kind === 'collection') return [{ kind, name, path, isSample: entry.isSample }]
    const parent = this.#entries.get(this.#ids.get(folderOf(path)) ?? '')
    const above = parent === undefined ? [] : this.#containersOf(parent)
    return isContainer(entry) ? [...above, { kind: 'folder', name, path, isSample: false }] : above
  }

  #built(source: WorkspaceTree): LibraryTree {
    const { workspaceName, collections, notShown = [] } = this.#tree
    const now = source.collections.flatMap(one => this.#node(one) ?? []).filter(one => one.kind !== 'request')
    const refused = describeRefusedListings(source.refused)
    if (source.name === workspaceName && isSameList(collections, now) && isSameList(notShown, refused))
      return this.#tree
    return {
      revision: randomUUID(),
      workspaceName: source.name,
      collections: now,
      ...(refused.length === 0 ? {} : { notShown: refused }),
    }
  }

  /**
   * Creates the node of an entry. Scripts and documentation pages of other clients get none; entries that
   * cannot be opened or listed get one with the reason.
   */
  #node(entry: AnyEntry): LibraryNode | null {
    const known = this.#nodes.get(entry)
    if (known !== undefined) return known
    const node = isContainer(entry) ? this.#container(entry) : this.#leaf(entry)
    const kept = node === null ? null : this.#keptNode(node)
    this.#nodes.set(entry, kept)
    if (kept === null) return null
    this.#entries.set(entry.id, entry)
    this.#ids.set(entry.path, entry.id)
    this.#nodesById.set(entry.id, kept)
    return kept
  }

  #container(entry: CollectionEntry | FolderEntry): LibraryContainer {
    const { kind, id, name } = entry
    return { kind, id, name, children: entry.items.flatMap(item => this.#node(item) ?? []) }
  }

  #leaf(entry: Exclude<AnyEntry, CollectionEntry>): LibraryLeaf | null {
    const leaf = leafOf(entry)
    if (leaf === null || entry.kind !== 'request' || entry.examples.length === 0) return leaf
    const ids = this.idsOfExamples(entry.id, entry.examples)
    const examples = entry.examples.map((one, index) => ({ ...one, id: ids[index] ?? randomUUID() }))
    this.#examples.set(entry.id, examples)
    return { ...leaf, examples: examples.map(({ digest: _, ...example }) => example) }
  }

  #keptNode(node: LibraryNode): LibraryNode {
    const before = this.#nodesById.get(node.id)
    return before !== undefined && isSameNode(before, node) ? before : node
  }

  /** Forgets the IDs and paths of entries that are gone or have changed; returns the IDs. */
  #forget(allBefore: readonly AnyEntry[], allNow: readonly AnyEntry[]): readonly string[] {
    const [before, now] = withoutCommonEnds(allBefore, allNow)
    const present = new Set(now)
    const byPath = new Map(now.map(entry => [entry.path, entry]))
    const changed = before.filter(entry => !present.has(entry))
    for (const entry of changed) {
      this.#entries.delete(entry.id)
      this.#ids.delete(entry.path)
    }
    return changed.flatMap(entry => {
      if (!isContainer(entry)) return [entry.id]
      const successor = byPath.get(entry.path)
      const inside = successor !== undefined && isContainer(successor) ? successor.items : []
      return [entry.id, ...this.#forget(entry.items, inside)]
    })
  }
}

/** Whether the entry opens in the tree. A folder that is nested too deep is a row with a problem instead. */
function isContainer(entry: AnyEntry): entry is CollectionEntry | FolderEntry {
  return entry.kind === 'collection' || (entry.kind === 'folder' && entry.damage?.code !== 'TOO_DEEP')
}

/** The row of a request, without its examples; null for what no tree shows. */
export function leafOf(
  entry: Exclude<AnyEntry, CollectionEntry>,
  kinds: KindRegistry = requestKinds,
): LibraryLeaf | null {
  const { id, name, damage } = entry
  if (damage !== null)
    return { kind: 'request', id, name, method: '', problem: `${damage.sentence} ${damage.nextStep}` }
  const kind = entry.kind === 'request' ? kindListedAs(entry.type, kinds) : undefined
  if (entry.kind !== 'request' || kind === undefined) return null
  const problem =
    kind.pane === null
      ? `${kind.name} requests cannot be opened in this version of Parley. The file stays as it is.`
      : null
  return { kind: 'request', id, name, method: kind.badge ?? entry.method, problem }
}

/** Returns the parts of two lists between the elements with which both begin and end. */
function withoutCommonEnds<Value>(
  one: readonly Value[],
  other: readonly Value[],
): readonly [readonly Value[], readonly Value[]] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

function isSameNode(one: LibraryNode, other: LibraryNode): boolean {
  if (one.kind !== other.kind || one.name !== other.name) return false
  if (one.kind === 'request')
    return (
      other.kind === 'request' &&
      one.method === other.method &&
      one.problem === other.problem &&
      hasSameExamples(one, other)
    )
  return other.kind !== 'request' && isSameList(one.children, other.children)
}

function hasSameExamples(
  { examples: one = [] }: LibraryLeaf,
  { examples: other = [] }: LibraryLeaf,
): boolean {
  const isSame = (example: LibraryExample, { id, name, statusCode }: LibraryExample) =>
    example.id === id && example.name === name && example.statusCode === statusCode
  return (
    one.length === other.length &&
    one.every((example, index) => other[index] !== undefined && isSame(example, other[index]))
  )
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
