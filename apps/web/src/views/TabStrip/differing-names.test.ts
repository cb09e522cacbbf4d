import { expect, it } from 'vitest'
import { differingNames } from './differing-names.ts'

const texts = (...names: readonly string[]) => differingNames(names).map(({ text }) => text)

it('shows the segment in which paths with the same end differ, and that end', () => {
  expect(texts('/tab7/some/longer/path/of/resource', '/tab8/some/longer/path/of/resource')).toEqual([
    '/tab7/…/resource',
    '/tab8/…/resource',
  ])
  expect(texts('/v1/books/12/reviews', '/v1/books/13/reviews', '/v1/books/13/copies')).toEqual([
    '12/reviews',
    '13/reviews',
    '/v1/books/13/copies',
  ])
  expect(texts('/v2/tab10/orders/lines', '/v2/tab12/orders/lines')).toEqual([
    'tab10/…/lines',
    'tab12/…/lines',
  ])
  expect(texts('/a/orders', '/b/orders')).toEqual(['/a/orders', '/b/orders'])
})

it('leaves names and paths whose last segment says enough, and paths that are equal', () => {
  const names = ['List books', 'List books', '/books', '/books/12', '/v1/users', '/v1/users', '/', '']
  expect(texts(...names)).toEqual(names)
})

it('cuts at the end what differs at its beginning', () => {
  expect(differingNames(['/a/x/orders', '/b/x/orders', '/books']).map(({ cut }) => cut)).toEqual([
    'end',
    'end',
    'middle',
  ])
})
