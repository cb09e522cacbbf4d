import { isDeepStrictEqual } from 'node:util'
import { type ListedCollection, mostListedCollections } from '@parley/model'
import { workspaceKind } from '../secrets/stored-format.ts'
import type { KnownWorkspace } from '../tree/known-workspace.ts'
import { listedPath } from '../tree/listed-path.ts'
import type { CollectionEntry } from '../tree/workspace-tree.ts'
import type { WorkspaceDocuments } from '../workspace-documents.ts'

/** Where a collection was before a command and is after it; null: nowhere. */
export interface CollectionChange {
  readonly from: string | null
  readonly to: string | null
}

/**
 * The list of collections in `workspace.yml`, from which other clients know which collections to show. Commands keep it; what
 * Parley did not write stays. A list that cannot be written fails no command, as the next one writes what is missing.
 */
export class CollectionList {
  readonly #known: KnownWorkspace
  readonly #documents: WorkspaceDocuments

  constructor(known: KnownWorkspace, documents: WorkspaceDocuments) {
    this.#known = known
    this.#documents = documents
  }

  /** Changes the list after a command; other changes write nothing. A folder without `workspace.yml` gets one. */
  async follow(change: CollectionChange): Promise<void> {
    const { tree } = this.#known
    if (tree.isOneCollection) return
    const read = await this.#documents.read('workspace.yml', workspaceKind)
    if (!read.ok && read.failure.code !== 'NOT_FOUND') return
    const file = read.ok ? read.value.entity : { name: tree.name, variables: [] }
    const before = file.collections === undefined ? [] : file.collections
    if (before === null || before.length === mostListedCollections) return
    const collections = listAfter(change, before, tree.collections)
    if (isDeepStrictEqual(before, collections)) return
    await this.#documents.save('workspace.yml', workspaceKind, {
      entity: { ...file, collections },
      baseVersion: read.ok ? read.value.version : null,
    })
  }
}

/** Returns the list after a change: in the order that it had, then with the collections that it lacks. */
function listAfter(
  { from, to }: CollectionChange,
  before: readonly ListedCollection[],
  collections: readonly CollectionEntry[],
): readonly ListedCollection[] {
  const isOf = (path: string | null) => (one: ListedCollection) =>
    path !== null && listedPath(one.path) === path
  const present = collections.find(one => one.path === to)
  if (present === undefined && !before.some(isOf(from))) return before
  const changed = before.flatMap(one => {
    if (!isOf(from)(one)) return [one]
    return present === undefined ? [] : [{ name: present.name, path: present.path }]
  })
  const listed = new Set(changed.map(one => listedPath(one.path)))
  const missing = collections.filter(({ path }) => !listed.has(path))
  return [...changed, ...missing.map(({ name, path }) => ({ name, path }))]
}
