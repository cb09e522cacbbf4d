import type { TextStorage } from './settings/layout.ts'

const storageKey = 'parley-palette'

/** More than anybody looks for again. */
const mostRemembered = 50

/** Returns the IDs of the entries of the palette that were used last, the latest first. */
export function recentEntries(storage: Pick<TextStorage, 'getItem'>): readonly string[] {
  try {
    const ids: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string').slice(0, mostRemembered) : []
  } catch {
    return []
  }
}

/** Remembers that an entry of the palette was used. */
export function rememberEntry(storage: TextStorage, id: string): void {
  const ids = [id, ...recentEntries(storage).filter(one => one !== id)].slice(0, mostRemembered)
  try {
    storage.setItem(storageKey, JSON.stringify(ids))
  } catch {
    // If the storage is full or forbidden, only the order is not remembered.
  }
}
