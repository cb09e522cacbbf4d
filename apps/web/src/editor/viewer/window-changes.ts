import { type ChangeSpec, Text } from '@codemirror/state'

/**
 * Returns the changes between two lists of rows. Only differing rows are changed, so that cursor and
 * selection keep their rows.
 */
export function windowChanges(
  doc: Text,
  before: readonly number[],
  { rows, texts }: { readonly rows: readonly number[]; readonly texts: readonly string[] },
): ChangeSpec {
  const placesBefore = new Map(before.map((row, index) => [row, index]))
  // The last loaded row may be incomplete if the body is still growing.
  const isKept = (row: number) => placesBefore.has(row) && row !== before.at(-1)
  const kept = rows.flatMap((row, index) => (isKept(row) ? [index] : []))
  if (kept.length === 0) return { from: 0, to: doc.length, insert: Text.of(texts) }
  const changes: ChangeSpec[] = []
  let [nextBefore, nextAfter] = [0, 0]
  for (const index of [...kept, rows.length]) {
    const place = placesBefore.get(index === rows.length ? Number.NaN : (rows[index] ?? 0)) ?? before.length
    if (place > nextBefore || index > nextAfter) {
      const added = texts.slice(nextAfter, index)
      const isTail = index === rows.length
      changes.push({
        from: nextBefore === 0 ? 0 : doc.line(nextBefore).to,
        to: isTail ? doc.length : doc.line(place + 1).from,
        insert: Text.of([...(nextBefore === 0 ? [] : ['']), ...added, ...(isTail ? [] : [''])]),
      })
    }
    nextBefore = place + 1
    nextAfter = index + 1
  }
  return changes
}
