import type { LibraryTree } from '@parley/server/contract'
import { expect, test } from 'vitest'
import {
  destinationIds,
  destinationsOf,
  findDestination,
  idsAbove,
  searchDestinations,
} from './destinations.ts'

const folder = (id: string, name: string, children: readonly unknown[] = []) => ({
  kind: 'folder',
  id,
  name,
  children,
})
const tree = {
  collections: [
    {
      kind: 'collection',
      id: 'shop',
      name: 'Shop',
      children: [
        { kind: 'request', id: 'request', name: 'Books', method: 'GET', problem: null },
        folder('orders', 'Orders', [folder('open', 'Open'), folder('late', 'Late')]),
      ],
    },
    { kind: 'collection', id: 'bank', name: 'Bank', children: [folder('accounts', 'Accounts')] },
  ],
} as unknown as LibraryTree
const places = destinationsOf(tree)

test('collections and folders are destinations, requests are not', () => {
  expect(destinationIds(places)).toEqual(['shop', 'orders', 'open', 'late', 'bank', 'accounts'])
})

test('a destination is found at any depth, with the names that lead to it', () => {
  expect(findDestination(places, 'late')?.path).toEqual(['Shop', 'Orders', 'Late'])
  expect(findDestination(places, 'request')).toBeNull()
  expect(findDestination(places, null)).toBeNull()
})

test('a search keeps the ancestors of its matches', () => {
  expect(destinationIds(searchDestinations(places, ' LATE '))).toEqual(['shop', 'orders', 'late'])
  expect(destinationIds(searchDestinations(places, 'orders / o'))).toEqual(['shop', 'orders', 'open'])
  expect(destinationIds(searchDestinations(places, 'bank'))).toEqual(['bank', 'accounts'])
  expect(searchDestinations(places, 'none')).toEqual([])
  expect(searchDestinations(places, '')).toBe(places)
})

test('the ancestors of a destination are listed outermost first', () => {
  expect(idsAbove(places, 'late')).toEqual(['shop', 'orders'])
  expect(idsAbove(places, 'bank')).toEqual([])
  expect(idsAbove(places, 'gone')).toEqual([])
})
