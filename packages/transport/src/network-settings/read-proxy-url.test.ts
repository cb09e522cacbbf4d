import { mustEnd } from '@parley/testkit/must-end'
import { expect, test } from 'vitest'
import { withoutUser } from './read-proxy-url.ts'

test.each([
  ['http://ann:secret@proxy:80', 'http://proxy:80'],
  ['proxy:80', 'proxy:80'],
  ['ann@proxy', 'ann@proxy'],
  ['http://a@b@c', 'http://b@c'],
  ['//a b@c //d@e', '//a b@c //e'],
  ['http://a//b@c', 'http://c'],
])('%s is shown as %s', (text, shown) => {
  expect(withoutUser(text)).toBe(shown)
  expect(text.replaceAll(/\/\/[^@\s]*@/g, '//')).toBe(shown)
})

test('the work on many slashes ends', () => {
  expect(mustEnd(() => withoutUser('/'.repeat(300_000))).length).toBe(200)
})
