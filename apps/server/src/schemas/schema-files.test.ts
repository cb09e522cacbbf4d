import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SchemaStore } from '@parley/appdata'
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
    folder: () => folder,
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
  expect(await files.list()).toEqual({
    isWhole: true,
    paths: ['b.graphql', 'd.sdl', 'introspection.json', 'schema.json', 'shop/a.graphqls', 'shop/deep/c.GQL'],
  })
})

test('a list ends after 500 files, and says so', async () => {
  for (let at = 0; at < 501; at += 1) write(`s${at}.graphql`)
  const { paths, isWhole } = await files.list()
  expect([paths.length, isWhole]).toEqual([500, false])
})

test('a file is followed: changed, replaced, deleted and restored', async () => {
  write('schema.graphql')
  const { schema, problem } = await files.follow('w', 'schema.graphql')
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
  const { schema, lastUsable } = await files.follow('w', 'schema.graphql')
  expect(lastUsable).toBeNull()
  await files.keepUsable('schema.graphql', schema?.fetchedAt ?? 0)
  for (const broken of ['type', 'type Query {']) {
    write('schema.graphql', broken)
    const read = await files.follow('w', 'schema.graphql')
    expect(await textOf(read.schema?.key ?? '')).toBe(broken)
    expect(read.lastUsable).toMatchObject({ format: 'sdl', fetchedAt: schema?.fetchedAt })
    expect(await textOf(read.lastUsable?.key ?? '')).toBe(sdl)
  }
  files.close()
  files = createFiles()
  rmSync(join(folder, 'schema.graphql'))
  const { lastUsable: afterRestart } = await files.follow('w', 'schema.graphql')
  expect(await textOf(afterRestart?.key ?? '')).toBe(sdl)
})

test('a schema that was replaced meanwhile is not kept as usable', async () => {
  write('schema.graphql')
  const first = await files.follow('w', 'schema.graphql')
  write('schema.graphql', 'type')
  await files.follow('w', 'schema.graphql')
  await files.keepUsable('schema.graphql', first.schema?.fetchedAt ?? 0)
  expect((await files.follow('w', 'schema.graphql')).lastUsable).toBeNull()
  await files.keepUsable('gone.graphql', 1)
})

test('only the file that a window follows last is reported to it, until it is lost', async () => {
  for (const name of ['a', 'b']) write(`${name}.graphql`)
  await files.follow('w', 'a.graphql')
  await files.follow('w', 'b.graphql')
  await files.follow('v', 'b.graphql')
  onLost('v')
  for (const name of ['a', 'b']) write(`${name}.graphql`, 'type Query { changed: Int }')
  await event(one => one.path === 'b.graphql')
  expect(events.map(({ windowId }) => windowId)).toEqual(['w'])
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
    expect(await files.follow('w', path)).toMatchObject({ schema: null, problem: { code } })
  })
})
