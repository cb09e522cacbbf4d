import { expect, test } from 'vitest'
import { isLoopbackName } from './loopback-name.ts'

test.each([
  ['localhost', true],
  ['LocalHost', true],
  ['localhost.', true],
  ['api.localhost', true],
  ['A.B.LOCALHOST.', true],
  ['xn--bcher-kva.localhost', true],
  ['', false],
  ['.', false],
  ['localhost..', false],
  ['notlocalhost', false],
  ['localhost.test', false],
  ['localhost.localdomain', false],
  ['127.0.0.1', false],
])('%j means this computer: %s (RFC 6761)', (host, expected) => {
  expect(isLoopbackName(host)).toBe(expected)
})
