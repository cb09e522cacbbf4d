import type { ListedExample } from '@parley/workspace'

/** An example that the tree shows, with the ID by which commands name it. */
export interface IdentifiedExample extends ListedExample {
  readonly id: string
}

/**
 * Returns the IDs of the examples of a file, which itself has none, by those of an earlier version of it. An example keeps
 * its ID when it is moved, renamed or edited. Null: it is new, or more than one could be meant, so that no command
 * reaches another example than the one that the user chose.
 */
export function idsOfExamples(
  before: readonly IdentifiedExample[],
  present: readonly ListedExample[],
): readonly (string | null)[] {
  const ids: (string | null)[] = present.map((example, index) => {
    const same = before[index]
    return same !== undefined && hasSame(both, same, example) ? same.id : null
  })
  matchRest(both, before, present, ids, false)
  matchRest(content, before, present, ids, true)
  matchRest(name, before, present, ids, true)
  return ids
}

type Key = (example: ListedExample) => string

const both: Key = ({ name, digest }) => `${digest} ${name}`
const content: Key = ({ digest }) => digest
const name: Key = ({ name }) => name

const hasSame = (key: Key, one: ListedExample, other: ListedExample) => key(one) === key(other)

/** Gives the remaining IDs to the remaining examples with the same key. */
function matchRest(
  key: Key,
  before: readonly IdentifiedExample[],
  present: readonly ListedExample[],
  ids: (string | null)[],
  isOnlyIfUnique: boolean,
): void {
  const taken = new Set(ids)
  const earlier = Map.groupBy(
    before.filter(({ id }) => !taken.has(id)),
    key,
  )
  const later = Map.groupBy(
    present.map((example, index) => ({ ...example, index })).filter(({ index }) => ids[index] === null),
    key,
  )
  for (const [same, examples] of later) {
    const candidates = earlier.get(same) ?? []
    if (isOnlyIfUnique && (examples.length > 1 || candidates.length > 1)) continue
    examples.forEach(({ index }, at) => {
      ids[index] = candidates[at]?.id ?? null
    })
  }
}
