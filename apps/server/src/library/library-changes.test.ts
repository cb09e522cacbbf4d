import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type LibraryNode, type LibraryTree, withLibraryChanges } from '../contract/index.ts'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'

let running: TestServer
/** The tree of a window that read it once and has applied changes since. */
let followed: LibraryTree

beforeEach(async () => {
  running = await startTestServer()
  followed = await running.client.library.readTree()
})
afterEach(() => running.close())

function nodesOf(nodes: readonly LibraryNode[]): readonly LibraryNode[] {
  return nodes.flatMap(node => (node.kind === 'request' ? [node] : [node, ...nodesOf(node.children)]))
}

function idOf(name: string): string {
  const found = nodesOf(followed.collections).find(node => node.name === name)
  if (found === undefined) throw new Error(`No ${name}`)
  return found.id
}

async function takeChanges(): Promise<number> {
  const changes = await running.client.library.readTreeChanges({ since: followed.revision })
  if (changes === null) throw new Error('They are not known')
  followed = withLibraryChanges(followed, changes)
  return JSON.stringify(changes).length
}

const fileOf = (...names: string[]) => join(running.appDataFolder, 'workspaces', 'bookshop', ...names)

test('applying changes gives the same tree as reading the whole tree', async () => {
  const { library } = running.client
  const edits: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['rename of a request', () => library.rename({ id: idOf('Get a book'), name: 'Zzz' })],
    ['rename of a folder', () => library.rename({ id: idOf('Books'), name: 'Reading' })],
    ['rename of a collection', () => library.rename({ id: idOf('Bookshop API'), name: 'Shop' })],
    ['new collection', () => library.createCollection({ name: 'Another' })],
    ['new folder', () => library.createFolder({ parentId: idOf('Another'), name: 'Inner' })],
    [
      'new request',
      () =>
        library.createRequest({
          parentId: idOf('Inner'),
          request: newHttpRequest({ name: 'New', url: 'http://a.test' }),
        }),
    ],
    ['move of a request', () => library.move({ id: idOf('Zzz'), parentId: idOf('Inner'), index: 0 })],
    ['order', () => library.move({ id: idOf('New'), parentId: idOf('Inner'), index: 0 })],
    ['move of a folder', () => library.move({ id: idOf('Inner'), parentId: idOf('Shop'), index: 0 })],
    ['copy of a folder', () => library.duplicate({ id: idOf('Reading') })],
    ['delete of a folder', () => library.remove({ id: idOf('Inner') })],
    [
      'restore',
      async () => {
        const [latest] = await library.listDeleted()
        await library.restore({ trashId: latest?.trashId ?? '' })
      },
    ],
    ['delete of a collection', () => library.remove({ id: idOf('Another') })],
    [
      'change of a method',
      async () => {
        const id = idOf('Echo')
        const { request, version } = await library.readRequest({ id })
        await library.saveRequest({ id, request: { ...request, method: 'PUT' }, baseVersion: version })
      },
    ],
  ]
  for (const [name, edit] of edits) {
    const { revision } = followed
    await edit()
    await takeChanges()
    expect(followed.revision, name).not.toBe(revision)
    expect(followed, name).toEqual(await library.readTree())
    for (const node of nodesOf(followed.collections))
      if (node.kind === 'request' && node.problem === null)
        expect(await library.readRequestIfThere({ id: node.id }), `${name}: ${node.name}`).not.toBeNull()
  }
})

test('changes by other programs give the same tree, too', async () => {
  mkdirSync(fileOf('Bookshop API', 'Deep', 'Deeper'), { recursive: true })
  writeFileSync(fileOf('Bookshop API', 'Deep', 'Deeper', 'a.yml'), 'info:\n  name: a\n  type: http\n')
  renameSync(fileOf('Bookshop API', 'Books'), fileOf('Bookshop API', 'Moved'))
  writeFileSync(fileOf('Bookshop API', 'Echo.yml'), '<<<<<<< HEAD\n')
  await waitFor(async () => {
    await takeChanges()
    const nodes = nodesOf(followed.collections)
    const isDamaged = nodes.some(node => node.kind === 'request' && node.problem !== null)
    return isDamaged && nodes.some(({ name }) => name === 'Deeper')
  }, 'the changes')
  expect(followed).toEqual(await running.client.library.readTree())
})

test('a change takes about as many bytes in a large workspace as in a small one', async () => {
  const { library } = running.client
  await library.rename({ id: idOf('Get a book'), name: 'One' })
  const inSmall = await takeChanges()
  for (let folder = 0; folder < 20; folder += 1) {
    mkdirSync(fileOf('Bookshop API', `F${folder}`))
    for (let request = 0; request < 50; request += 1)
      writeFileSync(
        fileOf('Bookshop API', `F${folder}`, `${request}.yml`),
        `info:\n  name: ${folder}-${request}\n  type: http\n`,
      )
  }
  await waitFor(async () => {
    await takeChanges()
    return nodesOf(followed.collections).length > 1000
  }, 'a thousand requests')
  await library.rename({ id: idOf('One'), name: 'Two' })
  expect(await takeChanges()).toBeLessThan(inSmall * 1.5)
})

test('a request that is saved with the same name leaves the tree as it was', async () => {
  const id = idOf('Echo')
  const { request, version } = await running.client.library.readRequest({ id })
  await running.client.library.saveRequest({
    id,
    request: { ...request, url: 'http://other.test' },
    baseVersion: version,
  })
  expect((await running.client.library.readTree()).revision).toBe(followed.revision)
})

test('the tree of a previous start is unknown, so that the window reads all of it', async () => {
  expect(await running.client.library.readTreeChanges({ since: 'another' })).toBeNull()
})
