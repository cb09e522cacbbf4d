import { type ListedCollection, shownName } from '@parley/model'
import type { KnownFolder } from './known-folder.ts'
import { listedPath } from './listed-path.ts'
import { parentPath } from './workspace-path.ts'

/** Why a folder that `workspace.yml` lists is no collection of the workspace. */
export type ListingRefusal = 'OUTSIDE' | 'MISSING' | 'NO_COLLECTION' | 'IN_COLLECTION' | 'BRUNO'

/** An entry of `workspace.yml` whose folder is no collection of the workspace. */
export interface RefusedListing {
  readonly name: string
  /** The path in the workspace; as the file has it if it leads out. */
  readonly path: string
  readonly reason: ListingRefusal
}

/** The folders of a workspace that are its collections, and the listed ones that are not. */
export interface CollectionFolders {
  readonly paths: readonly string[]
  readonly refused: readonly RefusedListing[]
}

type Folders = ReadonlyMap<string, KnownFolder>

/**
 * Returns the collections of a workspace that is not itself one: the folders right below it with an `opencollection.yml`,
 * and those that `workspace.yml` lists. Of a listed folder inside another collection the requests belong to that one.
 */
export function collectionFolders(folders: Folders, listed: readonly ListedCollection[]): CollectionFolders {
  const direct = (folders.get('')?.folders ?? []).filter(name => isCollection(folders.get(name)))
  const paths = new Set(direct)
  const ofBruno = new Set<string>()
  const refused = new Map<string, RefusedListing>()
  const entries = entriesOf(listed).filter(({ path }) => !paths.has(path))
  // Outer folders first, so that a folder inside another one finds it.
  for (const { name, path, isInside } of entries.toSorted(
    (one, other) => one.path.length - other.path.length,
  )) {
    const reason = isInside ? refusalOf(path, folders) : 'OUTSIDE'
    const isIn = (reason === null || reason === 'BRUNO') && isBelow(path, [paths, ofBruno])
    if (isIn) refused.set(path, { name, path, reason: 'IN_COLLECTION' })
    else if (reason === null) paths.add(path)
    else {
      refused.set(path, { name, path, reason })
      if (reason === 'BRUNO') ofBruno.add(path)
    }
  }
  return { paths: [...paths], refused: entries.flatMap(({ path }) => refused.get(path) ?? []) }
}

/** Returns the entries with their paths in the workspace, each path once. */
function entriesOf(listed: readonly ListedCollection[]) {
  const entries = new Map<string, ListedCollection & { readonly isInside: boolean }>()
  for (const { name, path: typed } of listed) {
    const inside = listedPath(typed)
    const path = inside ?? typed
    if (!entries.has(path)) entries.set(path, { name, path, isInside: inside !== null })
  }
  return [...entries.values()]
}

/** @param path - in the workspace */
function refusalOf(path: string, folders: Folders): ListingRefusal | null {
  const folder = folders.get(path)
  if (folder === undefined) return 'MISSING'
  if (isCollection(folder)) return null
  return folder.isOfBruno ? 'BRUNO' : 'NO_COLLECTION'
}

function isCollection(folder: KnownFolder | undefined): boolean {
  return folder?.files.has('opencollection.yml') ?? false
}

/** Returns whether a path is below one of some folders. */
function isBelow(path: string, some: readonly { has(path: string): boolean }[]): boolean {
  for (let at = parentPath(path); at !== ''; at = parentPath(at))
    if (some.some(one => one.has(at))) return true
  return false
}

/** The most entries that are described one by one; a file can have any number of them. */
const mostDescribed = 20

/** Returns sentences about the entries of `workspace.yml` that are not used, each with what to do. */
export function describeRefusedListings(refused: readonly RefusedListing[]): readonly string[] {
  const more = refused.length - mostDescribed
  return [
    ...refused.slice(0, mostDescribed).map(describeRefusedListing),
    ...(more > 0 ? [`${more} more entries of workspace.yml are not used.`] : []),
  ]
}

function describeRefusedListing({ name, path, reason }: RefusedListing): string {
  const shown = `“${harmless(name)}” (${harmless(path)})`
  switch (reason) {
    case 'OUTSIDE':
      return `workspace.yml lists ${shown}, which is outside the workspace. Move it into the folder of the workspace.`
    case 'MISSING':
      return `workspace.yml lists ${shown}, but the workspace has no such folder. Restore it, or remove the entry.`
    case 'NO_COLLECTION':
      return `workspace.yml lists ${shown}, but the folder has no opencollection.yml. Add it, or remove the entry.`
    case 'IN_COLLECTION':
      return `workspace.yml lists ${shown}, which is in another collection. Move it out of there, or remove the entry.`
    case 'BRUNO':
      return `workspace.yml lists ${shown}, which is in the format of Bruno. Import it to use it here.`
  }
}

const longestShown = 200

/** Returns a text of a file that cannot pose as another one, or fill a window. */
function harmless(text: string): string {
  return shownName(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)
}
