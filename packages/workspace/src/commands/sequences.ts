/** An entry and its sequence among its siblings. */
export interface InSequence {
  readonly kind: 'folder' | 'request'
  readonly path: string
  readonly sequence: number | null
}

/**
 * Returns the sequences to write so that the entries have the given order. It changes as few as possible: an
 * entry whose number is greater than that of the previous one keeps it, and requests without a number after
 * `lastMoved` keep none. Folders without one would come first, so they get one.
 */
export function sequencesFor(
  ordered: readonly InSequence[],
  lastMoved: number,
): readonly { readonly path: string; readonly sequence: number }[] {
  const writes: { path: string; sequence: number }[] = []
  let last = 0
  for (const [index, { kind, path, sequence }] of ordered.entries()) {
    if (sequence === null && kind === 'request' && index > lastMoved) continue
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
