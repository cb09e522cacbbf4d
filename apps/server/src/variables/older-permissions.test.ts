import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { writeOlderPermission } from './older-permissions.testkit.ts'

const place = { kind: 'workspace' } as const
const secrets = [{ place, name: 'key' }]

let folder: string
let running: TestServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-older-'))
  await writeOlderPermission(join(folder, 'data'), join(folder, 'older'))
  running = await start()
})

afterEach(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = () =>
  startTestServer({ appDataFolder: join(folder, 'data'), workspaceFolder: join(folder, 'older') })

async function isAllowed(): Promise<unknown> {
  const opened = await running.client.variables.open({ place })
  return opened.state === 'failed' ? opened : opened.variables.map(({ variable }) => variable)
}

const named = () => running.client.variables.permissionsOfFiles()

test('permissions in an older file are listed until the user decides, also after a restart', async () => {
  expect(await named()).toEqual(secrets)
  expect(await named()).toEqual(secrets)
  await running.close()
  running = await start()
  expect(await named()).toEqual(secrets)
  expect(await isAllowed()).toMatchObject([{ name: 'key', allowedToScripts: false }])
})

test.each([true, false])(
  'a decided permission (%s) is not listed again, and the file is not changed',
  async allowed => {
    const file = readFileSync(join(folder, 'older', 'workspace.yml'), 'utf8')
    expect(await running.client.variables.setScriptAccess({ secrets, isAllowed: allowed })).toEqual({
      state: 'done',
    })
    expect(await named()).toEqual([])
    await running.close()
    running = await start()
    expect(await named()).toEqual([])
    expect(await isAllowed()).toMatchObject([{ name: 'key', allowedToScripts: allowed }])
    expect(readFileSync(join(folder, 'older', 'workspace.yml'), 'utf8')).toBe(file)
  },
)
