import { isDeepStrictEqual } from 'node:util'
import { type Collection, type Folder, type Item, noRequestDefaults } from '@parley/model'
import type { CollectionEntry, ShareableCollection, TreeItem } from '@parley/workspace'

/**
 * Returns a folder of a shareable collection as a collection of its name, so that its requests send what they send in the
 * whole one: it has the environments and settings of the collection, and where several of the containers around its
 * requests have something to inherit, the inner ones stay folders. Null if the folder is not there or cannot be read.
 */
export function folderAsCollection(
  { collection, unreadable }: ShareableCollection,
  entry: CollectionEntry,
  path: string,
): ShareableCollection | null {
  const unread = new Set(unreadable.map(one => one.path))
  const chain = chainTo(path, entry.items, collection.items, unread)
  const folder = chain?.at(-1)
  if (chain === null || folder === undefined) return null
  const inherited = [collection, ...chain].filter(hasDefaults)
  const [outermost = folder, ...inner] = inherited
  const { docs: _, ...rest } = collection
  const items = inner.reduceRight<readonly Item[]>(
    (below, one) => (one.kind === 'folder' ? [{ ...one, items: below }] : below),
    folder.items,
  )
  const part: Collection = {
    ...rest,
    ...docsOf(folder),
    name: folder.name,
    defaults: outermost.defaults,
    items,
  }
  const isWithin = (one: { readonly path: string }) => one.path.startsWith(`${path}/`)
  return { collection: part, unreadable: unreadable.filter(isWithin) }
}

/** Whether requests can inherit something from a collection or folder. A collection has nothing to inherit authorization from. */
function hasDefaults(one: Collection | Folder): boolean {
  const isRoot = one.kind !== 'folder'
  const auth = isRoot && one.defaults.auth.type === 'none' ? noRequestDefaults.auth : one.defaults.auth
  return !isDeepStrictEqual({ ...one.defaults, auth }, noRequestDefaults)
}

const docsOf = ({ docs }: Folder) => (docs === undefined ? {} : { docs })

/**
 * Returns the folders down to the one at a path, outermost first; null if it is not among them. The items of a folder that
 * cannot be read take its place, and a file that cannot be read has no item.
 */
function chainTo(
  path: string,
  entries: readonly TreeItem[],
  items: readonly Item[],
  unread: ReadonlySet<string>,
): readonly Folder[] | null {
  // A collection in one file has its own items before those of the tree.
  let at = items.length - countOf(entries, unread)
  for (const entry of entries) {
    const end = at + countOf([entry], unread)
    const item = items[at]
    const isOnTheWay = entry.path === path || path.startsWith(`${entry.path}/`)
    if (entry.kind === 'folder' && isOnTheWay) {
      if (unread.has(entry.path)) return chainTo(path, entry.items, items.slice(at, end), unread)
      if (item?.kind !== 'folder') return null
      const below = entry.path === path ? [] : chainTo(path, entry.items, item.items, unread)
      return below && [item, ...below]
    }
    at = end
  }
  return null
}

/** Returns how many items entries have become. */
function countOf(entries: readonly TreeItem[], unread: ReadonlySet<string>): number {
  return entries.reduce((count, entry) => {
    if (!unread.has(entry.path)) return count + 1
    return count + (entry.kind === 'folder' ? countOf(entry.items, unread) : 0)
  }, 0)
}
