import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setVersion } from '../../scripts/package/set-version.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const date = Date.UTC(2027, 0, 31, 23) / 1000
let folder = ''

/** The files that name the version, in a folder of their own. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-version-'))
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: root })
  for (const path of ['package.json', 'package-lock.json', 'apps/desktop/electron-builder.yml', ...manifests])
    cpSync(join(root, path), join(folder, path))
  changelog('# Changelog\n\n## Unreleased\n\n- More.\n\n## 0.0.1 - 2026-01-01\n\n- Less.\n')
})

afterEach(() => rmSync(folder, { recursive: true }))

const changelog = (text: string) => writeFileSync(join(folder, 'CHANGELOG.md'), text)
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

test('the version of a release is in every package, the lockfile and the changelog, whose heading has the date', () => {
  const { version, changed } = setVersion(folder, '7.8.9-beta.1', date)
  expect(version).toBe('7.8.9-beta.1')
  const manifests = globSync('**/package.json', { cwd: folder })
  expect(manifests.length).toBeGreaterThan(12)
  expect(changed).toHaveLength(manifests.length + 3)
  for (const path of manifests) {
    const manifest = JSON.parse(read(path))
    expect(manifest.version).toBe(version)
    for (const group of [manifest.dependencies, manifest.devDependencies])
      for (const [name, wanted] of Object.entries(group ?? {}))
        if (name.startsWith('@parley/')) expect(wanted).toBe(version)
  }
  const { packages } = JSON.parse(read('package-lock.json'))
  expect(packages[''].version).toBe(version)
  expect(packages['apps/cli'].version).toBe(version)
  expect(packages['apps/cli'].devDependencies['@parley/engine']).toBe(version)
  expect(read('apps/desktop/electron-builder.yml')).toContain(`\n  version: ${version}\n`)
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## 7.8.9-beta.1 - 2027-01-31\n\n- More.\n\n## 0.0.1 - 2026-01-01\n\n- Less.\n',
  )
})

test('without a version it is that of the repository; the second time nothing changes', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(setVersion(folder, undefined, date)).toEqual({ version, changed: ['CHANGELOG.md'] })
  expect(setVersion(folder, undefined, date)).toEqual({ version, changed: [] })
})

test.each([
  ['newest', 'newest is not a version. Give one such as 0.2.0 or 1.0.0-beta.1.'],
  ['0.0.1', 'CHANGELOG.md has a part for 0.0.1 already, but not as its first. Choose a newer version.'],
])('the version %s is refused, and nothing is written', (version, reason) => {
  const before = read('package.json')
  expect(() => setVersion(folder, version, date)).toThrow(reason)
  expect(read('package.json')).toBe(before)
})

test('a changelog without a part for the release is refused', () => {
  changelog('# Changelog\n\n## 0.0.1 - 2026-01-01\n')
  expect(() => setVersion(folder, '2.0.0', date)).toThrow(
    'CHANGELOG.md has no part for 2.0.0. Add one named Unreleased.',
  )
})
