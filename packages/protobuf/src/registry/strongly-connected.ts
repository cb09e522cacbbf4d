interface Visit {
  readonly name: string
  readonly rest: string[]
  readonly index: number
  /** The first of the open ones that it leads to. */
  low: number
}

/**
 * Returns the groups of names that lead to each other (R. Tarjan, Depth-first search and linear graph algorithms, 1972),
 * each after those that it leads to. A list instead of recursion, as a chain may be long.
 */
export function stronglyConnected(
  references: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (readonly string[])[] {
  const groups: string[][] = []
  const visits = new Map<string, Visit>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const path: Visit[] = []
  const enter = (name: string) => {
    const index = visits.size
    const visit = { name, rest: [...(references.get(name) ?? [])], index, low: index }
    visits.set(name, visit)
    open.push(name)
    isOpen.add(name)
    path.push(visit)
  }
  for (const root of references.keys()) {
    if (!visits.has(root)) enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.pop()
      const seen = next === undefined ? undefined : visits.get(next)
      if (next !== undefined && seen === undefined) enter(next)
      else if (seen !== undefined) {
        if (isOpen.has(seen.name)) top.low = Math.min(top.low, seen.index)
      } else {
        path.pop()
        const below = path.at(-1)
        if (below !== undefined) below.low = Math.min(below.low, top.low)
        if (top.low === top.index) groups.push(closeGroup(top.name, open, isOpen))
      }
    }
  }
  return groups
}

function closeGroup(root: string, open: string[], isOpen: Set<string>): string[] {
  const group = open.splice(open.lastIndexOf(root))
  for (const name of group) isOpen.delete(name)
  return group
}
