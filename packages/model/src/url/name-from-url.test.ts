import { expect, test } from 'vitest'
import { nameFromUrl } from './name-from-url.ts'

test.each([
  ['{{baseUrl}}/books?author=x', '/books'],
  ['http://h.test/books/1204/', '/books/1204'],
  ['http://h.test', 'h.test'],
  ['http://h.test/?a=b', 'h.test'],
  ['h.test/a#b', 'h.test/a'],
  ['{{baseUrl}}', 'New request'],
  ['', 'New request'],
])('%j is named %j', (url, name) => {
  expect(nameFromUrl(url)).toBe(name)
})
