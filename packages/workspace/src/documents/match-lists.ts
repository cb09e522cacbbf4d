/** Pairs of positions of the entries that two lists share, in ascending order. */
export type Matches = readonly (readonly [before: number, after: number])[]

/** With more differences the middle counts as replaced, because the search takes quadratic time. */
const maximumDifferences = 1000

/** Finds a longest common subsequence (Myers, "An O(ND) difference algorithm", 1986). */
export function matchLists<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  isSame: (one: Entry, other: Entry) => boolean,
): Matches {
  const isSameAt = (one: number, other: number) => {
    const [first, second] = [before[one], after[other]]
    return first !== undefined && second !== undefined && isSame(first, second)
  }
  let start = 0
  while (start < before.length && start < after.length && isSameAt(start, start)) start += 1
  let [beforeEnd, afterEnd] = [before.length, after.length]
  while (beforeEnd > start && afterEnd > start && isSameAt(beforeEnd - 1, afterEnd - 1)) {
    beforeEnd -= 1
    afterEnd -= 1
  }
  const middle = matchMiddle(beforeEnd - start, afterEnd - start, (one, other) =>
    isSameAt(start + one, start + other),
  )
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([one, other]) => [start + one, start + other] as const),
    ...Array.from(
      { length: before.length - beforeEnd },
      (_, index) => [beforeEnd + index, afterEnd + index] as const,
    ),
  ]
}

function matchMiddle(
  beforeLength: number,
  afterLength: number,
  isSameAt: (one: number, other: number) => boolean,
): Matches {
  const most = Math.min(beforeLength + afterLength, maximumDifferences)
  const trace: Map<number, number>[] = []
  let furthest = new Map<number, number>([[1, 0]])
  for (let differences = 0; differences <= most; differences += 1) {
    trace.push(new Map(furthest))
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let one = stepsDown(furthest, diagonal, differences)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1
      while (one < beforeLength && one - diagonal < afterLength && isSameAt(one, one - diagonal)) one += 1
      furthest.set(diagonal, one)
      if (one >= beforeLength && one - diagonal >= afterLength)
        return walkBack(trace, beforeLength, afterLength)
    }
    furthest = new Map(furthest)
  }
  return []
}

function stepsDown(furthest: ReadonlyMap<number, number>, diagonal: number, differences: number): boolean {
  if (diagonal === -differences) return true
  if (diagonal === differences) return false
  return (furthest.get(diagonal - 1) ?? 0) < (furthest.get(diagonal + 1) ?? 0)
}

function walkBack(
  trace: readonly ReadonlyMap<number, number>[],
  beforeLength: number,
  afterLength: number,
): Matches {
  const matches: [number, number][] = []
  let [one, other] = [beforeLength, afterLength]
  for (let differences = trace.length - 1; differences >= 0; differences -= 1) {
    const furthest = trace[differences] ?? new Map<number, number>()
    const diagonal = one - other
    const cameFrom = stepsDown(furthest, diagonal, differences) ? diagonal + 1 : diagonal - 1
    const fromOne = differences === 0 ? 0 : (furthest.get(cameFrom) ?? 0)
    const fromOther = differences === 0 ? 0 : fromOne - cameFrom
    while (one > fromOne && other > fromOther) {
      one -= 1
      other -= 1
      matches.push([one, other])
    }
    ;[one, other] = [fromOne, fromOther]
  }
  return matches.reverse()
}
