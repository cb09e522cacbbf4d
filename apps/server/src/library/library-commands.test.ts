import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noScripts } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import type { Created, LibraryContainer, LibraryNode, Moved } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId, startTestServer } from '../start-test-server.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'

const running = useSharedServerWithSamples()
let window: WatchedWindow
let collectionId: string
beforeEach(async () => {
  window = running.window
  collectionId = await sampleId(running.client)
})

const fileOf = (...path: readonly string[]) => join(running.workspaceFolder, ...path)

async function nodes(): Promise<readonly LibraryNode[]> {
  const { collections } = await running.client.library.readTree()
  const below = (container: LibraryContainer): readonly LibraryNode[] =>
    container.children.flatMap(one => (one.kind === 'request' ? [one] : [one, ...below(one)]))
  return collections.flatMap(one => [one, ...below(one)])
}

async function idOf(name: string): Promise<string> {
  const found = (await nodes()).find(one => one.name === name)
  if (found === undefined) throw new Error(`No ${name}`)
  return found.id
}

async function namesIn(id: string): Promise<readonly string[]> {
  const found = (await nodes()).find(one => one.id === id)
  return found === undefined || found.kind === 'request' ? [] : found.children.map(one => one.name)
}

function moveIdOf(moved: Moved): string {
  if (moved.state === 'failed') throw new Error(moved.sentence)
  return moved.moveId
}

function created(made: Created): string {
  if (made.state === 'failed') throw new Error(made.sentence)
  return made.id
}

test('a rename keeps the id, changes the file’s name, and notifies other windows', async () => {
  const id = await idOf('Get a book')
  expect(await running.client.library.rename({ id, name: 'One book' })).toEqual({ state: 'done' })
  expect(await idOf('One book')).toBe(id)
  expect(existsSync(fileOf('Bookshop API', 'Books', 'One book.yml'))).toBe(true)
  expect(existsSync(fileOf('Bookshop API', 'Books', 'Get a book.yml'))).toBe(false)
  const { revision } = await running.client.library.readTree()
  await waitFor(
    () => window.events.some(event => event.type === 'library' && event.revision === revision),
    'news of the name',
  )
})

test('names that are taken or contain paths become safe file names', async () => {
  const id = await idOf('Get a book')
  for (const name of ['List books', '../../outside', 'CON', '__proto__'])
    expect(await running.client.library.rename({ id, name })).toEqual({ state: 'done' })
  expect(await idOf('__proto__')).toBe(id)
  expect(existsSync(fileOf('Bookshop API', 'Books', 'List books.yml'))).toBe(true)
  await expect(running.client.library.rename({ id, name: ' \n ' })).rejects.toThrow()
})

test('a damaged file is not renamed, and the failure says why', async () => {
  const id = await idOf('Echo')
  writeFileSync(fileOf('Bookshop API', 'Echo.yml'), '<<<<<<< HEAD\ninfo:\n')
  expect(await running.client.library.rename({ id, name: 'Other' })).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('not valid YAML'),
  })
  expect(readFileSync(fileOf('Bookshop API', 'Echo.yml'), 'utf8')).toContain('<<<<<<< HEAD')
})

test('a copy follows its original and has its own ID', async () => {
  const id = await idOf('Get a book')
  const copyId = created(await running.client.library.duplicate({ id }))
  expect(copyId).not.toBe(id)
  const names = await namesIn(await idOf('Books'))
  expect(names.indexOf('Get a book copy')).toBe(names.indexOf('Get a book') + 1)
  created(await running.client.library.duplicate({ id: collectionId }))
  expect(await namesIn(await idOf('Bookshop API copy'))).toEqual(await namesIn(collectionId))
})

test('a move keeps the ID and can be undone, also after a rename', async () => {
  const [id, books] = [await idOf('Get a book'), await idOf('Books')]
  const before = await namesIn(books)
  const moveId = moveIdOf(await running.client.library.move({ id, parentId: collectionId, index: 0 }))
  expect(await namesIn(books)).not.toContain('Get a book')
  const requests = (await nodes()).find(one => one.id === collectionId)
  const first = requests?.kind === 'request' ? [] : requests?.children.filter(one => one.kind === 'request')
  expect(first?.[0]?.id).toBe(id)
  await running.client.library.rename({ id, name: 'Moved' })
  await running.client.library.rename({ id: books, name: 'Titles' })
  expect(await running.client.library.undoMove({ moveId })).toEqual({ state: 'done' })
  expect(await namesIn(books)).toEqual(before.map(name => (name === 'Get a book' ? 'Moved' : name)))
  expect(existsSync(fileOf('Bookshop API', 'Titles', 'Moved.yml'))).toBe(true)
  expect(await running.client.library.undoMove({ moveId })).toMatchObject({ state: 'failed' })
})

