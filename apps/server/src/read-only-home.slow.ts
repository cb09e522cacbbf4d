import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'

const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0

const source = JSON.stringify({
  info: { name: 'A', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'One', request: { method: 'GET', url: 'http://a.test' } }],
})

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The shell command of each program; `$2` is the folder of the test. */
const programs = {
  server: `"$3" ${pathOf('./main.ts')} --no-open --no-demo`,
  'command line': `"$3" ${pathOf('../../cli/src/main.ts')} import "$2/source.json" --into "$2/workspace"`,
}

const homes = {
  'that does not exist yet': 'true',
  'that is empty': 'mkdir "$1/home"',
}

const cases = Object.entries(programs).flatMap(([name, program]) =>
  Object.entries(homes).map(([home, make]) => [name, home, program, make] as const),
)

test.each(cases)(
  'the %s with a read-only PARLEY_HOME %s says what to do, without a stack',
  needs(mayMount, 'permission to mount (unshare -rm)'),
  (_name, _home, program, make) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-read-only-'))
    mkdirSync(join(folder, 'disk'))
    writeFileSync(join(folder, 'source.json'), source)
    try {
      const script = [
        'mount -t tmpfs tmpfs "$1"',
        make,
        'mount -o remount,ro "$1"',
        'export PARLEY_HOME="$1/home" PARLEY_KEYCHAIN=off',
        program,
      ].join(' && ')
      const args = [join(folder, 'disk'), folder, process.execPath]
      const run = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', ...args], {
        encoding: 'utf8',
        timeout: 60_000,
      })
      expect(run.stderr).toContain('the disk is read-only (EROFS).')
      expect(run.stderr).toContain('PARLEY_HOME')
      expect(run.stderr).not.toMatch(/^\s+at /m)
      expect(run.status).toBe(3)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
