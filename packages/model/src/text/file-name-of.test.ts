import { expect, test } from 'vitest'
import { fileNameOf, isPickedFile } from './file-name-of.ts'

test.each([
  ['/a/b.png', 'b.png'],
  ['C:\\a\\b.png', 'b.png'],
  ['b', 'b'],
  ['a/', ''],
  ['', ''],
])('the name of %j is %j', (path, name) => {
  expect(fileNameOf(path)).toBe(name)
})

test('a picked file is recognised by the form of its path', () => {
  expect(isPickedFile('picked:00000000-0000-4000-8000-000000000000/a.png')).toBe(true)
  expect(isPickedFile('picked:x/a.png')).toBe(false)
  expect(isPickedFile('/home/picked:00000000-0000-4000-8000-000000000000/a.png')).toBe(false)
})
