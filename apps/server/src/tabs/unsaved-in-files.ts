import { join, relative, sep } from 'node:path'
import type { UnsavedTab } from '../contract/index.ts'

/** A workspace, and where its entries are in it. */
export interface PlacedEntries {
  readonly folder: string
  /** Returns the path of an entry in the workspace; null if there is none. */
  pathOf(id: string): string | null
}

/**
 * Returns the unsaved tabs that belong to files at some paths: those of the requests there, of the collections and
 * folders around them, and variables. Paths outside of the workspace have none.
 */
export function unsavedInFiles(
  unsaved: readonly UnsavedTab[],
  paths: readonly string[],
  { folder, pathOf }: PlacedEntries,
): readonly string[] {
  const inside = paths.filter(path => isWithin(path, folder) || isWithin(folder, path))
  if (inside.length === 0) return []
  const isSent = (entryId: string) => {
    const path = pathOf(entryId)
    if (path === null) return false
    const file = join(folder, path)
    return inside.some(one => isWithin(one, file) || isWithin(file, one))
  }
  return unsaved.flatMap(({ entryId, words }) => (entryId === null || isSent(entryId) ? [words] : []))
}

function isWithin(path: string, folder: string): boolean {
  const between = relative(folder, path)
  return between === '' || !(between === '..' || between.startsWith(`..${sep}`) || between.includes(':'))
}
