/**
 * Returns the elements that this check tests, in their order: all of them if `PARLEY_LANE` is not set or is
 * `all`, otherwise `count` of them. The value of `PARLEY_LANE` (the commit) and the name decide which, so
 * that every commit tests different ones and `npm run nightly` tests all.
 */
export function sampleOf<Element>(name: string, elements: readonly Element[], count = 1): readonly Element[] {
  if (isWhole() || elements.length <= count) return elements
  const ranked = elements.map((element, index) => ({
    element,
    index,
    rank: sampleNumber(`${name} ${index}`),
  }))
  ranked.sort((one, other) => one.rank - other.rank || one.index - other.index)
  return ranked
    .slice(0, count)
    .sort((one, other) => one.index - other.index)
    .map(({ element }) => element)
}

/**
 * Returns how often this check repeats a random test: `count` times in the second lane, otherwise a tenth.
 */
export function sampleCount(count: number): number {
  return isWhole() ? count : Math.ceil(count / 10)
}

/**
 * Returns the seed for a test's random values, from 0 to 2³² − 1, derived from `PARLEY_LANE` and the name.
 */
export function sampleNumber(name: string): number {
  // FNV-1a over code points, with a final mix because similar names would give similar numbers.
  let value = 0x811c9dc5
  for (const character of `${process.env.PARLEY_LANE ?? 'all'} ${name}`)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

const isWhole = (): boolean => (process.env.PARLEY_LANE ?? 'all') === 'all'
