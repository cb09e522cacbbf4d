import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingForDesktop } from '../../e2e/support/desktop/desktop-session.ts'
import { buildPackage, hasProgram, listedFiles, useProgram } from './built-package.testkit.ts'
import { loadPage, useDesktop } from './use-in-windows.testkit.ts'

const isPossible = hasProgram('dpkg-deb') && hasProgram('strip') && process.arch === 'x64'
const tools = 'dpkg-deb and strip on x64 (apt-get install dpkg binutils)'

/** Installing it changes the machine, which only a container's root should do; a Parley of its user stays as it is. */
const mayInstall =
  isPossible &&
  process.getuid?.() === 0 &&
  !existsSync('/usr/bin/parley') &&
  ['libwebkit2gtk-4.1-0', 'libxdo3', 'libdbus-1-3'].every(
    name => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status === 0,
  )

describe('the Debian package', { ...needs(isPossible, tools), timeout: 300_000 }, () => {
  let folder = ''
  let path = ''
  beforeAll(async () => {
    const built = await buildPackage('deb')
    folder = built.folder
    path = built.path
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is at most 60 MB, and everything in it belongs to root with fixed modes and times', () => {
    expect(statSync(path).size).toBeLessThanOrEqual(60e6)
    const lines = execFileSync('dpkg-deb', ['-c', path], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    })
      .trim()
      .split('\n')
    expect(lines.length).toBeGreaterThan(500)
    const unusual = lines.filter(
      line =>
        !/^(?:-rw-r--r--|-rwxr-xr-x|drwxr-xr-x|lrwxrwxrwx) root\/root +\d+ 2026-09-21 14:13 /.test(line),
    )
    expect(unusual).toEqual([])
  })

  test('contains what the list next to it says, and nothing else', () => {
    const unpacked = join(folder, 'listed')
    execFileSync('dpkg-deb', ['-x', path, unpacked])
    expect(listedFiles(path, unpacked)).toEqual({ missing: [], unlisted: [] })
  })

  test('registers links and file types, which reach the program after -- (DT1)', () => {
    const unpacked = join(folder, 'unpacked')
    execFileSync('dpkg-deb', ['-x', path, unpacked])
    const entry = readFileSync(join(unpacked, 'usr/share/applications/parley.desktop'), 'utf8')
    expect(entry).toContain('\nExec=parley desktop -- %u\n')
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/parley;.+;$/m)
    const types = readFileSync(join(unpacked, 'usr/share/mime/packages/parley.xml'), 'utf8')
    for (const [, type] of entry.matchAll(/([\w.+-]+\/[\w.+-]+);/g))
      if (type !== 'x-scheme-handler/parley') expect(types).toContain(`type="${type}"`)
    for (const pattern of ['opencollection.yml', '*.bru', '*.postman_collection.json'])
      expect(types).toContain(`pattern="${pattern}"`)
  })

  test(
    'lintian finds no error and no warning',
    needs(hasProgram('lintian'), 'lintian (apt-get install lintian)'),
    () => {
      // It takes a name that the minifier chose, `fb`, for the library of Facebook.
      const options = ['--allow-root', '--fail-on', 'error', '--suppress-tags', 'privacy-breach-facebook']
      const { stdout, stderr } = spawnSync('lintian', [...options, path], { encoding: 'utf8' })
      expect(stderr + stdout).toBe('')
    },
  )

  test(
    'is installed, used and removed without a trace',
    needs(mayInstall, 'the rights of root'),
    async () => {
      const home = join(folder, 'home')
      mkdirSync(home)
      execFileSync('dpkg', ['-i', path], { stdio: 'ignore' })
      try {
        expect(execFileSync('dpkg', ['--verify', 'parley'], { encoding: 'utf8' })).toBe('')
        const env = { HOME: home, PATH: '/usr/bin:/bin', NODE_OPTIONS: '--no-such-option' }
        await useProgram('/usr/bin/parley', home, env)
        await loadPage('/usr/bin/parley', home, env)
        if (missingForDesktop().length === 0) await useDesktop('/usr/bin/parley')
        const entry = execFileSync('man', ['-w', '-l', '/usr/share/man/man1/parley.1.gz'], {
          encoding: 'utf8',
        })
        expect(entry.trim()).toBe('/usr/share/man/man1/parley.1.gz')
      } finally {
        execFileSync('dpkg', ['-P', 'parley'], { stdio: 'ignore' })
      }
      for (const one of ['bin/parley', 'lib/parley', 'share/doc/parley', 'share/applications/parley.desktop'])
        expect(existsSync(`/usr/${one}`)).toBe(false)
      // What the user saved stays.
      expect(existsSync(join(home, '.local/share/parley')) || existsSync(join(home, '.config/parley'))).toBe(
        true,
      )
    },
  )
})