test('the order of siblings is kept, and a folder cannot be moved into its own folders', async () => {
  const [id, books] = [await idOf('Get a book'), await idOf('Books')]
  moveIdOf(await running.client.library.move({ id, parentId: books, index: 0 }))
  expect((await namesIn(books))[0]).toBe('Get a book')
  const inner = created(await running.client.library.createFolder({ parentId: books, name: 'Inner' }))
  expect(await running.client.library.move({ id: books, parentId: inner, index: 0 })).toMatchObject({
    state: 'failed',
    sentence: 'A folder cannot be moved into itself.',
  })
})

test('deleted entries are listed in Recently deleted and are restored with their IDs', async () => {
  const [books, id] = [await idOf('Books'), await idOf('Get a book')]
  expect(await running.client.library.remove({ id: books })).toEqual({
    state: 'removed',
    trashId: expect.any(String),
  })
  expect(await namesIn(collectionId)).not.toContain('Books')
  const [deleted] = await running.client.library.listDeleted()
  expect(deleted).toMatchObject({ kind: 'folder', name: 'Books', path: ['Bookshop API'] })
  const restored = await running.client.library.restore({ trashId: deleted?.trashId ?? '' })
  expect(restored).toEqual({ state: 'done' })
  expect(await idOf('Books')).toBe(books)
  expect(await idOf('Get a book')).toBe(id)
  expect(await running.client.library.listDeleted()).toEqual([])
})

test('a collection that is the workspace itself is neither copied nor deleted', async () => {
  const other = await startTestServer({ workspaceFolder: fileOf('Bookshop API') })
  const id = await sampleId(other.client)
  for (const command of [other.client.library.remove, other.client.library.duplicate])
    expect(await command({ id })).toMatchObject({
      state: 'failed',
      sentence: 'This collection is the folder of the workspace itself.',
    })
  await other.close()
})

test('a collection page is saved over its base version, and asks if the file has changed', async () => {
  const { content, version } = await running.client.library.readContainer({ id: collectionId })
  const scripts = { ...noScripts, preRequest: 'tool.variables.set("a", "1")' }
  const protobuf = { protoFilePaths: ['a.proto'], importPaths: [{ path: 'protos', enabled: false }] }
  const mine = { ...content, docs: '# Books', defaults: { ...content.defaults, scripts }, protobuf }
  const saved = await running.client.library.saveContainer({
    id: collectionId,
    content: mine,
    baseVersion: version,
  })
  expect(saved).toMatchObject({ state: 'saved' })
  expect(await running.client.library.readContainer({ id: collectionId })).toMatchObject({ content: mine })
  const stale = { ...mine, docs: 'stale' }
  expect(
    await running.client.library.saveContainer({ id: collectionId, content: stale, baseVersion: version }),
  ).toMatchObject({ state: 'changed', theirs: { content: mine } })
  expect(await running.client.library.readContainer({ id: collectionId })).toMatchObject({ content: mine })
})

test('a folder page creates its missing file, and renames the folder', async () => {
  const books = await idOf('Books')
  const { content, version } = await running.client.library.readContainer({ id: books })
  const renamed = { ...content, name: 'Titles', docs: 'All of them' }
  const saved = await running.client.library.saveContainer({
    id: books,
    content: renamed,
    baseVersion: version,
  })
  if (saved.state !== 'saved') throw new Error('Not saved')
  expect(existsSync(fileOf('Bookshop API', 'Titles', 'folder.yml'))).toBe(true)
  expect(await running.client.library.readContainer({ id: books })).toEqual({
    content: renamed,
    version: saved.version,
    file: expect.objectContaining({ path: 'Titles/folder.yml', savedBy: 'parley' }),
  })
  const { error } = await running.client.library.readContainer({ id: await idOf('Get a book') }).then(
    () => ({ error: null }),
    error => ({ error }),
  )
  expect(error).toMatchObject({ code: 'NOT_FOUND' })
})
