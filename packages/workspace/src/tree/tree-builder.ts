import { maximumFolderDepth } from '@parley/model'
import { damage } from '../documents/damage.ts'
import type { KnownFile, KnownFolder } from './known-folder.ts'
import { ownFiles } from './known-folder.ts'
import { childPath, folderDepth, nameInPath, parentPath } from './workspace-path.ts'
import type {
  CollectionEntry,
  EnvironmentEntry,
  FolderEntry,
  RequestEntry,
  TreeItem,
  WorkspaceTree,
} from './workspace-tree.ts'

/** The input of a tree: each folder by its path; the root's path is empty. */
export interface TreeSource {
  readonly folderName: string
  readonly folders: ReadonlyMap<string, KnownFolder>
  idOf(path: string): string
}

const tooDeep = damage('TOO_DEEP')

/**
 * Builds the tree of a workspace from its folders as last seen. Unchanged parts are the same objects as
 * before, down to each entry, so that the cost depends on the size of the change and not of the workspace.
 */
export class TreeBuilder {
  readonly #source: TreeSource
  #seen: ReadonlyMap<string, KnownFolder> = new Map()
  /** The paths at or below which something has changed. */
  readonly #touched = new Set<string>()
  readonly #items = new Map<string, readonly TreeItem[]>()
  readonly #environments = new Map<string, readonly EnvironmentEntry[]>()
  readonly #collections = new Map<string, CollectionEntry>()
  readonly #folders = new Map<string, FolderEntry>()
  #tree: WorkspaceTree | undefined

  constructor(source: TreeSource) {
    this.#source = source
  }

