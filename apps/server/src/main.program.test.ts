import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxArguments } from './opening/chromium-sandbox.ts'
import { createTestClient, sampleId } from './start-test-server.testkit.ts'
import { StartedPrograms } from './started-programs.testkit.ts'
import { watchWindow } from './watch-window.testkit.ts'

let programs: StartedPrograms
let folder: string
let home: string

beforeEach(() => {
  programs = new StartedPrograms()
  folder = programs.folder
  home = programs.home
})

afterEach(() => programs.close())

const start = (...given: Parameters<StartedPrograms['start']>) => programs.start(...given)
const addressOf = (...given: Parameters<StartedPrograms['addressOf']>) => programs.addressOf(...given)

/** The names that remain in the folder of the app data after a send. */
const keptNames = [
  'active-environments.json',
  'history-bodies',
  'key.json',
  'lock.db',
  'parley.db',
  'parley.db.copy-1',
  'parley.db.copy-2',
  'secrets.json',
  'server.json',
  'workspaces',
  'workspaces.json',
]

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s shuts down cleanly and deletes bodies',
  async signal => {
    const one = start(['--no-open'])
    const address = await addressOf(one)
    const client = createTestClient(address)
    const window = await watchWindow(client)
    const sendId = crypto.randomUUID()
    // Small bodies have no file.
    const request = newHttpRequest({ method: 'GET', url: '{{baseUrl}}/binary?bytes=100000' })
    await client.sends.start({
      windowId: window.windowId,
      sendId,
      requestId: 'r1',
      parentId: await sampleId(client),
      request,
    })
    await window.waitForState(sendId, 'answered')
    expect(programs.temporaryNames()).toHaveLength(1)
    expect(readdirSync(join(home, programs.temporaryNames()[0] ?? ''))).toHaveLength(1)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    one.child.kill(signal)
    expect(await one.ended).toEqual({ code: 0, signal: null })
    expect(readdirSync(home).toSorted()).toEqual(keptNames)
    expect(one.errors()).toBe('')
  },
)

test('the next start deletes what a killed server left', async () => {
  const killed = start(['--no-open', '--no-demo'])
  await addressOf(killed)
  expect(programs.temporaryNames()).toHaveLength(1)
  killed.child.kill('SIGKILL')
  await killed.ended
  const running = start(['--no-open', '--no-demo'])
  await addressOf(running)
  const processIds = programs.temporaryNames().map(name => Number(name.split('-')[1]))
  expect(processIds).toEqual([running.child.pid])
})

test('an app window is opened through a file that only the owner can read, deleted after the first load (SE2, SE7)', async () => {
  const seen = join(folder, 'arguments')
  const browser = join(folder, 'chromium')
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}.new'\n/bin/mv '${seen}.new' '${seen}'\n`)
  chmodSync(browser, 0o755)
  const one = start(['--no-demo'], { DISPLAY: ':99' })
  const { origin, token } = await addressOf(one)
  await waitFor(() => existsSync(seen), 'the browser to be started')
  const args = readFileSync(seen, 'utf8').trim().split('\n')
  expect(args.slice(0, -1)).toEqual(sandboxArguments())
  const argument = args.at(-1) ?? ''
  expect(argument).toMatch(/^--app=file:\/\//)
  expect(argument).not.toContain(token)
  const path = fileURLToPath(argument.slice('--app='.length))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toContain(`0; url=${origin}/#token=${token}"`)
  const commandLine = readFileSync(`/proc/${one.child.pid}/cmdline`, 'utf8')
  const environment = readFileSync(`/proc/${one.child.pid}/environ`, 'utf8')
  expect(commandLine + environment).not.toContain(token)
  expect((await fetch(`${origin}/`)).status).toBe(200)
  expect(existsSync(path)).toBe(false)
})
