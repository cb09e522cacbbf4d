import { expect, test } from 'vitest'
import { Identities, missingRetentionMs } from './identities.ts'
import type { IdentityChanges, IdentityEntry } from './identity-store.ts'

function storeOf() {
  const entries = new Map<string, IdentityEntry>()
  const store = { entries, writes: 0, fails: false }
  return Object.assign(store, {
    load: async () => ({ entries: [...entries.values()], intents: [] }),
    write: async ({ put, drop }: IdentityChanges) => {
      if (store.fails) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      store.writes += 1
      for (const entry of put) entries.set(entry.id, entry)
      for (const id of drop) entries.delete(id)
    },
  })
}

const paths = (fingerprints: Readonly<Record<string, string>>) => new Map(Object.entries(fingerprints))

test('a path keeps its ID from one start to the next, and only changes are saved', async () => {
  const store = storeOf()
  const identities = await Identities.load(store, Date.now)
  const id = identities.idOf('books/list.yml')
  await identities.save()
  await identities.save()
  expect(store.writes).toBe(1)
  expect((await Identities.load(store, Date.now)).idOf('books/list.yml')).toBe(id)
})

test('a folder moves with everything in it, and nothing else', async () => {
  const identities = await Identities.load(storeOf(), Date.now)
  const [inside, outside] = [identities.idOf('a/x.yml'), identities.idOf('ab/x.yml')]
  identities.move('a', 'c/d')
  expect(identities.idOf('c/d/x.yml')).toBe(inside)
  expect(identities.idOf('ab/x.yml')).toBe(outside)
})

test('a missing entry is kept for 7 days, even if a new one has its path', async () => {
  const store = storeOf()
  let nowMs = 1000
  const identities = await Identities.load(store, () => nowMs)
  const id = identities.idOf('a.yml')
  identities.noteAll(paths({}))
  nowMs += missingRetentionMs
  identities.noteAll(paths({}))
  await identities.save()
  expect([...store.entries.values()]).toEqual([{ path: 'a.yml', id, goneSinceMs: 1000, fingerprint: '' }])
  const other = identities.create('a.yml')
  expect(other).not.toBe(id)
  identities.take('a.yml')
  expect(identities.idOf('a.yml')).toBe(id)
  identities.noteAll(paths({}))
  nowMs += missingRetentionMs + 1
  identities.noteAll(paths({}))
  await identities.save()
  expect([...store.entries]).toEqual([])
})

test('an ID whose path another one took is missing there after the next start, too', async () => {
  const store = storeOf()
  const identities = await Identities.load(store, () => 1000)
  const [old, present] = [identities.idOf('a.yml'), identities.idOf('b.yml')]
  await identities.save()
  identities.move('b.yml', 'a.yml')
  await identities.save()
  const entry = { path: 'a.yml', fingerprint: '' }
  expect([...store.entries.values()]).toEqual([
    { ...entry, id: old, goneSinceMs: 1000 },
    { ...entry, id: present, goneSinceMs: null },
  ])
})

test('the next save includes the changes of a failed one', async () => {
  const store = storeOf()
  const identities = await Identities.load(store, Date.now)
  identities.idOf('a.yml')
  store.fails = true
  await identities.save()
  expect(store.entries.size).toBe(0)
  store.fails = false
  await identities.save()
  expect(store.entries.size).toBe(1)
})

test.each([
  ['moved', { 'a.yml': '1' }, { 'b.yml': '1' }, { 'b.yml': 'a.yml' }],
  ['changed', { 'a.yml': '1' }, { 'a.yml': '2' }, { 'a.yml': 'a.yml' }],
  ['moved and changed', { 'a.yml': '1' }, { 'b.yml': '2' }, { 'b.yml': null }],
  ['copied', { 'a.yml': '1' }, { 'a.yml': '1', 'b.yml': '1' }, { 'a.yml': 'a.yml', 'b.yml': null }],
  [
    'exchanged',
    { 'a.yml': '1', 'b.yml': '2' },
    { 'a.yml': '2', 'b.yml': '1' },
    { 'a.yml': 'b.yml', 'b.yml': 'a.yml' },
  ],
  ['moved over another', { 'a.yml': '1', 'b.yml': '2' }, { 'a.yml': '2' }, { 'a.yml': 'b.yml' }],
  [
    'moved next to one with equal content',
    { 'x/a.yml': '1', 'x/b.yml': '1' },
    { 'y/b.yml': '1', 'y/a.yml': '1' },
    { 'y/a.yml': 'x/a.yml', 'y/b.yml': 'x/b.yml' },
  ],
  [
    'moved with its folder',
    { x: '', 'x/folder.yml': '1', 'x/a.yml': '2' },
    { y: '', 'y/folder.yml': '1', 'y/a.yml': '2' },
    { y: 'x', 'y/folder.yml': 'x/folder.yml', 'y/a.yml': 'x/a.yml' },
  ],
  [
    'moved out of its folder',
    { x: '', 'x/folder.yml': '1', 'x/a.yml': '2' },
    { x: '', 'x/a.yml': '2', y: '', 'y/folder.yml': '1' },
    { x: 'x', 'x/a.yml': 'x/a.yml', y: null, 'y/folder.yml': 'x/folder.yml' },
  ],
])('a file that was %s while nobody watched has the ID of its content', async (_, before, now, expected) => {
  const store = storeOf()
  const first = await Identities.load(store, Date.now)
  const ids = new Map(Object.keys(before).map(path => [first.idOf(path), path]))
  first.noteAll(paths(before))
  await first.save()
  const second = await Identities.load(store, Date.now)
  second.recogniseMoved(paths(now))
  second.noteAll(paths(now))
  const found = Object.keys(now).map(path => [path, ids.get(second.idOf(path)) ?? null])
  expect(Object.fromEntries(found)).toEqual(expected)
})

test('of several files with its content, a file that was moved has the ID of the one that existed last', async () => {
  let nowMs = 1000
  const store = storeOf()
  const identities = await Identities.load(store, () => nowMs)
  identities.idOf('old.yml')
  identities.noteAll(paths({ 'old.yml': '1' }))
  identities.noteAll(paths({}))
  nowMs += 1000
  const later = identities.idOf('later.yml')
  identities.noteAll(paths({ 'later.yml': '1' }))
  identities.recogniseMoved(paths({ 'new.yml': '1' }))
  expect(identities.idOf('new.yml')).toBe(later)
  identities.noteAll(paths({}))
  identities.recogniseMoved(paths({ 'newer.yml': '1' }))
  expect(identities.idOf('newer.yml')).toBe(later)
})
