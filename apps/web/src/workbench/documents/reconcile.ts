import { isDeepEqual } from '../deep-equal.ts'
import type { Compare, Difference } from './difference.ts'
import { type Document, hasChanges, type OpenedDocument } from './document.ts'

/**
 * Updates a document to the current version of its file, as far as no typed text is lost and no change of the
 * file hidden. Returns null if both have changed, and the user must decide.
 */
export function reconcile<Value>(
  { saved, draft, version }: Document<Value>,
  theirs: OpenedDocument<Value>,
  compare: Compare<Value>,
): Document<Value> | null {
  // The same object, so that undo in tables and texts continues to work.
  if (isDeepEqual(theirs.value, draft)) return { saved: draft, draft, version: theirs.version }
  if (!hasChanges({ saved, draft, version }))
    return { saved: theirs.value, draft: theirs.value, version: theirs.version }
  const differences = compare({ base: saved, mine: draft, theirs: theirs.value })
  // Within one version of a file, only the values of secrets can differ.
  const isAsked = theirs.version !== version && differences.some(one => one.areTheirsChanged && !isTaken(one))
  if (isAsked) return null
  const unedited = differences.filter(one => one.areTheirsChanged && !one.isMineChanged)
  return { saved: theirs.value, draft: withTheirs(draft, unedited), version: theirs.version }
}

/** Whether the file's version of a field is taken over without a question. */
export function isTaken({
  isSilent,
  isMineChanged,
}: Pick<Difference<unknown>, 'isSilent' | 'isMineChanged'>): boolean {
  return isSilent && !isMineChanged
}

/** Returns a value in which some fields are as in the file. */
export function withTheirs<Value>(value: Value, differences: readonly Difference<Value>[]): Value {
  return differences.reduce((present, difference) => difference.withTheirs(present), value)
}
