import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SchemaStore } from '@parley/appdata'
import { placeInWorkspace } from '@parley/files'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SchemaFileEvent, WindowEvent } from '../contract/index.ts'
import { SchemaFiles } from './schema-files.ts'

const sdl = 'type Query { a: Int }'
let root: string
let folder: string
let files: SchemaFiles
let store: SchemaStore
let events: { readonly windowId: string; readonly event: WindowEvent }[]
let onLost: (windowId: string) => void

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-schema-files-'))
  folder = join(root, 'workspace')
  mkdirSync(folder)
  store = new SchemaStore(join(root, 'appdata'))
  events = []
  files = createFiles()
})
afterEach(() => {
  files.close()
  rmSync(root, { recursive: true })
})

function createFiles(): SchemaFiles {
  return new SchemaFiles({
    store,
    placeOf: parentId => placeInWorkspace(folder, parentId ?? ''),
    intervalMs: 5,
    windows: {
      publish: (windowId, event) => void events.push({ windowId, event }),
      onWindowLost: listener => {
        onLost = listener
      },
    },
  })
}

function write(path: string, text = sdl): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Returns a file as a request in a collection names it; here the ID of a collection is its path. */
const named = (path: string, parentId: string | null = null) => ({ path, parentId })

const event = (holds: (event: SchemaFileEvent) => boolean) =>
  waitFor(() => {
    const last = events.at(-1)?.event
    return last?.type === 'schemaFile' && holds(last) ? last : null
  }, 'an event')

const textOf = async (key: string) => new TextDecoder().decode((await store.read(key)) ?? new Uint8Array())

test('schema files are listed: not hidden ones, and JSON only if its name says so', async () => {
  for (const path of [
    'b.graphql',
    'shop/a.graphqls',
    'shop/deep/c.GQL',
    'schema.json',
    'introspection.json',
    'd.sdl',
    'package.json',
    'notes.txt',
    '.hidden.graphql',
    '.git/x.graphql',
    'node_modules/y.graphql',
  ])
    write(path)
  expect(await files.list('graphql', null)).toEqual({
    isWhole: true,
    paths: ['b.graphql', 'd.sdl', 'introspection.json', 'schema.json', 'shop/a.graphqls', 'shop/deep/c.GQL'],
  })
})

test('a list ends after 500 files, and says so', async () => {
  for (let at = 0; at < 501; at += 1) write(`s${at}.graphql`)
  const { paths, isWhole } = await files.list('graphql', null)
  expect([paths.length, isWhole]).toEqual([500, false])
})

test('a file is followed: changed, replaced, deleted and restored', async () => {
  write('schema.graphql')
  const { schema, problem } = await files.follow('w', named('schema.graphql'))
  expect({ format: schema?.format, problem }).toEqual({ format: 'sdl', problem: null })
  expect(await textOf(schema?.key ?? '')).toBe(sdl)
  write('schema.graphql', '{"__schema": {}}')
  const changed = await event(one => one.schema?.format === 'introspection')
  expect(changed).toMatchObject({ path: 'schema.graphql', problem: null, schema: { key: schema?.key } })
  write('next.graphql', 'type Query { b: Int }')
  renameSync(join(folder, 'next.graphql'), join(folder, 'schema.graphql'))
  await event(one => one.schema?.format === 'sdl')
  expect(await textOf(schema?.key ?? '')).toBe('type Query { b: Int }')
  rmSync(join(folder, 'schema.graphql'))
  expect(await event(one => one.problem !== null)).toMatchObject({
    problem: { code: 'SCHEMA_FILE_MISSING', nextStep: expect.stringContaining('Restore it') },
    schema: { key: schema?.key, format: 'sdl' },
  })
  write('schema.graphql')
  await event(one => one.problem === null)
})

test('the last usable schema is kept apart from those that follow it, also for another server', async () => {
  write('schema.graphql')
  const { schema, lastUsable } = await files.follow('w', named('schema.graphql'))
  expect(lastUsable).toBeNull()
  await files.keepUsable(named('schema.graphql'), schema?.fetchedAt ?? 0)
  for (const broken of ['type', 'type Query {']) {
    write('schema.graphql', broken)
    const read = await files.follow('w', named('schema.graphql'))
    expect(await textOf(read.schema?.key ?? '')).toBe(broken)
    expect(read.lastUsable).toMatchObject({ format: 'sdl', fetchedAt: schema?.fetchedAt })
    expect(await textOf(read.lastUsable?.key ?? '')).toBe(sdl)
  }
  files.close()
  files = createFiles()
  rmSync(join(folder, 'schema.graphql'))
  const { lastUsable: afterRestart } = await files.follow('w', named('schema.graphql'))
  expect(await textOf(afterRestart?.key ?? '')).toBe(sdl)
})

