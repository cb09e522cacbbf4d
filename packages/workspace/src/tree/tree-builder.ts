import { isDeepStrictEqual } from 'node:util'
import { maximumFolderDepth, sharesOneOrder } from '@parley/model'
import { damage } from '../documents/damage.ts'
import type { KnownFile, KnownFolder } from './known-folder.ts'
import { ownFiles } from './known-folder.ts'
import { type CollectionFolders, collectionFolders } from './listed-collections.ts'
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

const oneCollection: CollectionFolders = { paths: [''], refused: [] }
const noExamples: RequestEntry['examples'] = []
const tooDeep = damage('TOO_DEEP')

/**
 * Builds the tree of a workspace from its folders as last seen. Unchanged parts are the same objects as
 * before, down to each entry, so that the cost depends on the size of the change and not of the workspace.
 */
export class TreeBuilder {
  readonly #source: TreeSource
  #seen: ReadonlyMap<string, KnownFolder> = new Map()
  /** The folders whose own files or list of folders have changed, or the ID of something right in them. */
  readonly #changed = new Set<string>()
  /** The paths at or below which something has changed and that are not built yet. */
  readonly #touched = new Set<string>()
  /** The touched paths right in each touched folder. */
  readonly #touchedIn = new Map<string, string[]>()
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
    for (const set of [this.#changed, this.#touched, this.#touchedIn]) set.clear()
    for (const path of reassigned) this.#change(path).#change(parentPath(path))
    for (const [path, known] of folders) if (this.#seen.get(path) !== known) this.#change(path)
    for (const path of this.#seen.keys()) if (!folders.has(path)) this.#forget(path)
    this.#seen = new Map(folders)
    this.#tree = reuse(this.#tree, this.#workspace())
    return this.#tree
  }

  #change(path: string): this {
    this.#changed.add(path)
    for (let at = path; !this.#touched.has(at); at = parentPath(at)) {
      this.#touched.add(at)
      if (at === '') continue
      const siblings = this.#touchedIn.get(parentPath(at))
      if (siblings === undefined) this.#touchedIn.set(parentPath(at), [at])
      else siblings.push(at)
    }
    return this
  }

  #forget(path: string): void {
    this.#change(path).#change(parentPath(path))
    for (const built of [this.#items, this.#environments, this.#collections, this.#folders])
      built.delete(path)
  }

  #workspace(): WorkspaceTree {
    const { folders, folderName } = this.#source
    const root = folders.get('')
    const isOneCollection = root?.files.has('opencollection.yml') ?? false
    const own = root?.files.get('workspace.yml')
    const { paths, refused } = isOneCollection
      ? oneCollection
      : collectionFolders(folders, own?.head?.collections ?? [])
    // What was a collection becomes a folder, or a folder a collection, and then other items belong to it.
    const before = new Set(this.#tree?.collections.map(({ path }) => path))
    if (before.size !== paths.length || paths.some(path => !before.has(path)))
      for (const built of [this.#items, this.#folders]) built.clear()
    const collections = paths.map(path => this.#collection(path))
    return {
      name: own?.head?.name || folderName,
      isOneCollection,
      environments: isOneCollection ? [] : this.#environmentsOf(''),
      collections: collections.toSorted(byName),
      damage: own?.damage ?? null,
      refused: isDeepStrictEqual(this.#tree?.refused, refused) ? (this.#tree?.refused ?? refused) : refused,
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
    const items =
      (before && this.#withTouchedFolders(path, isCollection, before)) ??
      this.#listed(path, known, isCollection, before)
    this.#items.set(path, items)
    return items
  }

  /** Returns the items with new entries of the folders in them; null if other items or their order may change. */
  #withTouchedFolders(
    path: string,
    isCollection: boolean,
    before: readonly TreeItem[],
  ): readonly TreeItem[] | null {
    if (this.#changed.has(path)) return null
    const entries = new Map<TreeItem, TreeItem>()
    for (const folder of this.#touchedIn.get(path) ?? []) {
      if (isCollection && nameInPath(folder) === 'environments') continue
      const old = this.#folders.get(folder)
      const entry = this.#folder(folder)
      if (old === undefined || entry?.name !== old.name || entry.sequence !== old.sequence) return null
      entries.set(old, entry)
    }
    return reuseList(
      before,
      before.map(item => entries.get(item) ?? item),
    )
  }

  #listed(
    path: string,
    known: KnownFolder,
    isCollection: boolean,
    before: readonly TreeItem[] | undefined,
  ): readonly TreeItem[] {
    const old = byPath(before)
    const folders = known.folders
      .filter(name => !(isCollection && name === 'environments'))
      .map(name => this.#folder(childPath(path, name)))
      .filter(one => one !== null)
    const requests = [...known.files]
      .filter(([name]) => !ownFiles.some(own => own === name))
      .map(([name, file]) => this.#request(childPath(path, name), file, old))
    const isShared = sharesOneOrder(
      folders.map(one => one.sequence),
      requests.map(one => one.sequence),
    )
    const groups: readonly (readonly TreeItem[])[] = isShared
      ? [[...folders, ...requests]]
      : [folders, requests]
    return reuseList(
      before,
      groups.flatMap(group => sorted(group, bySequence, before)),
    )
  }

  /**
   * Returns a folder if it has a folder file or contains items; other folders do not belong to the
   * collection.
   */
  #folder(path: string): FolderEntry | null {
    const before = this.#folders.get(path)
    if (before !== undefined && !this.#touched.has(path)) return before
    this.#touched.delete(path)
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
      url: file.head?.url ?? '',
      examples: file.head?.examples ?? noExamples,
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

interface Named {
  readonly name: string
  readonly path: string
}

/** Compares names, and the paths of equal names, so that the order never depends on earlier edits. */
function byName(one: Named, other: Named): number {
  return collator.compare(one.name, other.name) || (one.path < other.path ? -1 : 1)
}

function bySequence(one: TreeItem, other: TreeItem): number {
  const last = Number.MAX_SAFE_INTEGER
  return (one.sequence ?? last) - (other.sequence ?? last) || byName(one, other)
}
