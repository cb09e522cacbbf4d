import type { LibraryTree } from '@parley/server/contract'
import { describe, expect, it } from 'vitest'
import { dropTarget, keyTarget } from './drop-target.ts'

const request = (id: string) => ({ kind: 'request', id, name: id, method: 'GET', problem: null }) as const

const tree: LibraryTree = {
  revision: 'r1',
  workspaceName: 'Bookshop',
  collections: [
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
            { kind: 'folder', id: 'old', name: 'Old', children: [] },
            request('list'),
            request('get'),
            request('add'),
          ],
        },
        { kind: 'folder', id: 'orders', name: 'Orders', children: [] },
        request('ping'),
        request('echo'),
      ],
    },
    { kind: 'collection', id: 'other', name: 'Other', children: [] },
  ],
}

describe('an entry that is dropped on a row', () => {
  it.each([
    ['get', 'list', 0.2, { parentId: 'books', index: 1, indicator: 'before' }],
    ['list', 'add', 0.8, { parentId: 'books', index: 3, indicator: 'after' }],
    ['get', 'old', 0.1, { parentId: 'books', index: 0, indicator: 'before' }],
    ['get', 'orders', 0.1, { parentId: 'shop', index: 1, indicator: 'before' }],
    ['get', 'orders', 0.5, { parentId: 'orders', index: 0, indicator: 'into' }],
    ['get', 'other', 0.9, { parentId: 'other', index: 0, indicator: 'into' }],
    ['get', 'echo', 0.9, { parentId: 'shop', index: 4, indicator: 'after' }],
    ['orders', 'books', 0.1, { parentId: 'shop', index: 0, indicator: 'before' }],
    ['orders', 'books', 0.5, { parentId: 'books', index: 4, indicator: 'into' }],
    ['old', 'orders', 0.9, { parentId: 'shop', index: 2, indicator: 'after' }],
    ['old', 'ping', 0.9, { parentId: 'shop', index: 3, indicator: 'after' }],
    ['books', 'echo', 0.9, { parentId: 'shop', index: 3, indicator: 'after' }],
  ] as const)('%s over %s at %d goes where the indicator shows', (dragged, over, fraction, target) => {
    expect(dropTarget(tree, dragged, over, fraction)).toEqual(target)
  })

  it.each([
    ['list', 'list', 0.2, 'itself'],
    ['list', 'get', 0.2, 'where it is already'],
    ['add', 'books', 0.5, 'at the end of its folder already'],
    ['books', 'old', 0.5, 'a folder of its own'],
    ['books', 'list', 0.5, 'a folder of its own'],
    ['shop', 'other', 0.5, 'no collection moves'],
    ['gone', 'other', 0.5, 'it is gone'],
  ] as const)('%s over %s at %d goes nowhere: %s', (dragged, over, fraction, _reason) => {
    expect(dropTarget(tree, dragged, over, fraction)).toBeNull()
  })
})

describe('Alt and an arrow key', () => {
  it.each([
    ['get', 'ArrowUp', { parentId: 'books', index: 1 }],
    ['get', 'ArrowDown', { parentId: 'books', index: 3 }],
    ['list', 'ArrowUp', { parentId: 'books', index: 0 }],
    ['get', 'ArrowLeft', { parentId: 'shop', index: 1 }],
    ['old', 'ArrowLeft', { parentId: 'shop', index: 1 }],
    ['get', 'ArrowRight', { parentId: 'old', index: 0 }],
    ['ping', 'ArrowRight', { parentId: 'orders', index: 0 }],
  ] as const)('moves %s by %s', (id, key, target) => {
    expect(keyTarget(tree, id, key)).toMatchObject(target)
  })

  it.each([
    ['old', 'ArrowUp'],
    ['add', 'ArrowDown'],
    ['ping', 'ArrowLeft'],
    ['books', 'ArrowRight'],
    ['shop', 'ArrowUp'],
  ] as const)('leaves %s by %s', (id, key) => {
    expect(keyTarget(tree, id, key)).toBeNull()
  })
})
