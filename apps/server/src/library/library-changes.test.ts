import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { nodesOf, testAppliedChanges, testSizeOfChanges, useFollowedTree } from './library-changes.testkit.ts'

const tree = useFollowedTree()
const { running, idOf, takeChanges, fileOf } = tree

testAppliedChanges(tree, ['Books', 'Echo'])
testSizeOfChanges(tree, 4)

test('changes by other programs give the same tree, too', async () => {
  mkdirSync(fileOf('Bookshop API', 'Deep', 'Deeper'), { recursive: true })
  writeFileSync(fileOf('Bookshop API', 'Deep', 'Deeper', 'a.yml'), 'info:\n  name: a\n  type: http\n')
  renameSync(fileOf('Bookshop API', 'Books'), fileOf('Bookshop API', 'Moved'))
  writeFileSync(fileOf('Bookshop API', 'Echo.yml'), '<<<<<<< HEAD\n')
  await waitFor(async () => {
    await takeChanges()
    const nodes = nodesOf(tree.followed.collections)
    const isDamaged = nodes.some(node => node.kind === 'request' && node.problem !== null)
    return isDamaged && nodes.some(({ name }) => name === 'Deeper')
  }, 'the changes')
  expect(tree.followed).toEqual(await running.client.library.readTree())
})

test('a request that is saved with the same name leaves the tree as it was', async () => {
  const id = idOf('Echo')
  const { request, version } = await running.client.library.readRequest({ id })
  await running.client.library.saveRequest({
    id,
    request: { ...request, url: 'http://other.test' },
    baseVersion: version,
  })
  expect((await running.client.library.readTree()).revision).toBe(tree.followed.revision)
})

test('the tree of a previous start is unknown, so that the window reads all of it', async () => {
  expect(await running.client.library.readTreeChanges({ since: 'another' })).toBeNull()
})
