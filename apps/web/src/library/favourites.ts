import { type RememberedTexts, rememberedIds } from '../window/page-memory.ts'

const mostKept = 200

/** Returns the IDs of the collections, folders and requests that the user marked on this device, the latest last. */
export function favouriteIds(memory: Pick<RememberedTexts, 'getItem'>): readonly string[] {
  return rememberedIds(memory, 'favourites')
}

/** Marks an entry, or takes its mark away. */
export function toggleFavourite(memory: RememberedTexts, id: string): void {
  const before = favouriteIds(memory)
  const after = before.includes(id) ? before.filter(one => one !== id) : [...before, id].slice(-mostKept)
  memory.setItem('favourites', JSON.stringify(after))
}
