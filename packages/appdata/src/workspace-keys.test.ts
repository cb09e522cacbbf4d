import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { absoluteFolder, storedFolder } from './workspace-keys.ts'

test('a folder within the app data is stored relative to it, so that both can move', () => {
  const stored = storedFolder('/home/ann/.parley', '/home/ann/.parley/workspaces/bookshop')
  expect(stored).toBe('./workspaces/bookshop')
  expect(absoluteFolder('/media/copy', stored)).toBe(resolve('/media/copy/workspaces/bookshop'))
})

test.each(['/home/ann/apis', '/home/ann/.parley', '/home/ann/.parley-2/shop'])(
  'the folder %s is stored as it is',
  folder => {
    expect(storedFolder('/home/ann/.parley', folder)).toBe(folder)
    expect(absoluteFolder('/media/copy', folder)).toBe(folder)
  },
)
