import { mustEnd } from '@parley/testkit/must-end'
import { expect, test } from 'vitest'
import { safeFileName } from './safe-file-name.ts'

test.each([
  ['. -Users/and more. . ', 'Users_and more.yml'],
  ['con', '_con.yml'],
  [' . ', 'unnamed.yml'],
  ['😀'.repeat(80), `${'_'.repeat(50)}.yml`],
  [`${'a'.repeat(48)}. b`, `${'a'.repeat(48)}.yml`],
])('the name %j', (name, expected) => {
  expect(safeFileName(name, '.yml', new Set())).toBe(expected)
})

test.each(['.', ' ', '-', '/', 'a', '. '])('the work on a name of many %j ends (IM1)', piece => {
  const name = `a${piece.repeat(200_000)}b`
  expect(mustEnd(() => safeFileName(name, '.yml', new Set())).length).toBeLessThan(60)
})
