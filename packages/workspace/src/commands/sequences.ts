/** An entry among its siblings. */
export interface InSequence {
  readonly path: string
  readonly sequence: number | null
}

/**
 * The sequences to write so that entries stand in the order given, as few as the numbers there allow: an entry
 * whose number is above that of the one before keeps it, and those without one after `lastMoved` stay without.
 */
export function sequencesFor(
  ordered: readonly InSequence[],
  lastMoved: number,
): readonly { readonly path: string; readonly sequence: number }[] {
  const writes: { path: string; sequence: number }[] = []
  let last = 0
  for (const [index, { path, sequence }] of ordered.entries()) {
    if (sequence === null && index > lastMoved) continue
    if (sequence !== null && sequence > last && index !== lastMoved) {
      last = sequence
      continue
    }
    const next = Math.floor(last) + 1
    if (sequence !== next) writes.push({ path, sequence: next })
    last = next
  }
  return writes
}
