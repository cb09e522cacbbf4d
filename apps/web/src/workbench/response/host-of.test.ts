import { expect, it } from 'vitest'
import { hostOf } from './host-of.ts'

it.each([
  ['http://localhost:3000/books?x=http://a/', 'localhost:3000'],
  ['{{baseUrl}}/books', '{{baseUrl}}'],
  ['https://user:secret@api.example?x', 'api.example'],
  ['api.example', 'api.example'],
  ['', ''],
])('finds the host of %s', (url, host) => {
  expect(hostOf(url)).toBe(host)
})
