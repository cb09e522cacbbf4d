import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import { type LibraryNode, type LibraryTree, withLibraryChanges } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'

/** Follows the tree of the sample as a window does: it reads it once and applies changes from then on. */
export function useFollowedTree() {
  const running = useSharedServerWithSamples()
  let followed: LibraryTree

  beforeEach(async () => {
    followed = await running.client.library.readTree()
  })

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

  const fileOf = (...names: string[]) => join(running.workspaceFolder, ...names)
  return {
    running,
    idOf,
    takeChanges,
    fileOf,
    get followed() {
      return followed
    },
  }
}

type FollowedTree = ReturnType<typeof useFollowedTree>

/** Returns the nodes and all that is in them. */
export function nodesOf(nodes: readonly LibraryNode[]): readonly LibraryNode[] {
  return nodes.flatMap(node => (node.kind === 'request' ? [node] : [node, ...nodesOf(node.children)]))
}

/** Tests edits of all kinds, of a sample with nothing but these entries; null: with all that it has. */
export function testAppliedChanges(tree: FollowedTree, entries: readonly string[] | null): void {
  const { running, idOf, takeChanges } = tree
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
    for (const entry of tree.followed.collections[0]?.children ?? [])
      if (entries?.includes(entry.name) === false) await library.remove({ id: entry.id })
    await takeChanges()
    for (const [name, edit] of edits) {
      const { revision } = tree.followed
      await edit()
      await takeChanges()
      expect(tree.followed.revision, name).not.toBe(revision)
      expect(tree.followed, name).toEqual(await library.readTree())
      for (const node of nodesOf(tree.followed.collections))
        if (node.kind === 'request' && node.problem === null)
          expect(await library.readRequestIfThere({ id: node.id }), `${name}: ${node.name}`).not.toBeNull()
    }
  })
}

/** Tests the size of a change beside so many folders with 50 requests each. */
export function testSizeOfChanges(tree: FollowedTree, folders: number): void {
  const { running, idOf, takeChanges, fileOf } = tree
  test('a change takes about as many bytes in a large workspace as in a small one', async () => {
    const { library } = running.client
    await library.rename({ id: idOf('Get a book'), name: 'One' })
    const inSmall = await takeChanges()
    for (let folder = 0; folder < folders; folder += 1) {
      mkdirSync(fileOf('Bookshop API', `F${folder}`))
      for (let request = 0; request < 50; request += 1)
        writeFileSync(
          fileOf('Bookshop API', `F${folder}`, `${request}.yml`),
          `info:\n  name: ${folder}-${request}\n  type: http\n`,
        )
    }
    await waitFor(async () => {
      await takeChanges()
      return nodesOf(tree.followed.collections).length > folders * 50
    }, 'the requests')
    await library.rename({ id: idOf('One'), name: 'Two' })
    expect(await takeChanges()).toBeLessThan(inSmall * 1.5)
  })
}
