import type { LibraryTree } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { containersAround } from './find-entry.ts'

const folder = (id: string, children: LibraryTree['collections'][number]['children']) =>
  ({ kind: 'folder', id, name: id, children }) as const

test('what is around an entry is listed from the inside', () => {
  const tree: LibraryTree = {
    revision: '1',
    workspaceName: 'Work',
    collections: [
      {
        kind: 'collection',
        id: 'shop',
        name: 'Shop',
        children: [folder('a', [folder('b', [])]), folder('c', [])],
      },
    ],
  }
  expect(containersAround(tree, 'b')).toEqual(['a', 'shop'])
  expect(containersAround(tree, 'c')).toEqual(['shop'])
  expect(containersAround(tree, 'shop')).toEqual([])
  expect(containersAround(tree, 'gone')).toEqual([])
  expect(containersAround(null, 'b')).toEqual([])
})
