import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runsAsRoot, sandboxArguments } from './opening/chromium-sandbox.ts'
import { createTestClient } from './start-test-server.testkit.ts'
import { StartedPrograms } from './started-programs.testkit.ts'

let programs: StartedPrograms

beforeEach(() => {
  programs = new StartedPrograms()
})

afterEach(() => programs.close())

test('it opens a workspace in the first, and names options that come too late', async () => {
  const first = programs.start(['--no-open', '--no-demo'])
  const client = createTestClient(await programs.addressOf(first))
  const folder = join(programs.folder, 'apis')
  mkdirSync(folder)
  writeFileSync(join(folder, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  const second = programs.start(['--no-open', '--workspace', folder, '--port', '4321', '--no-demo'])
  expect(await second.ended).toEqual({ code: 0, signal: null })
  expect(second.errors()).toBe('--port and --no-demo had no effect. End the running Parley first.\n')
  expect((await client.library.readTree()).collections.map(({ name }) => name)).toEqual(['Shop'])
  const third = programs.start(['--no-open', '--workspace', join(programs.folder, 'missing')])
  expect((await third.ended).code).not.toBe(0)
  expect(third.errors()).toContain('missing')
  expect((await client.library.readTree()).collections.map(({ name }) => name)).toEqual(['Shop'])
})

test('it opens the first in an app window through a file that the first deletes', async () => {
  const first = programs.start(['--no-open', '--no-demo'])
  const { origin, token } = await programs.addressOf(first)
  const seen = join(programs.folder, 'arguments')
  const browser = join(programs.folder, 'chromium')
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}.new'\n/bin/mv '${seen}.new' '${seen}'\n`)
  chmodSync(browser, 0o755)
  const second = programs.start(['--no-demo'], { DISPLAY: ':99' })
  expect(await second.ended).toEqual({ code: 0, signal: null })
  await waitFor(() => existsSync(seen), 'the browser to be started')
  const args = readFileSync(seen, 'utf8').trim().split('\n')
  expect(args.slice(0, -1)).toEqual(sandboxArguments())
  expect(second.errors().includes('without its own sandbox')).toBe(runsAsRoot())
  const path = fileURLToPath(args.at(-1)?.slice('--app='.length) ?? '')
  expect(readFileSync(path, 'utf8')).toContain(`0; url=${origin}/#token=${token}"`)
  await fetch(`${origin}/`)
  expect(existsSync(path)).toBe(false)
})

test.each([
  { display: ':99', where: 'so its page opens in the browser' },
  { display: '', where: 'and there is no display to open its page on' },
])(
  'a desktop app says why it has no window if the first is a server ($where)',
  async ({ display, where }) => {
    await programs.addressOf(programs.start(['--no-open', '--no-demo']))
    const second = programs.start(['--desktop'], { DISPLAY: display })
    expect(await second.ended).toEqual({ code: 0, signal: null })
    expect(second.output()).toBe('')
    expect(second.errors()).toBe(
      `Parley is already running without the desktop app, ${where}. End it and start parley desktop again for a window.\n`,
    )
  },
)

test('after the first was killed or has ended, the next one starts', async () => {
  const first = programs.start(['--no-open', '--no-demo'])
  await programs.addressOf(first)
  first.child.kill('SIGKILL')
  await first.ended
  const second = programs.start(['--no-open', '--no-demo'])
  await programs.addressOf(second)
  second.child.kill('SIGTERM')
  await second.ended
  expect(readdirSync(programs.home)).not.toContain('instance.json')
  await programs.addressOf(programs.start(['--no-open', '--no-demo']))
})

test('of three simultaneous starts, two exit', async () => {
  const all = [1, 2, 3].map(() => programs.start(['--no-open', '--no-demo']))
  await waitFor(() => all.every(one => one.output() !== ''), 'all to say something', { timeoutMs: 20_000 })
  const ready = all.filter(one => one.output().startsWith('Parley is ready at '))
  expect(ready).toHaveLength(1)
  const address = ready[0]?.output().slice('Parley is ready at '.length)
  for (const one of all.filter(other => !ready.includes(other))) {
    expect(await one.ended).toEqual({ code: 0, signal: null })
    expect(one.output()).toBe(`Parley is already running at ${address}`)
  }
})

test('a running Parley is found before a build', async () => {
  const program = fileURLToPath(new URL('./open-running.ts', import.meta.url))
  const look = () =>
    spawnSync(process.execPath, [program, '--no-open'], {
      env: { PARLEY_HOME: programs.home },
      encoding: 'utf8',
    })
  expect(look()).toMatchObject({ status: 4, stdout: '', stderr: '' })
  const { origin, token } = await programs.addressOf(programs.start(['--no-open', '--no-demo']))
  const found = look()
  expect(found).toMatchObject({
    status: 0,
    stdout: `Parley is already running at ${origin}/#token=${token}\n`,
  })
})
