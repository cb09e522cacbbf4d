import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const isPossible = process.getuid?.() === 0 && existsSync(join(root, 'apps/cli/dist/parley.js'))

/** Accounts as system services and containers have them. */
export const accounts = { 'with a home folder that does not exist': 65_534, 'that only is a number': 54_321 }

const noFolder =
  /^The folder for Parley’s own data could not be created: .*\(EACCES\)\. Set PARLEY_HOME to a folder that you can write to\.$/m

/** What each command does without a home folder. */
export const commands = {
  desktop: { args: ['desktop'], code: 3, said: noFolder },
  serve: { args: ['serve', '--no-open', '--no-demo'], code: 3, said: noFolder },
  'send, which needs no folder': {
    args: ['send', 'http://127.0.0.1:9/'],
    code: 2,
    said: /Nothing is listening at 127\.0\.0\.1:9/,
  },
  'the version': { args: ['--version'], code: 0, said: /^\d+\.\d+\.\d+$/m },
} as const satisfies Readonly<
  Record<string, { readonly args: readonly string[]; readonly code: number; readonly said: RegExp }>
>

type Row = readonly [account: keyof typeof accounts, command: keyof typeof commands]

/** Tests commands that other accounts run, from a copy that every account can read. */
export function testAccounts(rows: readonly Row[]): void {
  let folder = ''

  describe('without a home folder', needs(isPossible, 'root and the bundled program'), () => {
    beforeAll(() => {
      // Other accounts may not pass through the folder that the tests have for temporary files.
      folder = mkdtempSync('/tmp/parley-no-home-')
      cpSync(join(root, 'apps/cli/dist'), join(folder, 'dist'), { recursive: true })
      cpSync(join(root, 'apps/cli/package.json'), join(folder, 'package.json'))
      cpSync(process.execPath, join(folder, 'node'))
      for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
        makeReadable(join(folder, path))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test.each(rows)('an account %s: %s (DT1)', (account, name) => {
      const { args, code, said } = commands[name]
      const uid = accounts[account]
      const run = spawnSync(join(folder, 'node'), [join(folder, 'dist/parley.js'), ...args], {
        cwd: '/',
        uid,
        gid: uid,
        env: { PATH: '/usr/bin:/bin', DISPLAY: ':4242', PARLEY_KEYCHAIN: 'off' },
        encoding: 'utf8',
        timeout: 60_000,
      })
      expect(run.stdout + run.stderr).toMatch(said)
      expect(run.stderr).not.toMatch(/^\s+at /m)
      expect(run.status).toBe(code)
    })
  })
}

/** Lets every account read a file, or look into a folder. */
function makeReadable(path: string): void {
  const info = statSync(path)
  chmodSync(path, info.mode | (info.isDirectory() || (info.mode & 0o100) !== 0 ? 0o555 : 0o444))
}