test('a schema that was replaced meanwhile is not kept as usable', async () => {
  write('schema.graphql')
  const first = await files.follow('w', named('schema.graphql'))
  write('schema.graphql', 'type')
  await files.follow('w', named('schema.graphql'))
  await files.keepUsable(named('schema.graphql'), first.schema?.fetchedAt ?? 0)
  expect((await files.follow('w', named('schema.graphql'))).lastUsable).toBeNull()
  await files.keepUsable(named('gone.graphql'), 1)
})

test('only the file that a window follows last is reported to it, until it is lost', async () => {
  for (const name of ['a', 'b']) write(`${name}.graphql`)
  await files.follow('w', named('a.graphql'))
  await files.follow('w', named('b.graphql'))
  await files.follow('v', named('b.graphql'))
  onLost('v')
  for (const name of ['a', 'b']) write(`${name}.graphql`, 'type Query { changed: Int }')
  await event(one => one.path === 'b.graphql')
  expect(events.map(({ windowId }) => windowId)).toEqual(['w'])
})

test('paths start in the folder of the collection, in each of several', async () => {
  for (const collection of ['Shop', 'Other'])
    write(`${collection}/own.graphql`, `type Query { of${collection}: Int }`)
  write('own.graphql')
  const keys = new Set<string>()
  for (const collection of ['Shop', 'Other']) {
    expect((await files.list('graphql', collection)).paths).toEqual(['own.graphql'])
    const { schema } = await files.follow('w', named('./own.graphql', collection))
    keys.add(schema?.key ?? '')
    expect(await textOf(schema?.key ?? '')).toContain(`of${collection}`)
    const changed = `type Query { changed${collection}: Int }`
    write(`${collection}/own.graphql`, changed)
    const { schema: later } = await event(one => one.parentId === collection)
    expect(await textOf(later?.key ?? '')).toBe(changed)
  }
  expect(keys.size).toBe(2)
  const { schema } = await files.follow('w', named('../Shop/own.graphql', 'Other'))
  expect([...keys][0]).toBe(schema?.key)
})

test('a path that starts in the folder of the workspace is refused with what to write instead', async () => {
  write('Shop/shop.graphql')
  expect(await files.follow('w', named('Shop/shop.graphql', 'Shop'))).toMatchObject({
    schema: null,
    problem: {
      code: 'SCHEMA_FILE_MISSING',
      nextStep: `Parley looked in ${join(folder, 'Shop')}, because the path is relative to the folder of the collection. Write shop.graphql, or move the file there.`,
    },
  })
})

describe('a path that is not read', () => {
  test.each([
    ['../secret.graphql', 'SCHEMA_FILE_OUTSIDE'],
    ['a/../../secret.graphql', 'SCHEMA_FILE_OUTSIDE'],
    ['/etc/hostname', 'SCHEMA_FILE_OUTSIDE'],
    ['.', 'SCHEMA_FILE_OUTSIDE'],
    ['.env', 'SCHEMA_FILE_OUTSIDE'],
    ['.git/config', 'SCHEMA_FILE_OUTSIDE'],
    ['link.graphql', 'SCHEMA_FILE_OUTSIDE'],
    ['linked/secret.graphql', 'SCHEMA_FILE_OUTSIDE'],
    ['gone.graphql', 'SCHEMA_FILE_MISSING'],
    ['file.graphql/below', 'SCHEMA_FILE_MISSING'],
    ['folder.graphql', 'SCHEMA_FILE_NOT_READ'],
    ['large.graphql', 'SCHEMA_FILE_TOO_LARGE'],
  ])('%s: %s', async (path, code) => {
    writeFileSync(join(root, 'secret.graphql'), 'secret')
    symlinkSync(join(root, 'secret.graphql'), join(folder, 'link.graphql'))
    symlinkSync(root, join(folder, 'linked'))
    for (const name of ['.env', '.git/config', 'file.graphql', 'folder.graphql/x', 'large.graphql'])
      write(name)
    truncateSync(join(folder, 'large.graphql'), 65 * 1024 * 1024)
    expect(await files.follow('w', named(path))).toMatchObject({ schema: null, problem: { code } })
  })
})
