import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string

/** A project whose packages ask for a newer Node than the one that installs them, as on a machine with Node 20. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-install-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "newer", "engines": { "node": ">=999" } }')
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Returns what an install prints, and whether it succeeded. */
function install(): { readonly status: number | null; readonly output: string } {
  const home = { HOME: folder, npm_config_cache: join(folder, 'cache') }
  const { status, stdout, stderr } = spawnSync('npm', ['install', '--offline', '--no-update-notifier'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...home },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return { status, output: stdout + stderr }
}

test('npm warns of each package that asks for another Node, unless it reads the settings of the repository', () => {
  expect(install()).toMatchObject({ status: 0, output: expect.stringContaining('EBADENGINE') })
  copyFileSync(fileURLToPath(new URL('../.npmrc', import.meta.url)), join(folder, '.npmrc'))
  const { status, output } = install()
  expect(status).toBe(0)
  expect(output).not.toContain('EBADENGINE')
})

test('the repository itself asks for no certain Node, as it brings its own', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(engines).toBeUndefined()
})
