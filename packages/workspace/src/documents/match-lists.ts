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
  // By diagonal; a typed array takes a tenth of the time of a map.
  const furthest = new Int32Array(2 * most + 3)
  const middle = most + 1
  const trace: Furthest[] = []
  for (let differences = 0; differences <= most; differences += 1) {
    // Only these diagonals are read when the way is walked back.
    const first = middle - differences - 1
    trace.push({ values: furthest.slice(first, middle + differences + 2), middle: differences + 1 })
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let one = stepsDown({ values: furthest, middle }, diagonal, differences)
        ? (furthest[middle + diagonal + 1] ?? 0)
        : (furthest[middle + diagonal - 1] ?? 0) + 1
      while (one < beforeLength && one - diagonal < afterLength && isSameAt(one, one - diagonal)) one += 1
      furthest[middle + diagonal] = one
      if (one >= beforeLength && one - diagonal >= afterLength)
        return walkBack(trace, beforeLength, afterLength)
    }
  }
  return []
}

/** How far each diagonal reaches in the first list; `middle` is the index of the diagonal 0. */
interface Furthest {
  readonly values: Int32Array
  readonly middle: number
}

function reachOf({ values, middle }: Furthest, diagonal: number): number {
  return values[middle + diagonal] ?? 0
}

function stepsDown(furthest: Furthest, diagonal: number, differences: number): boolean {
  if (diagonal === -differences) return true
  if (diagonal === differences) return false
  return reachOf(furthest, diagonal - 1) < reachOf(furthest, diagonal + 1)
}

function walkBack(trace: readonly Furthest[], beforeLength: number, afterLength: number): Matches {
  const matches: [number, number][] = []
  let [one, other] = [beforeLength, afterLength]
  for (let differences = trace.length - 1; differences >= 0; differences -= 1) {
    const furthest = trace[differences] ?? { values: new Int32Array(), middle: 0 }
    const diagonal = one - other
    const cameFrom = stepsDown(furthest, diagonal, differences) ? diagonal + 1 : diagonal - 1
    const fromOne = differences === 0 ? 0 : reachOf(furthest, cameFrom)
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
