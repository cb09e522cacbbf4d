import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Workspace } from '../workspace.ts'
import { unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { added } from './add-collection.testkit.ts'

let fixture: WorkspaceFixture

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
})

afterEach(() => fixture.remove())

/**
 * Returns the collections that Bruno shows of a workspace, as its documented format says: those listed with texts as name
 * and path whose folder has a collection. It opens only a folder whose `workspace.yml` says that it is a workspace.
 */
function shownByBruno(): readonly string[] {
  const file = parse(fixture.read('workspace.yml'))
  expect(file).toMatchObject({
    opencollection: '1.0.0',
    info: { name: expect.any(String), type: 'workspace' },
  })
  const listed: readonly { name: unknown; path: unknown }[] = file.collections ?? []
  for (const { name, path } of listed)
    expect([typeof name, name === '', typeof path, path === '']).toEqual(['string', false, 'string', false])
  return listed
    .filter(({ path }) =>
      ['bruno.json', 'opencollection.yml'].some(mark => existsSync(join(fixture.folder, String(path), mark))),
    )
    .map(({ name, path }) => `${name} (${path})`)
}

const shownByParley = ({ tree }: Workspace) => tree.collections.map(({ name, path }) => `${name} (${path})`)

/** Every command that changes which collections there are, or their names. */
const commands: Readonly<Record<string, (workspace: Workspace) => Promise<unknown>>> = {
  create: ({ commands }) => commands.createCollection('New: "one"'),
  'create with an odd name': ({ commands }) => commands.createCollection(' - # '),
  import: ({ commands }) => commands.addCollection(added({ name: 'Imported' })),
  rename: ({ commands }) => commands.rename('books', 'Library'),
  'rename in capitals': ({ commands }) => commands.rename('books', 'BOOKS'),
  duplicate: ({ commands }) => commands.duplicate('books'),
  delete: ({ commands }) => commands.remove('books'),
  restore: async ({ commands }) => commands.restore(unwrap(await commands.remove('books')).trashId),
}

test.each(Object.entries(commands))('after %s Bruno shows the collections of Parley', async (_, command) => {
  const workspace = await fixture.open()
  for (const name of ['First', 'Zebra']) unwrap(await workspace.commands.createCollection(name))
  expect(
    unwrap((await command(workspace)) as Awaited<ReturnType<Workspace['commands']['rename']>>),
  ).toBeTruthy()
  expect(shownByBruno().toSorted()).toEqual(shownByParley(workspace).toSorted())
})

test('a renamed or moved collection keeps its place in the list, and new ones come last', async () => {
  const workspace = await fixture.open()
  for (const name of ['Zebra', 'Ant']) unwrap(await workspace.commands.createCollection(name))
  unwrap(await workspace.commands.rename('Zebra', 'Aardvark'))
  expect(shownByBruno()).toEqual(['Books (books)', 'Aardvark (Aardvark)', 'Ant (Ant)'])
})

describe('what Parley did not write', () => {
  const foreign = `opencollection: 1.0.0
info:
  name: Shop
  type: workspace

# Ours.
collections:
  - name: "Cloud"
    path: "collections/cloud"
    remote: "https://git.test/cloud.git" # by Ann
  - path: ./books/
    name: Books of Bruno
    color: red
  - name: Gone
    path: gone
  - 7
specs:
  - name: Shop
    path: specs/shop.yml
docs: ''
activeEnvironmentUid: abc
`

  test('stays, with its order, its comments and its style', async () => {
    fixture.write('workspace.yml', foreign)
    const workspace = await fixture.open()
    unwrap(await workspace.commands.createCollection('New'))
    expect(fixture.read('workspace.yml')).toBe(
      foreign.replace('  - 7\n', '  - name: New\n    path: New\n  - 7\n'),
    )
    unwrap(await workspace.commands.rename('books', 'Library'))
    const renamed = foreign
      .replace('  - 7\n', '  - name: New\n    path: New\n  - 7\n')
      .replace('path: ./books/\n    name: Books of Bruno', 'path: Library\n    name: Library')
    expect(fixture.read('workspace.yml')).toBe(renamed)
    unwrap(await workspace.commands.remove('Library'))
    expect(parse(fixture.read('workspace.yml')).collections.map((one: object) => Object(one).name)).toEqual([
      'Cloud',
      'Gone',
      'New',
      undefined,
    ])
  })

  test.each(['collections: all', 'collections: {a: b}'])('%s stays as it is', async line => {
    fixture.write('workspace.yml', `info:\n  name: Shop\n${line}\n`)
    const workspace = await fixture.open()
    unwrap(await workspace.commands.createCollection('New'))
    expect(fixture.read('workspace.yml')).toBe(`info:\n  name: Shop\n${line}\n`)
  })

  test('a damaged file stays as it is, and commands go on', async () => {
    fixture.write('workspace.yml', 'info: {')
    const workspace = await fixture.open()
    unwrap(await workspace.commands.createCollection('New'))
    expect(fixture.read('workspace.yml')).toBe('info: {')
  })
})

