import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newAuth, newHttpRequest } from '@parley/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../start-server.ts'
import { createTestClient, type TestClient, writeTestPage } from '../start-test-server.testkit.ts'

let folder: string
let running: RunningServer | null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-moved-'))
  running = null
})

afterEach(async () => {
  await running?.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)

async function start(appDataFolder: string, workspaceFolder?: string): Promise<TestClient> {
  await running?.close()
  mkdirSync(at(appDataFolder), { recursive: true, mode: 0o700 })
  running = await startServer({
    port: 0,
    pageFolder: writeTestPage(at('page')),
    appDataFolder: at(appDataFolder),
    demoBaseUrl: null,
    keychain: async () => null,
    ...(workspaceFolder === undefined ? {} : { workspaceFolder: at(workspaceFolder) }),
  })
  return createTestClient(running)
}

async function stop(): Promise<void> {
  await running?.close()
  running = null
}

/** Creates a request with a token; resolves to its ID. */
async function makeSecret(client: TestClient): Promise<string> {
  const collection = await client.library.createCollection({ name: 'Shop' })
  if (collection.state === 'failed') throw new Error(collection.sentence)
  const folderMade = await client.library.createFolder({ parentId: collection.id, name: 'Old' })
  if (folderMade.state === 'failed') throw new Error(folderMade.sentence)
  const request = newHttpRequest({
    name: 'Get',
    method: 'GET',
    url: 'http://x.test',
    auth: { ...newAuth('bearer'), token: 'kept token' },
  })
  const made = await client.library.createRequest({ parentId: folderMade.id, request })
  if (made.state === 'failed') throw new Error(made.sentence)
  return made.id
}

async function expectToken(client: TestClient, id: string): Promise<void> {
  const { request } = await client.library.readRequest({ id })
  expect(request.auth).toMatchObject({ type: 'bearer', token: 'kept token' })
}

const shop = (home: string) => join(at(home), 'workspaces', 'bookshop', 'Shop')

test.each([
  ['a file', (home: string) => renameSync(join(shop(home), 'Old', 'Get.yml'), join(shop(home), 'Moved.yml'))],
  ['a folder', (home: string) => renameSync(join(shop(home), 'Old'), join(shop(home), 'Moved'))],
  ['a collection', (home: string) => renameSync(shop(home), join(shop(home), '..', 'Moved'))],
])('%s that was moved while no server ran keeps its ID and token', async (_, move) => {
  const id = await makeSecret(await start('data'))
  await stop()
  move('data')
  await expectToken(await start('data'), id)
})

test('app data that was moved or copied elsewhere keeps IDs and tokens, and opens the workspace in it', async () => {
  const id = await makeSecret(await start('data'))
  await stop()
  cpSync(at('data'), at('copy'), { recursive: true })
  const client = await start('copy')
  await expectToken(client, id)
  const workspaces = await client.workspaces.list()
  expect(workspaces.find(one => one.isOpen)?.folder).toBe(join(at('copy'), 'workspaces', 'bookshop'))
  await stop()
  renameSync(at('data'), at('moved'))
  await expectToken(await start('moved'), id)
})

test('a moved workspace keeps IDs and tokens; a copy is a separate workspace', async () => {
  mkdirSync(at('mine'))
  const id = await makeSecret(await start('data', 'mine'))
  await stop()
  cpSync(at('mine'), at('copy'), { recursive: true })
  const { collections } = await (await start('data', 'copy')).library.readTree()
  expect(JSON.stringify(collections)).toContain('"Get"')
  expect(JSON.stringify(collections)).not.toContain(id)
  await stop()
  renameSync(at('mine'), at('elsewhere'))
  await expectToken(await start('data', 'elsewhere'), id)
})
