import type { LibraryTree } from '@parley/server/contract'
import { expect, it } from 'vitest'
import { countRequests, firstRequest, flattenTree } from './flatten-tree.ts'

const tree: LibraryTree = {
  revision: 'r1',
  workspaceName: 'Bookshop',
  collections: [
    { kind: 'collection', id: 'empty', name: 'Empty', children: [] },
    {
      kind: 'collection',
      id: 'shop',
      name: 'Shop',
      children: [
        {
          kind: 'folder',
          id: 'books',
          name: 'Books',
          children: [
            { kind: 'request', id: 'list', name: 'List books', method: 'GET', problem: null },
            { kind: 'request', id: 'add', name: 'Add one', method: 'POST', problem: null },
          ],
        },
        { kind: 'request', id: 'ping', name: 'Ping', method: 'HEAD', problem: null },
      ],
    },
  ],
}

const names = (filter: string, collapsed: readonly string[] = []) =>
  flattenTree(tree, new Set(collapsed), filter).map(row => row.node.name)

it('lists the visible rows with their place', () => {
  expect(names('')).toEqual(['Empty', 'Shop', 'Books', 'List books', 'Add one', 'Ping'])
  expect(flattenTree(tree, new Set(), '')[4]).toMatchObject({
    level: 3,
    position: 2,
    siblings: 2,
    parentId: 'books',
    path: ['Shop', 'Books'],
  })
})

it('hides the content of a collapsed folder', () => {
  expect(names('', ['books'])).toEqual(['Empty', 'Shop', 'Books', 'Ping'])
})

it('filters by name in any case, and expands the ancestors of a match', () => {
  expect(names(' ADD ', ['books'])).toEqual(['Shop', 'Books', 'Add one'])
  expect(names('books')).toEqual(['Shop', 'Books', 'List books', 'Add one'])
  expect(names('nothing')).toEqual([])
})

it('finds the first request, and counts those of a folder', () => {
  expect(firstRequest(tree)).toMatchObject({ node: { id: 'list' }, parentId: 'books' })
  expect(firstRequest({ revision: 'r1', workspaceName: '', collections: [] })).toBeNull()
  expect(tree.collections.map(countRequests)).toEqual([0, 3])
})

it('shows requests that were found by something else than their name, with their ancestors', () => {
  const found = (ids: readonly string[]) =>
    flattenTree(tree, new Set(), '/v2', new Set(ids)).map(row => row.node.name)
  expect(found([])).toEqual([])
  expect(found(['add'])).toEqual(['Shop', 'Books', 'Add one'])
})
