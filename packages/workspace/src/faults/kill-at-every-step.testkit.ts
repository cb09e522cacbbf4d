import { cpSync, globSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { newAuth, newHttpRequest, type Result } from '@parley/model'
import { FaultFiles } from '@parley/testkit'
import { randomFrom } from '@parley/testkit/random'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { emptyCollection } from '../commands/entry-edits.ts'
import { WorkspaceCommands } from '../commands/workspace-commands.ts'
import { openWorkspace } from '../open-workspace.ts'
import type { TreeItem } from '../tree/workspace-tree.ts'
import { Workspace } from '../workspace.ts'
import type { Opened } from '../workspace-documents.ts'
import { unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { changingSteps } from './changing-steps.testkit.ts'

/** One command on the sample, killed before each of its steps. */
interface KillCase {
  /** Runs before the first step, without a kill. Resolves to the argument of `act`. */
  readonly prepare?: (workspace: Workspace) => Promise<string>
  readonly act: (workspace: Workspace, prepared: string) => Promise<unknown>
}

const bearer = (token: string) => ({ ...newAuth('bearer'), token })
const newRequest = newHttpRequest({ name: 'New', url: 'https://new.test', auth: bearer('new token') })
const pin = { secret: true as const, name: 'pin', enabled: true, allowedToScripts: true }
const environment = {
  name: 'Test',
  color: '',
  variables: [{ secret: true as const, name: 'key', enabled: true, allowedToScripts: false }],
  clientCertificates: [],
  extendsName: '',
  dotEnvFilePath: '',
}

const remove = (path: string) => async (workspace: Workspace) =>
  unwrap(await workspace.commands.remove(path)).trashId
const removed = (path: string): KillCase => ({
  prepare: remove(path),
  act: (workspace, trashId) => workspace.commands.restore(trashId),
})

/** The cases of each command; a command without an entry fails the first test below. */
const cases: Readonly<Record<string, Readonly<Record<string, KillCase>>>> = {
  createItem: { request: { act: workspace => workspace.commands.createItem('books', newRequest) } },
  createFolder: { folder: { act: workspace => workspace.commands.createFolder('books', 'New') } },
  createCollection: { collection: { act: workspace => workspace.commands.createCollection('New') } },
  addCollection: {
    collection: {
      act: workspace => {
        const collection = {
          ...emptyCollection,
          ...{ name: 'Added', items: [newRequest], environments: [environment] },
          defaults: { ...emptyCollection.defaults, variables: [pin] },
        }
        return workspace.commands.addCollection({
          collection,
          secretVariables: [new Map([['key', 'added key']])],
          containerSecrets: new Map([[collection, new Map([['pin', 'added pin']])]]),
          notes: [{ path: 'import-report.md', text: 'Nothing.' }],
        })
      },
    },
  },
  createEnvironment: {
    environment: {
      act: workspace => workspace.commands.createEnvironment('', environment, new Map([['key', 'test key']])),
    },
  },
  rename: {
    request: { act: workspace => workspace.commands.rename('books/List.yml', 'Listed') },
    folder: { act: workspace => workspace.commands.rename('books/Old', 'Older') },
    collection: { act: workspace => workspace.commands.rename('books', 'Library') },
    'collection in a deeper folder': { act: workspace => workspace.commands.rename('deep/notes', 'Memos') },
    environment: { act: workspace => workspace.commands.rename('environments/local.yml', 'Here') },
  },
  duplicate: {
    request: { act: workspace => workspace.commands.duplicate('books/List.yml') },
    folder: { act: workspace => workspace.commands.duplicate('books/Old') },
    collection: { act: workspace => workspace.commands.duplicate('books') },
    'collection in a deeper folder': { act: workspace => workspace.commands.duplicate('deep/notes') },
  },
  move: {
    request: { act: workspace => workspace.commands.move('books/List.yml', 'books/Old', 0) },
    folder: { act: workspace => workspace.commands.move('books/Old', 'users', 0) },
    'within its folder': { act: workspace => workspace.commands.move('books/Add.yml', 'books', 0) },
  },
  undoMove: {
    request: {
      prepare: async workspace =>
        JSON.stringify(unwrap(await workspace.commands.move('books/List.yml', 'books/Old', 0))),
      act: (workspace, record) => workspace.commands.undoMove(JSON.parse(record)),
    },
  },
  remove: {
    request: { act: remove('books/List.yml') },
    folder: { act: remove('books/Old') },
    collection: { act: remove('books') },
    'collection in a deeper folder': { act: remove('deep/notes') },
    environment: { act: remove('environments/local.yml') },
  },
  restore: {
    request: removed('books/List.yml'),
    folder: removed('books/Old'),
    collection: removed('books'),
    'collection in a deeper folder': removed('deep/notes'),
    environment: removed('environments/local.yml'),
  },
  saveItem: {
    'text and secret': {
      act: async workspace => {
        const { entity, version } = unwrap(await workspace.readItem('books/List.yml'))
        const changed = { ...entity, url: 'https://changed.test', auth: bearer('changed token') }
        return workspace.saveItem('books/List.yml', {
          entity: changed as typeof entity,
          baseVersion: version,
        })
      },
    },
    'secret alone': {
      act: async workspace => {
        const { entity, version } = unwrap(await workspace.readItem('books/List.yml'))
        const changed = { ...entity, auth: bearer('changed token') }
        return workspace.saveItem('books/List.yml', {
          entity: changed as typeof entity,
          baseVersion: version,
        })
      },
    },
    'new file': {
      act: workspace => workspace.saveItem('books/x.yml', { entity: newRequest, baseVersion: null }),
    },
  },
  saveFolder: {
    folder: {
      act: async workspace => {
        const { entity, version } = unwrap(await workspace.readFolder('books/Old'))
        const defaults = { ...entity.defaults, auth: bearer('changed token') }
        return workspace.saveFolder('books/Old', {
          entity: { ...entity, name: 'Changed', defaults },
          baseVersion: version,
        })
      },
    },
    'value and permission of a secret variable': {
      act: async workspace => {
        const { entity, version } = unwrap(await workspace.readFolder('books/Old'))
        const variables = [{ ...pin, allowedToScripts: false, description: 'Changed' }]
        return workspace.saveFolder('books/Old', {
          entity: { ...entity, defaults: { ...entity.defaults, variables } },
          baseVersion: version,
          secretVariables: new Map([['pin', 'changed pin']]),
        })
      },
    },
  },
  saveCollection: {
    collection: {
      act: async workspace => {
        const { entity, version } = unwrap(await workspace.readCollection('books'))
        const defaults = { ...entity.defaults, auth: bearer('changed token') }
        return workspace.saveCollection('books', {
          entity: { ...entity, name: 'Changed', defaults },
          baseVersion: version,
        })
      },
    },
    'value of a secret variable': {
      act: async workspace => {
        const { entity, version } = unwrap(await workspace.readCollection('books'))
        return workspace.saveCollection('books', {
          entity: { ...entity, name: 'Changed' },
          baseVersion: version,
          secretVariables: new Map([['pin', 'changed pin']]),
        })
      },
    },
  },
  saveEnvironment: {
    environment: {
      act: async workspace => {
        const { entity, version } = unwrap(await workspace.readEnvironment('environments/local.yml'))
        return workspace.saveEnvironment('environments/local.yml', {
          entity: { ...entity, color: 'red' },
          baseVersion: version,
          secretVariables: new Map([['apiKey', 'changed key']]),
        })
      },
    },
  },
  saveWorkspaceFile: {
    workspace: {
      act: async workspace => {
        const { entity, version } = unwrap(await workspace.readWorkspaceFile())
        return workspace.saveWorkspaceFile({ entity: { ...entity, name: 'Changed' }, baseVersion: version })
      },
    },
  },
  fillSecrets: {
    request: {
      act: workspace => workspace.fillSecrets('books/List.yml', new Map([['auth.token', 'filled token']])),
    },
  },
  writeNote: { note: { act: workspace => workspace.writeNote('books/notes.md', 'Note.') } },
}

/** These methods do not change an open workspace. */
const changesNothing = ['listDeleted', 'refresh', 'recover', 'watch', 'follow', 'check', 'constructor']

let fixture: WorkspaceFixture

/** A copy of the stores and their folders. */
interface Snapshot {
  readonly name: string
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly identityEntries: WorkspaceFixture['identityEntries']
  readonly intents: WorkspaceFixture['intents']
}

const copies = (name: string) => join(`${fixture.parent}-copies`, name)

function keep(name: string): Snapshot {
  rmSync(copies(name), { recursive: true, force: true })
  cpSync(fixture.folder, join(copies(name), 'shop'), { recursive: true })
  cpSync(fixture.trashFolder, join(copies(name), 'trash'), { recursive: true })
  const { secrets, identityEntries, intents } = fixture
  return { name, secrets: new Map(secrets), identityEntries, intents }
}

function restore(snapshot: Snapshot): void {
  for (const [name, folder] of [
    ['shop', fixture.folder],
    ['trash', fixture.trashFolder],
  ] as const) {
    rmSync(folder, { recursive: true, force: true })
    cpSync(join(copies(snapshot.name), name), folder, { recursive: true })
  }
  fixture.secrets.clear()
  for (const [id, values] of snapshot.secrets) fixture.secrets.set(id, values)
  fixture.identityEntries = snapshot.identityEntries
  fixture.intents = snapshot.intents
}

/** Creates the sample, in which each file and folder has its own secret. */
async function makeSample(): Promise<void> {
  const listed = ['users', 'books', 'deep/notes'].map(path => `  - name: ${path}\n    path: ${path}\n`)
  fixture.write(
    'workspace.yml',
    `opencollection: 1.0.0\ninfo:\n  name: Shop\n  type: workspace\ncollections:\n${listed.join('')}`,
  )
  fixture.write('environments/local.yml', 'name: Local\nvariables:\n  - name: apiKey\n    secret: true\n')
  fixture.write('users/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Users\n')
  fixture.write('deep/notes/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Notes\n')
  fixture.write('books/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Books\n')
  const workspace = await fixture.open()
  const books = unwrap(await workspace.readCollection('books'))
  const ofBooks = {
    ...books.entity,
    defaults: { ...books.entity.defaults, auth: bearer('books token'), variables: [pin] },
  }
  unwrap(
    await workspace.saveCollection('books', {
      entity: ofBooks,
      baseVersion: books.version,
      secretVariables: new Map([['pin', 'books pin']]),
    }),
  )
  const request = (name: string) => newHttpRequest({ name, url: `https://${name}.test`, auth: bearer(name) })
  unwrap(await workspace.commands.createItem('books', request('List')))
  unwrap(await workspace.commands.createItem('books', request('Add')))
  unwrap(await workspace.commands.createFolder('books', 'Old'))
  unwrap(await workspace.commands.createItem('books/Old', request('Get')))
  const old = unwrap(await workspace.readFolder('books/Old'))
  const ofOld = {
    ...old.entity,
    defaults: { ...old.entity.defaults, auth: bearer('old token'), variables: [pin] },
  }
  unwrap(
    await workspace.saveFolder('books/Old', {
      entity: ofOld,
      baseVersion: old.version,
      secretVariables: new Map([['pin', 'old pin']]),
    }),
  )
  const local = unwrap(await workspace.readEnvironment('environments/local.yml'))
  const secretVariables = new Map([['apiKey', 'local key']])
  const input = { entity: local.entity, baseVersion: local.version, secretVariables }
  unwrap(await workspace.saveEnvironment('environments/local.yml', input))
  await nodeFiles.makeFolder(fixture.trashFolder)
}

/** Opens the workspace with files and stores that fail together. */
async function openFaulty(files: FaultFiles): Promise<Workspace> {
  const { identityStore, secretStore, trashFolder, folder } = fixture
  const opened = await openWorkspace(
    {
      files,
      trashFolder,
      identities: {
        load: () => files.store('load', () => identityStore.load()),
        write: changes => files.store('write', () => identityStore.write(changes)),
      },
      secrets: {
        read: id => files.store('read secrets', () => secretStore.read(id)),
        write: (id, values) => files.store('write secrets', () => secretStore.write(id, values)),
      },
    },
    folder,
  )
  return unwrap(opened)
}

/** Returns all that a user sees after a start, with `new` in place of IDs that did not exist before. */
async function seen(knownIds: ReadonlySet<string>): Promise<unknown> {
  const workspace = await fixture.open()
  // The time of a save differs between attempts.
  const opened = (result: Result<Pick<Opened<object>, 'secretVariables'>, unknown>) =>
    result.ok
      ? { ...result.value, file: null, secretVariables: [...result.value.secretVariables] }
      : result.failure
  const idOf = (id: string) => (knownIds.has(id) ? id : 'new')
  const itemsOf = async (items: readonly TreeItem[]): Promise<unknown> =>
    Promise.all(
      items.map(async item => [
        { ...item, id: idOf(item.id), items: null },
        opened(
          await (item.kind === 'folder' ? workspace.readFolder(item.path) : workspace.readItem(item.path)),
        ),
        item.kind === 'folder' ? await itemsOf(item.items) : null,
      ]),
    )
  const environmentsOf = (tree: Workspace['tree'] | Workspace['tree']['collections'][number]) =>
    Promise.all(
      tree.environments.map(async one => [
        { ...one, id: idOf(one.id) },
        opened(await workspace.readEnvironment(one.path)),
      ]),
    )
  const collections = workspace.tree.collections.map(async one => [
    { path: one.path, id: idOf(one.id), name: one.name },
    opened(await workspace.readCollection(one.path)),
    await environmentsOf(one),
    await itemsOf(one.items),
  ])
  const deleted = await workspace.commands.listDeleted()
  const stray = fixture.paths().filter(path => !/(?:^|\/)\./.test(path))
  expect(fixture.intents).toEqual([])
  return {
    name: workspace.tree.name,
    environments: await environmentsOf(workspace.tree),
    collections: await Promise.all(collections),
    file: opened(await workspace.readWorkspaceFile()),
    deleted: deleted.map(({ trashId: _, deletedAtMs: __, ...one }) => one),
    paths: stray,
  }
}

/** The names of all cases, such as "rename: folder". */
export const killCaseNames: readonly string[] = Object.entries(cases).flatMap(([command, kinds]) =>
  Object.keys(kinds).map(kind => `${command}: ${kind}`),
)

/** Each command once, with the entry for which it takes most steps: its other entries take a part of them. */
export const longestCaseNames: readonly string[] = [
  'createItem: request',
  'createFolder: folder',
  'addCollection: collection',
  'createEnvironment: environment',
  'rename: request',
  'rename: folder',
  'duplicate: folder',
  'move: request',
  'undoMove: request',
  'remove: collection',
  'restore: collection',
  'saveItem: text and secret',
  'saveItem: new file',
  'saveFolder: folder',
  'saveEnvironment: environment',
  'saveWorkspaceFile: workspace',
  'fillSecrets: request',
  'writeNote: note',
]

/** Tests that the cases name every command that changes a workspace. */
export function testAllCommandsHaveCases(): void {
  test('each command that changes a workspace has its cases', () => {
    const commands = [WorkspaceCommands, Workspace].flatMap(one => Object.getOwnPropertyNames(one.prototype))
    const isCommand = (name: string) => !changesNothing.includes(name) && !/^(read|folder$|tree$)/.test(name)
    expect(commands.filter(isCommand).toSorted()).toEqual(Object.keys(cases).toSorted())
  })
}

/**
 * Tests the cases with these names, stopped as a killed process is: before each operation, or before those
 * that find other files than the operation before them.
 */
export function testKills(names: readonly string[], steps: 'every step' | 'changing steps'): void {
  useSample()

  test.each(names)(
    '%s, killed at any step, is done or not done (attacks SE10)',
    { timeout: 600_000 },
    async name => {
      await expectDoneOrNotDone(name, steps, [async () => {}])
    },
  )
}

/** Gives each test the sample. */
function useSample(): void {
  let sample: Snapshot

  beforeAll(async () => {
    fixture = new WorkspaceFixture()
    await makeSample()
    sample = keep('sample')
  })

  beforeEach(() => restore(sample))

  afterAll(() => {
    rmSync(copies('.'), { recursive: true, force: true })
    fixture.remove()
  })
}

/** Tests the cases with these names, each with a power failure before every operation, `rounds` times with other blocks lost. */
export function testPowerCuts(names: readonly string[], rounds: number): void {
  useSample()

  test.each(names)('%s, with a power failure at any step, is done or not done (ST4)', async name => {
    const random = randomFrom(inject('seed'))
    const cuts = (['any', 'last'] as const).map(kept => async (files: FaultFiles) => {
      await files.cutPower(random, kept)
      ageLocks()
    })
    for (let round = 0; round < rounds; round += 1) await expectDoneOrNotDone(name, 'every step', cuts)
  })
}

/** Makes locks as old as they are when a machine has started again: their owners may be lost. */
function ageLocks(): void {
  const aMinuteAgo = new Date(Date.now() - 60_000)
  for (const path of globSync('**/.parley-*.lock', { cwd: fixture.folder }))
    utimesSync(join(fixture.folder, path), aMinuteAgo, aMinuteAgo)
}

/** Stops before each step, and then does each of `afterwards` to the files. */
async function expectDoneOrNotDone(
  name: string,
  steps: 'every step' | 'changing steps',
  afterwards: readonly ((files: FaultFiles) => Promise<void>)[],
): Promise<void> {
  const [command = '', kind = ''] = name.split(': ')
  const one = cases[command]?.[kind]
  if (one === undefined) throw new Error(`There is no case ${name}.`)
  const prepared = (await one.prepare?.(await fixture.open())) ?? ''
  // Runs the recovery of a start before the first step.
  await fixture.open()
  const start = keep('start')
  const knownIds = new Set(start.identityEntries.map(entry => entry.id))
  const deletedIds = (await (await fixture.open()).commands.listDeleted()).flatMap(
    deleted => deleted.identities,
  )
  for (const { id } of deletedIds) knownIds.add(id)
  const before = await seen(knownIds)
  const counting = new FaultFiles(nodeFiles)
  const workspace = await openFaulty(counting)
  const first = counting.log.length
  expect(await one.act(workspace, prepared)).not.toHaveProperty('failure')
  const end = counting.log.length
  const after = await seen(knownIds)
  expect(JSON.stringify(after)).not.toMatch(/"missingSecrets":\["/)
  const outcomes = new Set<string>()
  const all = Array.from({ length: end - first + 1 }, (_, index) => first + index)
  const chosen = steps === 'every step' ? all : changingSteps(counting.log, first)
  for (const [step, happen] of chosen.flatMap(step => afterwards.map(one => [step, one] as const))) {
    restore(start)
    const files = new FaultFiles(nodeFiles)
    const killed = await openFaulty(files)
    await files.followPower(fixture.parent)
    files.stopAt(files.log.length + step - first)
    await one.act(killed, prepared).catch(() => {})
    await happen(files)
    const now = await seen(knownIds)
    const at = `${name} step ${step - first}: ${JSON.stringify(counting.log[step])}`
    outcomes.add(JSON.stringify(now) === JSON.stringify(before) ? 'before' : 'after')
    if (JSON.stringify(now) !== JSON.stringify(before)) expect([at, now]).toEqual([at, after])
  }
  expect([...outcomes].toSorted()).toEqual(['after', 'before'])
}
