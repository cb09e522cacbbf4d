import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error A script of the repository, which has no types.
import { scriptingReference } from '../scripts/write-scripting-reference.mjs'

test('docs/scripting.md matches the script types (npm run docs:scripting)', () => {
  const written = readFileSync(new URL('../docs/scripting.md', import.meta.url), 'utf8')
  expect(written).toBe(scriptingReference())
})
