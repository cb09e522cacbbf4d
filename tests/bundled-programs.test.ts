import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
// @ts-expect-error A script of the repository, which has no types.
import { bundledDigest, digestOfSources } from '../scripts/bundle-current-programs.mjs'

test('the programs that tests start are bundled from the current sources', () => {
  expect(existsSync(fileURLToPath(new URL('../apps/cli/dist/parley.js', import.meta.url)))).toBe(true)
  expect(bundledDigest()).toBe(digestOfSources())
})
