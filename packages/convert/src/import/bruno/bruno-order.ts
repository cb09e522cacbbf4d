import type { Item } from '@parley/model'

/** A folder or request of Bruno, with the name by which its client sorts it and its `seq`; NaN: none. */
export interface BrunoEntry {
  readonly sortName: string
  readonly seq: number
  readonly item: Item
}

/**
 * Returns the content of a folder in the order in which Bruno shows and runs it, with new numbers: folders before requests
 * (`sortByNameThenSequence` in `@usebruno/cli`). A `seq` of a folder is its place among the others, which are sorted by name; a
 * request without one counts as 1.
 */
export function inBrunoOrder(
  folders: readonly BrunoEntry[],
  requests: readonly BrunoEntry[],
): readonly Item[] {
  const hasPlace = ({ seq }: BrunoEntry) => Number.isInteger(seq) && seq > 0
  const byName = folders.toSorted((one, other) => one.sortName.localeCompare(other.sortName, 'en'))
  const bySeq = (one: BrunoEntry, other: BrunoEntry) => seqOf(one) - seqOf(other)
  // Folders with one place are together there.
  const places = Map.groupBy(byName.filter(hasPlace).sort(bySeq), ({ seq }) => seq)
  const ordered = byName.filter(one => !hasPlace(one)).map(one => [one])
  for (const [seq, group] of places) ordered.splice(seq - 1, 0, group)
  const all = [...ordered.flat(), ...requests.toSorted(byFile).sort(bySeq)]
  return all.map(({ item }, at) =>
    item.kind === 'scriptFile' || item.kind === 'appFile' ? item : { ...item, sequence: at + 1 },
  )
}

const seqOf = ({ seq }: BrunoEntry) => (Number.isNaN(seq) ? 1 : seq)

const byFile = (one: BrunoEntry, other: BrunoEntry) =>
  one.sortName < other.sortName ? -1 : Number(one.sortName > other.sortName)