  /** @param reassigned the paths whose IDs have changed */
  build(reassigned: ReadonlySet<string>): WorkspaceTree {
    const { folders } = this.#source
    this.#touched.clear()
    for (const path of reassigned) this.#touch(path)
    for (const [path, known] of folders) if (this.#seen.get(path) !== known) this.#touch(path)
    for (const path of this.#seen.keys()) if (!folders.has(path)) this.#forget(path)
    this.#seen = new Map(folders)
    this.#tree = reuse(this.#tree, this.#workspace())
    return this.#tree
  }

  #touch(path: string): void {
    for (let at = path; !this.#touched.has(at); at = parentPath(at)) this.#touched.add(at)
  }

  #forget(path: string): void {
    this.#touch(path)
    for (const built of [this.#items, this.#environments, this.#collections, this.#folders])
      built.delete(path)
  }

  #workspace(): WorkspaceTree {
    const { folders, folderName } = this.#source
    const root = folders.get('')
    const isOneCollection = root?.files.has('opencollection.yml') ?? false
    const own = root?.files.get('workspace.yml')
    const collections = isOneCollection
      ? [this.#collection('')]
      : (root?.folders ?? [])
          .filter(name => folders.get(name)?.files.has('opencollection.yml'))
          .map(name => this.#collection(name))
    return {
      name: own?.head?.name || folderName,
      isOneCollection,
      environments: isOneCollection ? [] : this.#environmentsOf(''),
      collections: collections.toSorted(byName),
      damage: own?.damage ?? null,
    }
  }

  #collection(path: string): CollectionEntry {
    const file = this.#source.folders.get(path)?.files.get('opencollection.yml')
    const before = this.#collections.get(path)
    if (before !== undefined && !this.#touched.has(path)) return before
    const entry: CollectionEntry = reuse(before, {
      kind: 'collection',
      path,
      id: this.#source.idOf(path),
      name: file?.head?.name || nameInPath(path) || this.#source.folderName,
      damage: file?.damage ?? null,
      items: this.#itemsOf(path, true),
      environments: this.#environmentsOf(path),
      isSample: file?.head?.isSample === true,
    })
    this.#collections.set(path, entry)
    return entry
  }

  #environmentsOf(path: string): readonly EnvironmentEntry[] {
    const folderPath = childPath(path, 'environments')
    const known = this.#source.folders.get(folderPath)
    if (known === undefined) return []
    const before = this.#environments.get(folderPath)
    if (before !== undefined && !this.#touched.has(folderPath)) return before
    const old = byPath(before)
    const entries = [...known.files].map(([name, file]): EnvironmentEntry => {
      const filePath = childPath(folderPath, name)
      return reuse(old.get(filePath), { kind: 'environment', ...this.#entry(filePath, file) })
    })
    const environments = reuseList(before, sorted(entries, byName, before))
    this.#environments.set(folderPath, environments)
    return environments
  }

  #itemsOf(path: string, isCollection: boolean): readonly TreeItem[] {
    const known = this.#source.folders.get(path)
    if (known === undefined) return []
    const before = this.#items.get(path)
    const old = byPath(before)
    const folders = known.folders
      .filter(name => !(isCollection && name === 'environments'))
      .map(name => this.#folder(childPath(path, name)))
      .filter(one => one !== null)
    const requests = [...known.files]
      .filter(([name]) => !ownFiles.some(own => own === name))
      .map(([name, file]) => this.#request(childPath(path, name), file, old))
    const shown = [...sorted(folders, bySequence, before), ...sorted(requests, bySequence, before)]
    const items = reuseList(before, shown)
    this.#items.set(path, items)
    return items
  }

  /**
   * Returns a folder if it has a folder file or contains items; other folders do not belong to the
   * collection.
   */
  #folder(path: string): FolderEntry | null {
    const before = this.#folders.get(path)
    if (before !== undefined && !this.#touched.has(path)) return before
    const isTooDeep = folderDepth(path) > maximumFolderDepth
    const file = this.#source.folders.get(path)?.files.get('folder.yml')
    const items = this.#itemsOf(path, false)
    if (file === undefined && items.length === 0 && !isTooDeep) {
      this.#folders.delete(path)
      return null
    }
    const entry: FolderEntry = reuse(before, {
      kind: 'folder',
      path,
      id: this.#source.idOf(path),
      name: file?.head?.name || nameInPath(path),
      damage: isTooDeep ? tooDeep : (file?.damage ?? null),
      sequence: file?.head?.sequence ?? null,
      items,
    })
    this.#folders.set(path, entry)
    return entry
  }

  #request(path: string, file: KnownFile, old: ReadonlyMap<string, TreeItem>): RequestEntry {
    const before = old.get(path)
    return reuse(before?.kind === 'request' ? before : undefined, {
      kind: 'request',
      ...this.#entry(path, file),
      type: file.head?.type ?? '',
      method: file.head?.method ?? '',
      sequence: file.head?.sequence ?? null,
    })
  }

  #entry(path: string, file: KnownFile) {
    const name = file.head?.name || nameInPath(path).replace(/\.ya?ml$/, '')
    return { path, id: this.#source.idOf(path), name, damage: file.damage }
  }
}

function byPath<Entry extends { readonly path: string }>(
  entries: readonly Entry[] = [],
): ReadonlyMap<string, Entry> {
  return new Map(entries.map(one => [one.path, one]))
}

/** Returns the previous object if it is equal. */
function reuse<Value extends object>(before: Value | undefined, now: Value): Value {
  return before !== undefined && isSame(before, now) ? before : now
}

/** Sorts, starting from the previous order, because sorting an almost sorted list is cheapest. */
function sorted<Entry extends TreeItem | EnvironmentEntry>(
  entries: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
  before: readonly { readonly path: string }[] = [],
): readonly Entry[] {
  if (before.length === 0) return entries.toSorted(compare)
  const rest = new Map(entries.map(entry => [entry.path, entry]))
  const known = before.flatMap(({ path }) => {
    const entry = rest.get(path)
    rest.delete(path)
    return entry ?? []
  })
  return [...known, ...rest.values()].toSorted(compare)
}

function reuseList<Value>(before: readonly Value[] | undefined, now: readonly Value[]): readonly Value[] {
  return before !== undefined && isSameList(before, now) ? before : now
}

function isSame<Value extends object>(one: Value, other: Value): boolean {
  const names = Object.keys(one) as (keyof Value)[]
  return names.every(name => {
    const [left, right] = [one[name], other[name]]
    if (Array.isArray(left) && Array.isArray(right)) return isSameList(left, right)
    return Object.is(left, right)
  })
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}

const collator = new Intl.Collator('en', { numeric: true })

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return collator.compare(one.name, other.name)
}

function bySequence(one: TreeItem, other: TreeItem): number {
  const last = Number.MAX_SAFE_INTEGER
  return (one.sequence ?? last) - (other.sequence ?? last) || byName(one, other)
}
