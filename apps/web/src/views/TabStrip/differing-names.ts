/** A name as the strip shows it, and where it is cut if it is too long. */
export interface StripName {
  readonly text: string
  readonly cut: 'middle' | 'end'
}

/**
 * Returns how the strip shows names. Paths that end alike are shortened to the segment in which they differ and the last
 * one, as what comes first is cut last: `7/…/orders` and `8/…/orders`.
 */
export function differingNames(names: readonly string[]): readonly StripName[] {
  const segments = names.map(name => (name.startsWith('/') ? name.slice(1).split('/') : []))
  const counts = countEnds(segments)
  return names.map((name, at) => shownName(name, segments[at] ?? [], counts))
}

/** How many paths have each end. */
function countEnds(paths: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) for (const end of endsOf(path)) counts.set(end, (counts.get(end) ?? 0) + 1)
  return counts
}

const mostSegments = 30

/** The last segment, the last two, and so on. */
const endsOf = (path: readonly string[]): readonly string[] =>
  path
    .slice(-mostSegments)
    .map((_, fromEnd, { length }) => path.slice(path.length - length + fromEnd).join('/'))
    .reverse()

function shownName(name: string, path: readonly string[], counts: ReadonlyMap<string, number>): StripName {
  const shared = endsOf(path).findIndex(end => counts.get(end) === 1)
  if (shared <= 0) return { text: name, cut: 'middle' }
  const differing = path.length - 1 - shared
  const start = differing > 0 ? '' : '/'
  const middle = shared > 1 ? '…/' : ''
  return { text: `${start}${path[differing]}/${middle}${path.at(-1)}`, cut: 'end' }
}
