import { isDeepStrictEqual } from 'node:util'
import { type ListedCollection, mostListedCollections } from '@parley/model'
import { workspaceKind } from '../secrets/stored-format.ts'
import type { KnownWorkspace } from '../tree/known-workspace.ts'
import { listedPath } from '../tree/listed-path.ts'
import { childPath, nameInPath } from '../tree/workspace-path.ts'
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
    const moved = change.to === null ? null : this.#collectionAt(change.to)
    if (tree.isOneCollection || (change.to !== null && moved === null)) return
    const read = await this.#documents.read('workspace.yml', workspaceKind)
    if (!read.ok && read.failure.code !== 'NOT_FOUND') return
    const file = read.ok ? read.value.entity : { name: tree.name, variables: [] }
    const before = file.collections === undefined ? [] : file.collections
    if (before === null || before.length === mostListedCollections) return
    const collections = listAfter(change.from, moved, before, tree.collections)
    if (isDeepStrictEqual(before, collections)) return
    await this.#documents.save('workspace.yml', workspaceKind, {
      entity: { ...file, collections },
      baseVersion: read.ok ? read.value.version : null,
    })
  }

  /** Returns the collection at a path, which the tree may lack because it is not listed yet; null if there is none. */
  #collectionAt(path: string): ListedCollection | null {
    const file = this.#known.file(childPath(path, 'opencollection.yml'))
    return file === undefined ? null : { name: file.head?.name || nameInPath(path), path }
  }
}

/**
 * Returns the list after a change: in the order that it had, then with the collections that it lacks.
 * @param from - where the collection was; null: nowhere
 * @param moved - where it is; null: nowhere
 */
function listAfter(
  from: string | null,
  moved: ListedCollection | null,
  before: readonly ListedCollection[],
  collections: readonly CollectionEntry[],
): readonly ListedCollection[] {
  const isMoved = ({ path }: ListedCollection) => from !== null && listedPath(path) === from
  if (moved === null && !before.some(isMoved)) return before
  const changed = before.flatMap(one => (isMoved(one) ? (moved ?? []) : one))
  const listed = new Set(changed.map(one => listedPath(one.path)))
  const present = [
    ...collections.map(({ name, path }) => ({ name, path })),
    ...(moved === null ? [] : [moved]),
  ]
  const missing = new Map(present.filter(({ path }) => !listed.has(path)).map(one => [one.path, one]))
  return [...changed, ...missing.values()]
}
