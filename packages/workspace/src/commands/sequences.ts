import { sharesOneOrder } from '@parley/model'

/** An entry and its sequence among its siblings. */
export interface InSequence {
  readonly kind: 'folder' | 'request'
  readonly path: string
  readonly sequence: number | null
}

/** A number to write into the file of an entry; null removes it. */
export interface SequenceWrite {
  readonly path: string
  readonly sequence: number | null
}

/**
 * Returns what to write so that the entries have the given order, one after another. After each of them all entries but
 * the moved one are in this order, so that a kill in between loses no order, and moving the entry again completes it.
 */
export function sequenceWrites(ordered: readonly InSequence[], moved: number): readonly SequenceWrite[] {
  const own = ordered[moved]
  const targets = sequencesFor(ordered, moved)
  const others = targets.filter(one => one.path !== own?.path)
  if (own === undefined || others.length === 0) return targets
  const apart = lastFolderApart(ordered, own)
  const targetOf = ({ path, sequence }: InSequence) => ({
    path,
    sequence: targets.find(one => one.path === path)?.sequence ?? sequence,
  })
  return [
    // A folder without a number keeps folders and requests apart until the others are numbered.
    ...(apart === undefined || apart.sequence === null ? [] : [{ path: apart.path, sequence: null }]),
    { path: own.path, sequence: beyond([...ordered, ...targets]) },
    ...inSafeOrder(
      ordered,
      others.filter(one => one.path !== apart?.path),
    ),
    targetOf(own),
    ...(apart === undefined ? [] : [targetOf(apart)]),
  ]
}

/**
 * Entries without a number are last, so the first of them gets its number first. Other numbers only grow, so the
 * last one is written first.
 */
function inSafeOrder(
  ordered: readonly InSequence[],
  writes: readonly SequenceWrite[],
): readonly SequenceWrite[] {
  const unnumbered = new Set(ordered.filter(one => one.sequence === null).map(one => one.path))
  return [
    ...writes.filter(one => unnumbered.has(one.path)),
    ...writes.filter(one => !unnumbered.has(one.path)).toReversed(),
  ]
}

/** Returns the last folder besides the moved entry, if folders and requests are numbered apart. */
function lastFolderApart(ordered: readonly InSequence[], own: InSequence): InSequence | undefined {
  const isFolder = ({ kind }: InSequence) => kind === 'folder'
  const sequences = (items: readonly InSequence[]) => items.map(one => one.sequence)
  const requests = ordered.filter(one => !isFolder(one))
  return sharesOneOrder(sequences(ordered.filter(isFolder)), sequences(requests))
    ? undefined
    : ordered.findLast(one => isFolder(one) && one !== own)
}

function beyond(items: readonly Pick<SequenceWrite, 'sequence'>[]): number {
  return Math.floor(Math.max(0, ...items.map(one => one.sequence ?? 0))) + 1
}

/**
 * Returns the new sequences of entries that get a given order. It changes as few as possible: an
 * entry whose number is greater than that of the previous one keeps it, and requests without a number after
 * `lastMoved` keep none. Folders without one would come first, so they get one.
 */
function sequencesFor(
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
