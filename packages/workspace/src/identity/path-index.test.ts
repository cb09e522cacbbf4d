import { expect, test } from 'vitest'
import { PathIndex } from './path-index.ts'

test('what is below a folder is found, also if the folder itself has no ID, or lost it', () => {
  const index = new PathIndex()
  for (const [path, id] of [
    ['a/b', 'folder'],
    ['a/b/x.yml', 'x'],
    ['a/b/c/y.yml', 'y'],
    ['a/bc.yml', 'other'],
  ] as const)
    index.set(path, id)
  expect(index.within('a/b')).toEqual(['folder', 'x', 'y'])
  index.delete('a/b')
  expect(index.within('a')).toEqual(['x', 'y', 'other'])
  index.delete('a/b/c/y.yml')
  expect(index.within('a')).toEqual(['x', 'other'])
  expect(index.within('a/b/c')).toEqual([])
})
