import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { migrations } from './database-schema.ts'
import { type IdentityOperations, identitiesTable } from './identities-table.ts'

const dayMs = 24 * 60 * 60 * 1000

let identities: IdentityOperations

beforeEach(() => {
  const database = new DatabaseSync(':memory:')
  for (const migrate of migrations) migrate(database)
  identities = identitiesTable(database)
})

function found(...files: readonly [path: string, contentHash: string][]) {
  return files.map(([path, contentHash]) => ({ path, contentHash }))
}

function identify(files: readonly [string, string][], gonePaths: readonly string[] = [], now = 0) {
  return identities.identifyFiles({ found: found(...files), gonePaths, now })
}

function idOf(path: string, contentHash = 'x'): string {
  return identify([[path, contentHash]])[0]?.id ?? ''
}

test('a file keeps its id while its content changes', () => {
  const id = idOf('/w/a.yml', 'one')
  expect(identify([['/w/a.yml', 'two']])).toEqual([{ path: '/w/a.yml', id, movedFrom: null }])
  expect(identities.readIdentity('/w/a.yml')).toBe(id)
  expect(identities.readIdentity('/w/b.yml')).toBeNull()
})

test('a file that went and one of equal content that came in one batch are one file', () => {
  const id = idOf('/w/a.yml', 'same')
  expect(identify([['/w/below/b.yml', 'same']], ['/w/a.yml'])).toEqual([
    { path: '/w/below/b.yml', id, movedFrom: '/w/a.yml' },
  ])
  expect(identities.readIdentity('/w/a.yml')).toBeNull()
})

test('a copy is another file', () => {
  const id = idOf('/w/a.yml', 'same')
  const [copy] = identify([['/w/copy.yml', 'same']])
  expect(copy?.movedFrom).toBeNull()
  expect(copy?.id).not.toBe(id)
})

test('of many equal files that are moved together each keeps its name’s id', () => {
  const a = idOf('/w/old/a.yml', 'same')
  const b = idOf('/w/old/b.yml', 'same')
  const moved = identify(
    [
      ['/w/new/b.yml', 'same'],
      ['/w/new/a.yml', 'same'],
    ],
    ['/w/old/a.yml', '/w/old/b.yml'],
  )
  expect(moved.map(({ id }) => id)).toEqual([b, a])
})

test('two files that change places keep their ids', () => {
  const a = idOf('/w/a.yml', 'A')
  const b = idOf('/w/b.yml', 'B')
  const moved = identify(
    [
      ['/w/a.yml', 'B'],
      ['/w/b.yml', 'A'],
    ],
    ['/w/a.yml', '/w/b.yml'],
  )
  expect(moved.map(({ id }) => id)).toEqual([b, a])
})

test('a file that comes back within seven days is itself, and after them another', () => {
  const id = idOf('/w/a.yml')
  identify([], ['/w/a.yml'], 1000)
  expect(identities.expireIdentities(1000 + 7 * dayMs)).toEqual([])
  expect(identify([['/w/a.yml', 'other']])[0]?.id).toBe(id)
  identify([], ['/w/a.yml'], 1000)
  expect(identities.expireIdentities(1001 + 7 * dayMs)).toEqual([id])
  expect(idOf('/w/a.yml')).not.toBe(id)
})

test('a move by Parley takes a folder with all below it and nothing beside it', () => {
  const inside = idOf('/w/old/deep/a.yml')
  const beside = idOf('/w/older/a.yml')
  identities.movePath('/w/old', '/w/new', 5)
  expect(identities.readIdentity('/w/new/deep/a.yml')).toBe(inside)
  expect(identities.readIdentity('/w/older/a.yml')).toBe(beside)
  expect(identities.readIdentity('/w/old/deep/a.yml')).toBeNull()
})

test('a folder can be moved into itself, and what a move replaces is gone but kept', () => {
  const outer = idOf('/w/a/x.yml')
  const inner = idOf('/w/a/a/x.yml')
  identities.movePath('/w/a', '/w/a/a', 5)
  expect(identities.readIdentity('/w/a/a/x.yml')).toBe(outer)
  expect(identities.readIdentity('/w/a/a/a/x.yml')).toBe(inner)
  const replaced = idOf('/w/b.yml')
  const moved = idOf('/w/c.yml')
  identities.movePath('/w/c.yml', '/w/b.yml', 10)
  expect(identities.readIdentity('/w/b.yml')).toBe(moved)
  expect(identities.expireIdentities(11 + 7 * dayMs)).toEqual([replaced])
})
