import { expect, test } from 'vitest'
import { pathsOf } from './fold-paths.ts'

const pathsIn = (value: unknown) => [...pathsOf(JSON.stringify(value, null, 2).split('\n')).values()]

test('members have the paths of their keys, items those of their positions', () => {
  expect(pathsIn({ a: { b: [{ c: 1 }, { c: 2 }] }, d: [[]] })).toEqual([
    '/0',
    '/0/"a"',
    '/0/"a"/"b"',
    '/0/"a"/"b"/0',
    '/0/"a"/"b"/0/"c"',
    '/0/"a"/"b"/1',
    '/0/"a"/"b"/1/"c"',
    '/0/"d"',
    '/0/"d"/0',
  ])
})

test('a member keeps its path when others are added before it', () => {
  const [before, after] = [pathsIn({ b: { c: {} } }), pathsIn({ a: [1, 2], b: { x: 0, c: {} } })]
  for (const path of before) expect(after).toContain(path)
})

test('tags have paths by their positions', () => {
  const paths = pathsOf(['<a>', '  <b>', '    text', '  </b>', '  <b/>', '</a>'])
  expect([...paths]).toEqual([
    [0, '/0'],
    [1, '/0/0'],
    [2, '/0/0/0'],
    [4, '/0/1'],
  ])
})
