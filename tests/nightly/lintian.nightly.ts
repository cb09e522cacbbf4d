import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { buildPackage, hasProgram } from '../packages/built-package.testkit.ts'

const isPossible = ['dpkg-deb', 'strip', 'lintian'].every(hasProgram) && process.arch === 'x64'

test('lintian finds no error and no warning in the Debian package', {
  ...needs(isPossible, 'dpkg-deb, strip and lintian on x64 (apt-get install dpkg binutils lintian)'),
}, async () => {
  const { path, folder } = await buildPackage('deb')
  // It takes a name that the minifier chose, `fb`, for the library of Facebook.
  const options = ['--allow-root', '--fail-on', 'error', '--suppress-tags', 'privacy-breach-facebook']
  const { stdout, stderr } = spawnSync('lintian', [...options, path], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(stderr + stdout).toBe('')
})
