import { expect, test } from 'vitest'
import { nameFromUrl } from './name-from-url.ts'

test.each([
  ['{{baseUrl}}/books?author=x', '/books'],
  ['http://h.test/books/1204/', '/books/1204'],
  ['http://h.test', 'h.test'],
  ['http://h.test/?a=b', 'h.test'],
  ['h.test/a#b', '/a'],
  ['localhost:8080/api/users/7', '/api/users/7'],
  ['localhost:8080', 'localhost:8080'],
  ['https://user@h.test:8443/v1/', '/v1'],
  ['https://user:secret@h.test', 'h.test'],
  ['{{user}}:{{password}}@{{host}}', 'Untitled request'],
  ['http://h.test/@a', '/@a'],
  ['http://{{host}}/a?b={{c}}', '/a'],
  ['ws://chat.test/room', '/room'],
  ['{{baseUrl}}/v1/{{id}}', '/v1/{{id}}'],
  ['{{baseUrl}}', 'Untitled request'],
  ['?only=query', 'Untitled request'],
  ['', 'Untitled request'],
])('%j is named %j', (url, name) => {
  expect(nameFromUrl(url)).toBe(name)
})
