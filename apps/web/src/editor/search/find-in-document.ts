import type { Text } from '@codemirror/state'
import type { SearchPattern } from '@parley/engine/search'

/** A match in a document. */
export interface DocumentMatch {
  readonly from: number
  readonly to: number
}

/** More matches are not counted, and not replaced at once. */
export const maximumMatches = 100_000

/** How many characters are searched between two looks at the time. */
const pieceLength = 65_536

/** Milliseconds after which a search lets the page go on. */
const sliceMs = 8

/**
 * Finds the matches of a pattern in a document, in slices of some milliseconds.
 * @param isWanted whether the result is still wanted
 * @returns null if it no longer is
 */
export async function findInDocument(
  doc: Text,
  pattern: SearchPattern,
  isWanted: () => boolean,
): Promise<readonly DocumentMatch[] | null> {
  const found: DocumentMatch[] = []
  let until = performance.now() + sliceMs
  for (let at = 0; at < doc.length && found.length < maximumMatches; ) {
    at = findInPiece(doc, pattern, at, found)
    if (performance.now() < until) continue
    await new Promise(resolve => setTimeout(resolve, 0))
    if (!isWanted()) return null
    until = performance.now() + sliceMs
  }
  return found
}

/** Adds the matches that begin in the piece at a position, and returns where the next piece begins. */
function findInPiece(doc: Text, pattern: SearchPattern, at: number, found: DocumentMatch[]): number {
  const end = Math.min(doc.length, at + pieceLength)
  // The character before may decide whether a word begins here.
  const first = pattern.looksBehind ? Math.max(0, at - 2) : at
  const text = doc.sliceString(first, Math.min(doc.length, end + pattern.maximumLength))
  let next = end
  for (const { index, length } of pattern.matches(text, at - first)) {
    const from = first + index
    if (from >= end || found.length >= maximumMatches) break
    found.push({ from, to: from + length })
    next = Math.max(end, from + length)
  }
  return next
}

/** Returns which match is the next one from a position, after the last one the first again; -1: there is none. */
export function matchAfter(matches: readonly DocumentMatch[], position: number): number {
  const at = matches.findIndex(({ from }) => from >= position)
  return at === -1 && matches.length > 0 ? 0 : at
}

/** Returns which match is the last one that ends at a position or before it, before the first one the last again. */
export function matchBefore(matches: readonly DocumentMatch[], position: number): number {
  const at = matches.findLastIndex(({ to }) => to <= position)
  return at === -1 ? matches.length - 1 : at
}
