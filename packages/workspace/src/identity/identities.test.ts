import { expect, test } from 'vitest'
import { Identities, type IdentityEntry, keptAfterGoneMs } from './identities.ts'

function storeOf(entries: readonly IdentityEntry[] = []) {
  const store = { entries, saves: 0, fails: false }
  return Object.assign(store, {
    load: async () => store.entries,
    save: async (all: readonly IdentityEntry[]) => {
      if (store.fails) throw new Error('full')
      store.saves += 1
      store.entries = all
    },
  })
}

test('a path keeps its ID from one start to the next, and only changes are saved', async () => {
  const store = storeOf()
  const identities = await Identities.load(store)
  const id = identities.idOf('books/list.yml')
  await identities.save()
  await identities.save()
  expect(store.saves).toBe(1)
  expect((await Identities.load(store)).idOf('books/list.yml')).toBe(id)
})

test('a folder moves with all below it, and nothing beside it', async () => {
  const identities = await Identities.load(storeOf())
  const [inside, beside] = [identities.idOf('a/x.yml'), identities.idOf('ab/x.yml')]
  identities.move('a', 'c/d')
  expect(identities.idOf('c/d/x.yml')).toBe(inside)
  expect(identities.idOf('ab/x.yml')).toBe(beside)
})

test('what is gone is kept for 7 days', async () => {
  const identities = await Identities.load(storeOf())
  const id = identities.idOf('a.yml')
  const none = new Set<string>()
  identities.keep(none, 1000)
  identities.keep(none, 1000 + keptAfterGoneMs)
  expect(identities.within('')).toEqual([{ path: 'a.yml', id, goneSinceMs: 1000 }])
  identities.keep(new Set(['a.yml']), 2000)
  expect(identities.idOf('a.yml')).toBe(id)
  identities.keep(none, 1000)
  identities.keep(none, 1001 + keptAfterGoneMs)
  expect(identities.within('')).toEqual([])
})

test('a save that fails is made up for by the next', async () => {
  const store = storeOf()
  const identities = await Identities.load(store)
  identities.idOf('a.yml')
  store.fails = true
  await identities.save()
  expect(store.entries).toHaveLength(0)
  store.fails = false
  await identities.save()
  expect(store.entries).toHaveLength(1)
})
