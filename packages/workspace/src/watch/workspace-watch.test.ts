import { mkdirSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { newHttpRequest } from '@parley/model'
import { FaultFiles, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WorkspaceChanges } from '../tree/known-workspace.ts'
import type { Workspace } from '../workspace.ts'
import { outline, requestText, unwrap, WorkspaceFixture } from '../workspace-fixture.testkit.ts'
import { testManyChanges } from './many-changes.testkit.ts'
import type { WorkspaceWatch } from './workspace-watch.ts'

let fixture: WorkspaceFixture
let batches: WorkspaceChanges[]
let watch: WorkspaceWatch | null

beforeEach(() => {
  fixture = new WorkspaceFixture()
  fixture.writeSample()
  batches = []
  watch = null
})

afterEach(() => {
  watch?.close()
  fixture.remove()
})

async function openWatched(files = nodeFiles): Promise<Workspace> {
  const workspace = await fixture.open(files)
  watch = workspace.watch(changes => batches.push(changes))
  return workspace
}

const until = (condition: () => boolean, what: string) => waitFor(condition, what, { timeoutMs: 30_000 })

const at = (path: string) => join(fixture.folder, path)

describe('a change outside', () => {
  test('of any kind is reported', async () => {
    const workspace = await openWatched()
    const shows = (line: string) => () => outline(workspace.tree).some(one => one.trim() === line)
    const hides = (line: string) => () => !shows(line)()
    fixture.write('books/list.yml', requestText('Changed', 1))
    await until(shows('GET Changed'), 'an edit')
    fixture.write('books/old/deep/new/new.yml', requestText('Deep', 1))
    await until(shows('GET Deep'), 'a file in new folders')
    fixture.write('books/old/deep/new/more.yml', requestText('More', 2))
    await until(shows('GET More'), 'a file in a folder that was new')
    unlinkSync(at('books/list.yml'))
    await until(hides('GET Changed'), 'a deletion')
    rmSync(at('books/old'), { recursive: true })
    await until(hides('GET Deep'), 'a deleted folder')
    fixture.write('users/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Users\n')
    await until(shows('Users'), 'a new collection')
  })

  test('that damages a file after its head marks the file, at the start and later', async () => {
    const unclosed = requestText('Get', 1).replace('url: https://shop.test/Get', 'url: "https://shop.test')
    expect(unclosed).toContain('url: "https')
    fixture.write('books/old/get.yml', unclosed)
    const workspace = await openWatched()
    const marked = (line: string) => () => outline(workspace.tree).some(one => one.trim() === line)
    await until(marked('GET Get !NOT_YAML'), 'the damage at the start')
    fixture.write('books/list.yml', unclosed.replace('Get', 'List'))
    await until(marked('GET List !NOT_YAML'), 'the damage of a file that was changed')
    fixture.write('books/list.yml', requestText('List', 1))
    await until(marked('GET List'), 'the mended file')
    expect(batches.flatMap(batch => batch.changed)).toContain('books/old/get.yml')
  })

  test('by moving a file keeps the ID', async () => {
    const workspace = await openWatched()
    const idOf = (name: string) =>
      JSON.stringify(workspace.tree).match(new RegExp(`"id":"([^"]+)","name":"${name}"`))?.[1]
    const [list, old] = [idOf('List'), idOf('Old')]
    renameSync(at('books/list.yml'), at('books/old/list.yml'))
    await until(() => batches.length === 1, 'the move of a file')
    expect(batches[0]?.moved).toEqual([{ from: 'books/list.yml', to: 'books/old/list.yml' }])
    expect(idOf('List')).toBe(list)
    renameSync(at('books/old'), at('books/older'))
    await until(() => batches.length === 2, 'the move of a folder')
    expect([idOf('List'), idOf('Old')]).toEqual([list, old])
  })

  testManyChanges(200)
})

test('Parley’s own writes are not reported', async () => {
  const workspace = await openWatched()
  const folder = unwrap(await workspace.commands.createFolder('books', 'New'))
  for (let index = 0; index < 20; index += 1)
    await workspace.commands.createItem(folder, newHttpRequest({ name: `R${index}` }))
  await workspace.commands.rename(`${folder}/R1.yml`, 'Other')
  await workspace.commands.remove(`${folder}/R2.yml`)
  // This foreign change comes after all own writes, so every report has arrived by then.
  fixture.write('books/New/theirs.yml', requestText('Theirs', 1))
  await until(() => batches.length > 0, 'the change of somebody else')
  expect(batches).toEqual([{ added: ['books/New/theirs.yml'], changed: [], removed: [], moved: [] }])
})

test('a foreign change during a save is still reported', async () => {
  const workspace = await openWatched()
  for (let round = 0; round < 10; round += 1) {
    const { entity, version } = unwrap(await workspace.readItem('books/list.yml'))
    const docs = `round ${round}`
    const saving = workspace.saveItem('books/list.yml', {
      entity: { ...entity, docs } as typeof entity,
      baseVersion: version,
    })
    fixture.write('books/add.yml', requestText(`Add ${round}`, 2))
    unwrap(await saving)
    await until(
      () => batches.filter(batch => batch.changed.includes('books/add.yml')).length > round,
      'the foreign change',
    )
  }
  expect(batches.flatMap(batch => batch.changed)).not.toContain('books/list.yml')
})

test('a deleted workspace is looked for each second, reports nothing, and works again once it is restored (ST9)', async () => {
  const looksMs: number[] = []
  const list = (path: string) => {
    looksMs.push(performance.now())
    return nodeFiles.list(path)
  }
  const workspace = await openWatched({ ...nodeFiles, list })
  renameSync(fixture.folder, `${fixture.folder}-away`)
  await until(() => workspace.tree.collections.length === 0, 'the tree to be empty')
  const reportedCount = batches.length
  const earlier = looksMs.length
  await until(() => looksMs.length >= earlier + 3, 'three looks')
  const [, second = 0, third = 0] = looksMs.slice(earlier)
  expect(third - second).toBeGreaterThan(900)
  expect(batches.length).toBe(reportedCount)
  renameSync(`${fixture.folder}-away`, fixture.folder)
  await until(() => workspace.tree.collections.length === 1, 'the tree to be back')
  fixture.write('books/list.yml', requestText('Changed', 1))
  await until(() => outline(workspace.tree).includes('  GET Changed'), 'a change after that')
})

test.each(['ENOSPC', 'EMFILE'])(
  'if watches run out (%s) changes are found by scanning (attacks ST10)',
  async code => {
    const files = new FaultFiles(nodeFiles)
    const workspace = await openWatched(files)
    expect(watch?.isPolling).toBe(false)
    files.failWatches(code)
    mkdirSync(at('books/more'))
    fixture.write('books/more/new.yml', requestText('New', 1))
    await until(() => watch?.isPolling === true, 'polling')
    fixture.write('books/more/new.yml', requestText('Newer', 1))
    await until(() => outline(workspace.tree).includes('    GET Newer'), 'a change found by looking')
  },
)
