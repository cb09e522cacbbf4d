import { nameInPath } from '../tree/workspace-path.ts'
import type { IdentityEntry } from './identity-store.ts'

/** An entry whose content was found at another path. */
export interface MovedEntry {
  readonly entry: IdentityEntry
  readonly to: string
}

/**
 * Finds the entries whose files were moved, including files that swapped places. A file that still has its
 * own content stays. If several entries have the same content, the one with the same file name is preferred,
 * otherwise the one that existed last.
 * @param fingerprints those of the existing entries, by path; empty for a folder
 */
export function matchMoved(
  entries: readonly IdentityEntry[],
  fingerprints: ReadonlyMap<string, string>,
): readonly MovedEntry[] {
  const unmatched = new Map<string, IdentityEntry[]>()
  const settledPaths = new Set<string>()
  for (const entry of entries) {
    if (entry.fingerprint === '') continue
    if (fingerprints.get(entry.path) === entry.fingerprint) settledPaths.add(entry.path)
    else {
      const alike = unmatched.get(entry.fingerprint) ?? []
      alike.push(entry)
      unmatched.set(entry.fingerprint, alike)
    }
  }
  const moved: MovedEntry[] = []
  for (const [to, fingerprint] of fingerprints) {
    const candidates = settledPaths.has(to) ? undefined : unmatched.get(fingerprint)
    const entry = candidates === undefined ? undefined : best(candidates, to)
    if (candidates === undefined || entry === undefined) continue
    candidates.splice(candidates.indexOf(entry), 1)
    moved.push({ entry, to })
  }
  return moved
}

function best(candidates: readonly IdentityEntry[], path: string): IdentityEntry | undefined {
  const rank = (entry: IdentityEntry) =>
    (nameInPath(entry.path) === nameInPath(path) ? 1e16 : 0) + (entry.goneSinceMs ?? 1e15)
  return candidates.toSorted((one, other) => rank(other) - rank(one))[0]
}
