import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The most sources that a folder may have (ARCHITECTURE.md, Where to put things); a reader cannot take in
 * more.
 */
const mostSources = 25

const isSource = (path: string) =>
  /\.(ts|tsx|mjs|cjs|css)$/.test(path) &&
  !/\.(test|slow|testkit|nightly|d)\.ts$|\.test\.tsx$|^e2e\/|^tests\//.test(path)

const isGiven = (path: string) => /(^|\/)(golden|fixtures|expected)\//.test(path)

/** Returns the folders of a list of files that have too many sources or only one. */
function crowdedOrLonely(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const file of files.filter(path => isSource(path) && !isGiven(path)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > mostSources || (count === 1 && folder.includes('src/')))
    .map(([folder, count]) => `${folder}: ${count}`)
}

test('no folder has more than 25 sources, and none has only one', () => {
  const exclude = ['**/node_modules/**', '**/dist/**', 'build/**', 'test-results/**']
  const present = globSync('**/*.{ts,tsx,mjs,cjs,css}', { cwd: root, exclude })
  expect(present.length).toBeGreaterThan(1000)
  expect(crowdedOrLonely(present)).toEqual([])
})

test('a folder with too many sources, or with only one, is found', () => {
  const many = Array.from({ length: 26 }, (_, index) => `packages/a/src/many/file-${index}.ts`)
  const tests = ['packages/a/src/alone/one.ts', 'packages/a/src/alone/one.test.ts', 'packages/a/src/two.ts']
  expect(crowdedOrLonely([...many, ...tests, 'packages/a/src/three.ts'])).toEqual([
    'packages/a/src/many: 26',
    'packages/a/src/alone: 1',
  ])
})
