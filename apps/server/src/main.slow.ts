import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

/**
 * Lists everything in the app data except files with mode 0600 and folders with mode 0700, each with its
 * mode.
 */
function notPrivate(path = home): readonly string[] {
  const stats = statSync(path)
  const below = stats.isDirectory() ? readdirSync(path).flatMap(name => notPrivate(join(path, name))) : []
  const mode = stats.mode & 0o777
  return mode === (stats.isDirectory() ? 0o700 : 0o600) ? below : [`${mode.toString(8)} ${path}`, ...below]
}

/** Lists all paths of the app data, the folder first. */
function allPaths(): readonly string[] {
  return [home, ...readdirSync(home, { recursive: true, encoding: 'utf8' }).map(name => join(home, name))]
}

test('all files are readable only by their owner, and files that others could open are restricted (SE2)', async () => {
  const one = start(['--no-open'])
  const address = await addressOf(one)
  const client = createTestClient(address)
  const window = await watchWindow(client)
  const secret = { secret: true, name: 'key', enabled: true, allowedToScripts: true } as const
  const variables = [{ variable: secret, secretValue: 'value' }]
  expect(await client.environments.create({ name: 'E', variables })).toMatchObject({ state: 'created' })
  const place = { kind: 'global' } as const
  expect(await client.variables.save({ place, variables, baseVersion: null })).toMatchObject({
    state: 'saved',
  })
  const sendId = crypto.randomUUID()
  const request = newHttpRequest({ method: 'GET', url: '{{baseUrl}}/binary?bytes=100000' })
  const parentId = await sampleId(client)
  await client.library.createRequest({ parentId, request })
  await client.sends.start({ windowId: window.windowId, sendId, requestId: 'r1', parentId, request })
  await window.waitForState(sendId, 'answered')
  expect(await client.workspaces.create({ name: 'Another', folder: '' })).toMatchObject({ state: 'done' })
  expect(allPaths().map(path => basename(path))).toEqual(
    expect.arrayContaining(['E.yml', 'globals.yml', 'secrets.json', 'Another', ...programs.temporaryNames()]),
  )
  expect(notPrivate()).toEqual([])
  one.child.kill('SIGTERM')
  await one.ended
  expect(notPrivate()).toEqual([])

  for (const path of allPaths()) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666)
  chmodSync(home, 0o700)
  const sentence = `Parley’s data in ${home} had permissions for other users of this computer.`
  const again = start(['--no-open', '--no-demo'])
  await waitFor(() => again.output().includes('Parley is ready at'), again.output, { timeoutMs: 60_000 })
  expect(again.output().split(sentence)).toHaveLength(2)
  expect(notPrivate()).toEqual([])
  again.child.kill('SIGTERM')
  await again.ended
  const third = start(['--no-open', '--no-demo'])
  await addressOf(third)
  expect(third.output()).not.toContain(sentence)
})

test('prints the address of the demo API, for use on the command line', async () => {
  const one = start(['--no-open'])
  await addressOf(one)
  const match = await waitFor(
    () => /\nThe demo API is at (http:\/\/127\.0\.0\.1:\d+\/v1)\n$/.exec(one.output()),
    () => `the demo API's address (${one.output()})`,
    { timeoutMs: 15_000 },
  )
  expect((await fetch(`${match[1]}/books`)).status).toBe(200)
})

test('a damaged database is repaired, and the start prints what is lost and where the old file is', async () => {
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(join(home, 'parley.db'), 'no database at all'.repeat(999), { mode: 0o600 })
  const one = start(['--no-open', '--no-demo'])
  await addressOf(one)
  await waitFor(() => one.errors().includes('kept as'), 'the sentence')
  expect(one.errors()).toMatch(/^Parley’s database was damaged and was repaired\.\nLost: .*unsaved tabs.*\n/)
  const path = /^The damaged file is kept as (.+)\. You can delete it if nothing is missing\.$/m.exec(
    one.errors(),
  )
  expect(readFileSync(path?.[1] ?? '', 'utf8')).toMatch(/^no database/)
})

test.each([
  [['--port', 'x'], '--port takes a number from 0 to 65535.'],
  [['--port', '65536'], '--port takes a number from 0 to 65535.'],
  [['--port', ''], '--port takes a number from 0 to 65535.'],
  [['--port', '0x50'], '--port takes a number from 0 to 65535.'],
  [
    ['--what'],
    "Unknown option '--what'. It takes --port NUMBER, --workspace FOLDER, --page FOLDER, --no-open and --no-demo.",
  ],
  [['--page', '/nowhere'], 'The page is not built: /nowhere holds no index.html. Run npm run build first.'],
])('%s ends with one sentence and 3', async (args, sentence) => {
  const one = start(['--no-open', ...args])
  expect(await one.ended).toEqual({ code: 3, signal: null })
  expect(one.errors()).toBe(`${sentence}\n`)
  expect(one.output()).toBe('')
})

test('a port that is in use exits with one sentence and 3', async () => {
  const taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : 0
  const one = start(['--no-open', '--port', `${port}`])
  expect(await one.ended).toEqual({ code: 3, signal: null })
  expect(one.errors()).toBe(`Port ${port} is in use by another program. Give another one to --port.\n`)
  expect(programs.temporaryNames()).toEqual([])
  await new Promise(resolve => taken.close(resolve))
})

test('a folder that cannot be created exits with one sentence and 3', async () => {
  writeFileSync(join(folder, 'file'), '')
  const one = start(['--no-open'], { PARLEY_HOME: join(folder, 'file', 'below') })
  expect(await one.ended).toEqual({ code: 3, signal: null })
  expect(one.errors()).toBe(
    'The folder for Parley’s own data could not be created: part of its path is a file, not a folder (ENOTDIR). Set PARLEY_HOME to a folder that you can write to.\n',
  )
})
