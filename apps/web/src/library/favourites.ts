import type { TextStorage } from '../workbench/settings/layout.ts'

const storageKey = 'parley-favourites'
const mostKept = 200

/** Returns the IDs of the collections, folders and requests that the user marked on this device, the latest last. */
export function favouriteIds(storage: Pick<TextStorage, 'getItem'>): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Marks an entry, or takes its mark away. */
export function toggleFavourite(storage: TextStorage, id: string): void {
  const before = favouriteIds(storage)
  const after = before.includes(id) ? before.filter(one => one !== id) : [...before, id].slice(-mostKept)
  try {
    storage.setItem(storageKey, JSON.stringify(after))
  } catch {
    // If the storage is full or forbidden, only this is not remembered.
  }
}