test('a workspace that is only opened, or whose requests change, gets no list', async () => {
  const before = fixture.read('workspace.yml')
  const workspace = await fixture.open()
  await workspace.refresh()
  await workspace.check()
  unwrap(await workspace.commands.rename('books/list.yml', 'Listed'))
  unwrap(await workspace.commands.createFolder('books', 'New'))
  unwrap(await workspace.commands.remove('books/old'))
  expect(fixture.read('workspace.yml')).toBe(before)
})

test('a folder without the file gets it with the next command, and a collection never', async () => {
  rmSync(join(fixture.folder, 'workspace.yml'))
  const workspace = await fixture.open()
  expect(existsSync(join(fixture.folder, 'workspace.yml'))).toBe(false)
  unwrap(await workspace.commands.createCollection('New'))
  expect(shownByBruno()).toEqual(['Books (books)', 'New (New)'])
  expect(parse(fixture.read('workspace.yml')).info.name).toBe('shop')
  rmSync(fixture.folder, { recursive: true })
  mkdirSync(fixture.folder)
  fixture.write('opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Books\n')
  const collection = await fixture.open()
  unwrap(await collection.commands.rename('', 'Library'))
  expect(existsSync(join(fixture.folder, 'workspace.yml'))).toBe(false)
})

describe('variables that are edited meanwhile', () => {
  const variable = { secret: false as const, name: 'region', value: { text: 'eu' }, enabled: true }

  test('are saved without a conflict, and keep the list', async () => {
    const workspace = await fixture.open()
    const { entity, version } = unwrap(await workspace.readWorkspaceFile())
    unwrap(await workspace.commands.createCollection('New'))
    unwrap(
      await workspace.saveWorkspaceFile({
        entity: { ...entity, variables: [variable] },
        baseVersion: version,
      }),
    )
    expect(shownByBruno()).toEqual(['Books (books)', 'New (New)'])
    expect(parse(fixture.read('workspace.yml')).variables).toEqual([{ name: 'region', value: 'eu' }])
    unwrap(await workspace.commands.rename('New', 'Newer'))
    expect(parse(fixture.read('workspace.yml')).variables).toEqual([{ name: 'region', value: 'eu' }])
  })

  test('keep the values and permissions of their secrets', async () => {
    const workspace = await fixture.open()
    const { entity, version } = unwrap(await workspace.readWorkspaceFile())
    const secret = { secret: true as const, name: 'key', enabled: true, allowedToScripts: true }
    const secretVariables = new Map([['key', 'value']])
    unwrap(
      await workspace.saveWorkspaceFile({
        entity: { ...entity, variables: [secret] },
        baseVersion: version,
        secretVariables,
      }),
    )
    unwrap(await workspace.commands.createCollection('New'))
    const again = unwrap(await workspace.readWorkspaceFile())
    expect([again.secretVariables, again.entity.variables]).toEqual([secretVariables, [secret]])
    expect(fixture.read('workspace.yml')).not.toContain('value: value')
  })
})

test('a list that cannot be written fails no command, and the next one writes it', async () => {
  let isFull = true
  const workspace = await fixture.open({
    ...nodeFiles,
    rename: async (from, to) => {
      if (isFull && to.endsWith('workspace.yml')) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      return nodeFiles.rename(from, to)
    },
  })
  unwrap(await workspace.commands.createCollection('New'))
  expect(shownByBruno()).toEqual([])
  isFull = false
  unwrap(await workspace.commands.createCollection('Newer'))
  expect(shownByBruno()).toEqual(['Books (books)', 'New (New)', 'Newer (Newer)'])
  expect(readFileSync(join(fixture.folder, 'New', 'opencollection.yml'), 'utf8')).toContain('New')
})
