import { type ChangeSpec, Text } from '@codemirror/state'
import type { RowWindow } from './row-window.ts'

/**
 * What turns a document that holds the rows of one window into that of the next one. Only what differs is
 * changed, so that the cursor and the selection stay on their rows.
 */
export function windowChanges(
  doc: Text,
  before: RowWindow,
  { first, texts }: { readonly first: number; readonly texts: readonly string[] },
): ChangeSpec {
  const kept = Math.min(before.first + before.count, first + texts.length) - Math.max(before.first, first)
  if (kept <= 1) return { from: 0, to: doc.length, insert: Text.of(texts) }
  const added = before.first - first
  const headEnd = added >= 0 ? 0 : doc.line(-added + 1).from
  const head = added > 0 ? Text.of([...texts.slice(0, added), '']) : Text.empty
  // The last row that was held may have been cut by the end of a growing body.
  const lastKept = Math.max(before.first, first) + kept - 1
  const tailStart = doc.line(lastKept - before.first + 1).from
  return [
    { from: 0, to: headEnd, insert: head },
    { from: tailStart, to: doc.length, insert: Text.of(texts.slice(lastKept - first)) },
  ]
}
