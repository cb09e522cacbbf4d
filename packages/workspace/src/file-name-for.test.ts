import { mustEnd } from '@parley/testkit/must-end'
import { expect, test } from 'vitest'
import { freeFileName, NewFileNames } from './file-name-for.ts'

const nameOf = (name: string) => freeFileName(name, '.yml', new Set())

test.each([
  ['  ..-Users  and more. . ', 'Users and more.yml'],
  ['a/b:c', 'a-b-c.yml'],
  ['nul', '_nul.yml'],
  ['. -', 'unnamed.yml'],
  [`a${' '.repeat(5000)}b`, 'a b.yml'],
  [`${'.'.repeat(5000)}a`, 'a.yml'],
  [`a${'.'.repeat(5000)}b`, 'a.yml'],
  ['é', 'é.yml'],
  ['ü'.repeat(100), `${'ü'.repeat(60)}.yml`],
])('the name %j', (name, expected) => {
  expect(nameOf(name)).toBe(expected)
})

test.each(['.', ' ', '-', '/', '\n', 'a', 'a ', '. a', '\u0301\u0316', '\ud800', '😀', '\u1100\u1161\u11a8'])(
  'the work on a name of many %j ends (IM1)',
  piece => {
    const name = `a${piece.repeat(200_000)}b`
    expect(Buffer.byteLength(mustEnd(() => nameOf(name)))).toBeLessThan(130)
    expect(mustEnd(() => new NewFileNames([]).give(name, '.yml', 60)).length).toBeLessThan(70)
  },
)
