import { expect, test } from 'vitest'
import { docsViewOf, keepDocsView } from './docs-view.ts'

test('docs are read and an empty text is written, until a view is chosen', () => {
  expect(docsViewOf('a', '# Title')).toBe('read')
  expect(docsViewOf('a', ' \n')).toBe('write')
  keepDocsView('a', 'write')
  expect(docsViewOf('a', '# Title')).toBe('write')
  expect(docsViewOf('b', '# Title')).toBe('read')
})

test('of many texts the view of the oldest is forgotten', () => {
  keepDocsView('first', 'write')
  for (let at = 0; at < 200; at += 1) keepDocsView(`text ${at}`, 'write')
  expect(docsViewOf('first', 'text')).toBe('read')
  expect(docsViewOf('text 0', 'text')).toBe('write')
})
