import { type RememberedTexts, rememberedIds } from '../window/page-memory.ts'

/** More than anybody looks for again. */
const mostRemembered = 50

/** Returns the IDs of the entries of the palette that were used last, the latest first. */
export function recentEntries(memory: Pick<RememberedTexts, 'getItem'>): readonly string[] {
  return rememberedIds(memory, 'palette').slice(0, mostRemembered)
}

/** Remembers that an entry of the palette was used. */
export function rememberEntry(memory: RememberedTexts, id: string): void {
  const ids = [id, ...recentEntries(memory).filter(one => one !== id)].slice(0, mostRemembered)
  memory.setItem('palette', JSON.stringify(ids))
}
