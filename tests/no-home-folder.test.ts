import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const isPossible = process.getuid?.() === 0 && existsSync(join(root, 'apps/cli/dist/parley.js'))

let folder = ''

/** A copy that every account can read. */
beforeAll(() => {
  if (!isPossible) return
  // Other accounts may not pass through the folder that the tests have for temporary files.
  folder = mkdtempSync('/tmp/parley-no-home-')
  cpSync(join(root, 'apps/cli/dist'), join(folder, 'dist'), { recursive: true })
  cpSync(join(root, 'apps/cli/package.json'), join(folder, 'package.json'))
  cpSync(process.execPath, join(folder, 'node'))
  spawnSync('chmod', ['-R', 'a+rX', folder])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Accounts as system services and containers have them. */
const accounts = { 'with a home folder that does not exist': 65_534, 'that only is a number': 54_321 }

const noFolder =
  /^The folder for Parley’s own data could not be created: .*\(EACCES\)\. Set PARLEY_HOME to a folder that you can write to\.$/m

/** What each command does without a home folder. */
const commands: Readonly<
  Record<string, { readonly args: readonly string[]; readonly code: number; readonly said: RegExp }>
> = {
  desktop: { args: ['desktop'], code: 3, said: noFolder },
  serve: { args: ['serve', '--no-open', '--no-demo'], code: 3, said: noFolder },
  'send, which needs no folder': {
    args: ['send', 'http://127.0.0.1:9/'],
    code: 2,
    said: /Nothing is listening at 127\.0\.0\.1:9/,
  },
  'the version': { args: ['--version'], code: 0, said: /^\d+\.\d+\.\d+$/m },
}

test
  .skipIf(!isPossible)
  .each(
    Object.entries(accounts).flatMap(([account, uid]) =>
      Object.entries(commands).map(([name, command]) => [account, name, uid, command] as const),
    ),
  )('an account %s: %s', (_account, _name, uid, { args, code, said }) => {
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
