import { sharesOneOrder } from '@parley/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type InSequence, sequenceWrites } from './sequences.ts'

const item = fc.record({
  kind: fc.constantFrom('folder', 'request'),
  sequence: fc.option(fc.integer({ min: 1, max: 6 })),
})
const items = fc
  .array(item, { minLength: 1, maxLength: 7 })
  .map(all => all.map((one, at): InSequence => ({ ...one, path: `${'cabdgfe'[at]}` })))

/** Returns the entries as the tree lists them. */
function shown(all: readonly InSequence[]): readonly InSequence[] {
  const last = Number.MAX_SAFE_INTEGER
  const sorted = all.toSorted(
    (one, other) => (one.sequence ?? last) - (other.sequence ?? last) || (one.path < other.path ? -1 : 1),
  )
  const folders = sorted.filter(one => one.kind === 'folder')
  const requests = sorted.filter(one => one.kind === 'request')
  const isShared = sharesOneOrder(
    folders.map(one => one.sequence),
    requests.map(one => one.sequence),
  )
  return isShared ? sorted : [...folders, ...requests]
}

const pathsOf = (all: readonly InSequence[]) => all.map(one => one.path)

/** Moves an entry, and stops before the write with a number. */
function moved(all: readonly InSequence[], path: string, index: number, stop = Number.MAX_SAFE_INTEGER) {
  const others = shown(all).filter(one => one.path !== path)
  const place = Math.min(index, others.length)
  const ordered = others.toSpliced(place, 0, ...all.filter(one => one.path === path))
  const writes = sequenceWrites(ordered, place)
  const after = writes
    .slice(0, stop)
    .reduce(
      (before, { path: at, sequence }) => before.map(one => (one.path === at ? { ...one, sequence } : one)),
      all,
    )
  return { after, ordered: pathsOf(ordered), writes: writes.length }
}

test('a move that a kill stops anywhere changes no other order, and the same move completes it', () => {
  fc.assert(
    fc.property(items, fc.nat(6), fc.nat(7), (all, chosen, index) => {
      const path = all[chosen % all.length]?.path ?? ''
      const { after, ordered, writes } = moved(all, path, index)
      expect(pathsOf(shown(after))).toEqual(ordered)
      for (let stop = 0; stop < writes; stop += 1) {
        const killed = moved(all, path, index, stop).after
        const without = (paths: readonly string[]) => paths.filter(one => one !== path)
        expect(without(pathsOf(shown(killed)))).toEqual(without(ordered))
        expect(pathsOf(shown(moved(killed, path, index).after))).toEqual(ordered)
      }
    }),
    { numRuns: 2000 },
  )
})

test('an entry that fits between its neighbours is written alone', () => {
  const all: readonly InSequence[] = [
    { kind: 'request', path: 'a', sequence: 1 },
    { kind: 'folder', path: 'b', sequence: 5 },
    { kind: 'request', path: 'c', sequence: 9 },
  ]
  expect(
    sequenceWrites(
      [all[0], all[2], all[1]].filter(one => one !== undefined),
      2,
    ),
  ).toEqual([{ path: 'b', sequence: 10 }])
})
