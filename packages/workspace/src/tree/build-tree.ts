import { maximumFolderDepth } from '@parley/model'
import { damage } from '../documents/damage.ts'
import type { KnownFile, KnownFolder } from './known-folder.ts'
import { ownFiles } from './known-folder.ts'
import { childPath, folderDepth, nameInPath } from './workspace-path.ts'
import type {
  CollectionEntry,
  EnvironmentEntry,
  FolderEntry,
  RequestEntry,
  TreeItem,
  WorkspaceTree,
} from './workspace-tree.ts'

/** What a tree is made of: each folder by its path, the root's is empty. */
export interface TreeSource {
  readonly folderName: string
  readonly folders: ReadonlyMap<string, KnownFolder>
  idOf(path: string): string
}

/** The tree of a workspace as its folders were last seen. */
export function buildTree(source: TreeSource): WorkspaceTree {
  const root = source.folders.get('')
  const isOneCollection = root?.files.has('opencollection.yml') ?? false
  const own = root?.files.get('workspace.yml')
  const collections = isOneCollection
    ? [collection(source, '')]
    : (root?.folders ?? [])
        .filter(name => source.folders.get(name)?.files.has('opencollection.yml'))
        .map(name => collection(source, name))
  return {
    name: own?.head?.name || source.folderName,
    isOneCollection,
    environments: isOneCollection ? [] : environments(source, ''),
    collections: collections.toSorted(byName),
    damage: own?.damage ?? null,
  }
}

function collection(source: TreeSource, path: string): CollectionEntry {
  const file = source.folders.get(path)?.files.get('opencollection.yml')
  return {
    kind: 'collection',
    path,
    id: source.idOf(path),
    name: file?.head?.name || nameInPath(path) || source.folderName,
    damage: file?.damage ?? null,
    items: items(source, path, true),
    environments: environments(source, path),
    isSample: file?.head?.isSample === true,
  }
}

function environments(source: TreeSource, path: string): readonly EnvironmentEntry[] {
  const folderPath = childPath(path, 'environments')
  const entries = [...(source.folders.get(folderPath)?.files ?? [])].map(([name, file]): EnvironmentEntry => {
    const filePath = childPath(folderPath, name)
    return { kind: 'environment', ...entry(source, filePath, file) }
  })
  return entries.toSorted(byName)
}

function items(source: TreeSource, path: string, isCollection: boolean): readonly TreeItem[] {
  const known = source.folders.get(path)
  if (known === undefined) return []
  const folders = known.folders
    .filter(name => !(isCollection && name === 'environments'))
    .map(name => folder(source, childPath(path, name)))
    .filter(one => one !== null)
  const requests = [...known.files]
    .filter(([name]) => !ownFiles.some(own => own === name))
    .map(([name, file]) => request(source, childPath(path, name), file))
  return [...folders.toSorted(bySequence), ...requests.toSorted(bySequence)]
}

/** A folder that says so, or holds items; any other is not of the collection. */
function folder(source: TreeSource, path: string): FolderEntry | null {
  const isTooDeep = folderDepth(path) > maximumFolderDepth
  const file = source.folders.get(path)?.files.get('folder.yml')
  const inside = items(source, path, false)
  if (file === undefined && inside.length === 0 && !isTooDeep) return null
  return {
    kind: 'folder',
    path,
    id: source.idOf(path),
    name: file?.head?.name || nameInPath(path),
    damage: isTooDeep ? damage('TOO_DEEP') : (file?.damage ?? null),
    sequence: file?.head?.sequence ?? null,
    items: inside,
  }
}

function request(source: TreeSource, path: string, file: KnownFile): RequestEntry {
  return {
    kind: 'request',
    ...entry(source, path, file),
    type: file.head?.type ?? '',
    method: file.head?.method ?? '',
    sequence: file.head?.sequence ?? null,
  }
}

function entry(source: TreeSource, path: string, file: KnownFile) {
  const name = file.head?.name || nameInPath(path).replace(/\.ya?ml$/, '')
  return { path, id: source.idOf(path), name, damage: file.damage }
}

const collator = new Intl.Collator('en', { numeric: true })

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return collator.compare(one.name, other.name)
}

function bySequence(one: TreeItem, other: TreeItem): number {
  const last = Number.MAX_SAFE_INTEGER
  return (one.sequence ?? last) - (other.sequence ?? last) || byName(one, other)
}
