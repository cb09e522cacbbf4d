import { expect, test } from 'vitest'
import { idsOfTests, waysInAndOut } from './ways-in-and-out.testkit.ts'

const kinds = Object.entries(waysInAndOut)

test.each(kinds)('each of the %s has an attempt, and what has one exists', (_, { names, attempts }) => {
  expect(names.length).toBeGreaterThan(1)
  expect(Object.keys(attempts).toSorted()).toEqual([...new Set(names)].toSorted())
  expect(Object.values(attempts).filter(ids => ids.length === 0)).toEqual([])
})

test('each attempt on a way is the ID of a test', () => {
  const shown = idsOfTests()
  const named = kinds.flatMap(([kind, { attempts }]) =>
    Object.entries(attempts).flatMap(([name, ids]) => ids.map(id => ({ kind, name, id }))),
  )
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ id }) => !shown.has(id))).toEqual([])
})
