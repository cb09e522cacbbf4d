import { isDeepEqual } from '../deep-equal.ts'
import type { Compare, Difference } from './difference.ts'
import { type Document, hasChanges, type OpenedDocument } from './document.ts'

/**
 * Brings a document up to what its file says now, as far as that loses nothing that was typed and hides no change
 * of the file. Null: both were changed, and the user decides.
 */
export function reconcile<Value>(
  { saved, draft, version }: Document<Value>,
  theirs: OpenedDocument<Value>,
  compare: Compare<Value>,
): Document<Value> | null {
  // The same object, so that the undo of tables and texts goes on.
  if (isDeepEqual(theirs.value, draft)) return { saved: draft, draft, version: theirs.version }
  if (!hasChanges({ saved, draft, version }))
    return { saved: theirs.value, draft: theirs.value, version: theirs.version }
  const differences = compare({ base: saved, mine: draft, theirs: theirs.value })
  // In the same version of a file only what is kept outside of it can differ: the values of secrets.
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

/** A value in which some fields are as in the file. */
export function withTheirs<Value>(value: Value, differences: readonly Difference<Value>[]): Value {
  return differences.reduce((present, difference) => difference.withTheirs(present), value)
}
