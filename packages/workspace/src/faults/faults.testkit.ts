import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { becauseOf, describeFileError, nodeFiles } from '@parley/files'
import { newHttpRequest } from '@parley/model'
import { FaultFiles, StoppedError } from '@parley/testkit'
import { randomFrom } from '@parley/testkit/random'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { emptyCollection } from '../commands/entry-edits.ts'
import type { Workspace } from '../workspace.ts'
import { requestText, unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { stepsOfEachKind } from './changing-steps.testkit.ts'

/**
 * The action of each command on the sample, and the names of requests that must exist somewhere afterwards.
 */
const commands: Readonly<Record<string, (workspace: Workspace) => Promise<unknown>>> = {
  save: async workspace => {
    const read = await workspace.readItem('books/list.yml')
    if (!read.ok) return read
    const { entity, version } = read.value
    return workspace.saveItem('books/list.yml', {
      entity: { ...entity, url: 'https://new.test' } as typeof entity,
      baseVersion: version,
    })
  },
  'create a request': workspace => workspace.commands.createItem('books', newHttpRequest({ name: 'New' })),
  'create a folder': workspace => workspace.commands.createFolder('books', 'New'),
  'add a collection': workspace =>
    workspace.commands.addCollection({
      collection: { ...emptyCollection, name: 'Added', items: [newHttpRequest({ name: 'New' })] },
      secretVariables: [],
      notes: [{ path: 'import-report.md', text: 'Nothing.' }],
    }),
  'rename a request': workspace => workspace.commands.rename('books/list.yml', 'Listed'),
  'rename a folder': workspace => workspace.commands.rename('books/old', 'Older'),
  'duplicate a folder': workspace => workspace.commands.duplicate('books/old'),
  'move a request': workspace => workspace.commands.move('books/add.yml', 'books/old', 0),
  'move a folder': workspace => workspace.commands.move('books/old', 'users', 0),
  'delete a request': workspace => workspace.commands.remove('books/list.yml'),
  'delete a folder': workspace => workspace.commands.remove('books/old'),
}

let fixture: WorkspaceFixture

function createSample(): void {
  rmSync(fixture.folder, { recursive: true, force: true })
  rmSync(fixture.trashFolder, { recursive: true, force: true })
  mkdirSync(fixture.folder)
  fixture.identityEntries = []
  fixture.intents = []
  fixture.writeSample()
  fixture.write('users/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Users\n')
}

/** Which operations of a command fail or stop, one at a time. */
type Steps = 'every step' | 'steps of each kind'

type Command = (workspace: Workspace) => Promise<unknown>

function commandOf(name: string): Command {
  const command = commands[name]
  if (command === undefined) throw new Error(`There is no command ${name}.`)
  return command
}

/** Returns the indexes of the operations of a command, without those of opening. */
async function stepsOf(command: Command, steps: Steps = 'every step'): Promise<readonly number[]> {
  createSample()
  const files = new FaultFiles(nodeFiles)
  const workspace = await fixture.open(files)
  const first = files.log.length
  await command(workspace)
  if (steps === 'steps of each kind') return stepsOfEachKind(files.log, first)
  return Array.from({ length: files.log.length - first }, (_, index) => first + index)
}

/**
 * Expects every request of the sample to be complete in the workspace or in the trash, and no file to be
 * incomplete.
 */
async function expectNothingLost(): Promise<void> {
  const texts = [fixture.folder, fixture.trashFolder].flatMap(folder =>
    pathsIn(folder)
      .filter(path => !/\.tmp(?:\/|$)/.test(path) && !path.endsWith('.json'))
      .map(path => readFileSync(join(folder, path), 'utf8')),
  )
  for (const name of ['List|Listed', 'Add', 'Get'])
    expect(texts.some(text => new RegExp(`name: (${name})\\n[^]*https://(shop|new)\\.test`).test(text))).toBe(
      true,
    )
  const workspace = await fixture.open()
  await workspace.check()
  expect(JSON.stringify(workspace.tree)).not.toMatch(/"code":/)
}

function pathsIn(folder: string): readonly string[] {
  try {
    return fixture.paths(folder)
  } catch {
    return []
  }
}

/** Gives each test of a file a workspace of its own. A file calls it once. */
export function useFixture(): void {
  beforeEach(() => {
    fixture = new WorkspaceFixture()
  })

  afterEach(() => fixture.remove())
}

/** The names of the commands that change a workspace. */
export const commandNames: readonly string[] = Object.keys(commands)

/** Tests pairs of a command and the error with which each of its steps fails, one at a time. */
export function testErrors(pairs: readonly (readonly [command: string, code: string])[], steps: Steps): void {
  test.each(pairs)(
    '%s loses nothing if any operation fails with %s (attacks ST2)',
    { timeout: 600_000 },
    async (name, code) => {
      const command = commandOf(name)
      for (const index of await stepsOf(command, steps)) {
        createSample()
        const files = new FaultFiles(nodeFiles)
        const workspace = await fixture.open(files)
        files.failAt(index, code)
        const result = await command(workspace)
        expect(result).toHaveProperty('ok')
        await expectNothingLost()
        // The command succeeds the next time, or already did.
        expect(await workspace.refresh()).toBeDefined()
      }
    },
  )
}

/** Tests each of these commands, stopped before each operation as a killed process is. */
export function testStops(names: readonly string[]): void {
  test.each(names)(
    '%s loses nothing if the process is killed at any operation (attacks ST15)',
    { timeout: 600_000 },
    async name => {
      const command = commandOf(name)
      for (const index of await stepsOf(command)) {
        createSample()
        const files = new FaultFiles(nodeFiles)
        const workspace = await fixture.open(files)
        files.stopAt(index)
        await command(workspace).catch(error => expect(error).toBeInstanceOf(StoppedError))
        await expectNothingLost()
      }
    },
  )
}

/** Codes for a taken path: a command that creates a file or folder then tries the next name. */
const takenCodes: readonly string[] = ['EEXIST', 'ENOTEMPTY']

/** The kinds of operations that change a disk or check it first. */
const refused = ['open', 'write', 'rename', 'makeFolder', 'list'] as const

/** Tests pairs of a command and the reason for which the system refuses each kind of its operations. */
export function testRefusals(pairs: readonly (readonly [command: string, code: string])[]): void {
  test.each(pairs)('%s, refused by the system, says why and what to do about %s', async (name, code) => {
    const command = commandOf(name)
    const failures: string[] = []
    for (const operation of refused) {
      createSample()
      const files = new FaultFiles(nodeFiles)
      const workspace = await fixture.open(files)
      files.failNext(operation, code, 1000)
      const result = await command(workspace)
      if (!isFailed(result)) continue
      const { sentence, nextStep } = result.failure
      if (!sentence.includes(code)) continue
      failures.push(operation)
      expect(sentence).toContain(becauseOf(code))
      expect(nextStep).toBe(describeFileError(code)?.nextStep)
    }
    if (!takenCodes.includes(code)) expect(failures).not.toEqual([])
  })
}

function isFailed(result: unknown): result is {
  readonly ok: false
  readonly failure: { readonly sentence: string; readonly nextStep: string }
} {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}

/** Tests that a request is created or not, whichever operation fails with these errors. */
export function testCreation(codes: readonly string[]): void {
  test.each(codes)(
    'a request is created or is not, for any operation that fails with %s',
    { timeout: 60_000 },
    async code => {
      const make = (workspace: Workspace) =>
        workspace.commands.createItem('books', newHttpRequest({ name: 'New' }))
      let createdTimes = 0
      for (const index of await stepsOf(make)) {
        createSample()
        const files = new FaultFiles(nodeFiles)
        const workspace = await fixture.open(files)
        files.failAt(index, code)
        const made = await make(workspace)
        expect([index, fixture.paths().includes('books/New.yml')]).toEqual([index, made.ok])
        if (!made.ok) continue
        createdTimes += 1
        await workspace.refresh()
        const read = unwrap(await workspace.readItem(made.value.path))
        expect(read.version).toBe(made.value.version)
        expect(JSON.stringify(workspace.tree)).toContain(made.value.id)
      }
      expect(createdTimes).toBeGreaterThan(0)
    },
  )
}

/** Tests a save with a power failure at each of its operations, each time with other blocks that are kept. */
export function testPowerFailures(rounds: number): void {
  test('a power failure at any moment of a save leaves the complete old or new file (attacks ST4)', {
    timeout: 60_000,
  }, async () => {
    const command = commandOf('save')
    const steps = await stepsOf(command)
    const random = randomFrom(inject('seed'))
    for (let round = 0; round < rounds; round += 1)
      for (const index of [...steps, (steps.at(-1) ?? 0) + 1]) {
        createSample()
        const files = new FaultFiles(nodeFiles)
        const workspace = await fixture.open(files)
        await files.followPower(fixture.folder)
        files.stopAt(index)
        await command(workspace).catch(() => {})
        await files.cutPower(random)
        const text = fixture.read('books/list.yml')
        const old = requestText('List', 1)
        expect([old, old.replace('https://shop.test/List', 'https://new.test')]).toContain(text)
      }
  })
}

/** Tests deletions into a trash on another disk, stopped at each operation. */
export function testTrashOnAnotherDisk(): void {
  test('moving to a trash on another disk copies, and loses nothing if killed midway (attacks ST15)', {
    timeout: 60_000,
  }, async () => {
    createSample()
    const crossing = (files: FaultFiles) => {
      files.failNext('rename', 'EXDEV', 1, 'books/old')
      files.failNext('rename', 'EXDEV', 1, 'content')
      return files
    }
    const counted = crossing(new FaultFiles(nodeFiles))
    const workspace = await fixture.open(counted)
    const first = counted.log.length
    const { trashId } = unwrap(await workspace.commands.remove('books/old'))
    const end = counted.log.length
    expect(fixture.paths().some(path => path.startsWith('books/old'))).toBe(false)
    unwrap(await workspace.commands.restore(trashId))
    expect(fixture.read('books/old/get.yml')).toBe(requestText('Get', 1))
    for (let index = first; index < end; index += 1) {
      createSample()
      const files = crossing(new FaultFiles(nodeFiles))
      const opened = await fixture.open(files)
      files.stopAt(index)
      await opened.commands.remove('books/old').catch(() => {})
      await expectNothingLost()
    }
  })

  test.each<
    readonly [what: string, path: string, refused: 'removeFile' | 'removeFolder', at: string, listed: number]
  >([
    ['a request', 'books/list.yml', 'removeFile', 'list.yml', 0],
    ['a folder of which nothing was removed', 'books/old', 'removeFile', '', 0],
    ['a folder of which a part was removed', 'books/old', 'removeFolder', 'books/old', 1],
  ])(
    'what could not be removed for a trash on another disk is listed as deleted only if a part is gone: %s',
    async (_, path, refused, at, listed) => {
      createSample()
      const files = new FaultFiles(nodeFiles)
      const workspace = await fixture.open(files)
      files.failNext('rename', 'EXDEV', 1, path)
      files.failNext('rename', 'EXDEV', 1, 'content')
      files.failNext(refused, 'EROFS', 1, at)
      expect(await workspace.commands.remove(path)).toMatchObject({ failure: { code: 'NOT_DELETED' } })
      const again = await fixture.open()
      expect(await again.commands.listDeleted()).toHaveLength(listed)
      await expectNothingLost()
    },
  )
}

/** Tests what needs a single run. */
export function testRetriesAndSnapshots(): void {
  test('Windows’ temporary refusals are retried', async () => {
    createSample()
    const files = new FaultFiles(nodeFiles)
    const workspace = await fixture.open(files)
    files.failNext('rename', 'EPERM', 2)
    unwrap(await workspace.commands.rename('books/old', 'Older'))
    files.failNext('rename', 'EBUSY', 2)
    unwrap(await workspace.commands.remove('books/Older'))
  })

  test('a snapshot contains the files unchanged', async () => {
    createSample()
    const { takeSnapshot } = await import('../trash/snapshot.ts')
    const into = join(fixture.parent, 'snapshots')
    const folder = await takeSnapshot(nodeFiles, fixture.folder, ['workspace.yml', 'books'], into, 0)
    expect(folder).toBe(join(into, '1970-01-01T00-00-00.000Z'))
    const before = new Map(fixture.paths(folder).map(path => [path, fixture.read(path)]))
    expect([...before.keys()]).toEqual(fixture.paths().filter(path => /^(books|workspace)/.test(path)))
    writeFileSync(join(fixture.folder, 'books/list.yml'), 'gone')
    expect(readFileSync(join(folder, 'books/list.yml'), 'utf8')).toBe(before.get('books/list.yml'))
  })
}
