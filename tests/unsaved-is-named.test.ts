import { randomUUID } from 'node:crypto'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newHttpRequest } from '@parley/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runInProcess } from '../apps/cli/src/io/run-in-process.testkit.ts'
import { useMcpFixture } from '../apps/cli/src/mcp/mcp-fixture.testkit.ts'
import { sampleId, startTestServer, type TestServer } from '../apps/server/src/start-test-server.testkit.ts'

/** Agents and the command line use what is saved, and name what the open app has not saved. */

let running: TestServer
const agents = useMcpFixture()

beforeEach(async () => {
  running = await startTestServer()
  const { origin, token } = running.server
  const instance = { processId: process.pid, address: `${origin}/#token=${token}` }
  writeFileSync(join(running.appDataFolder, 'instance.json'), JSON.stringify(instance))
})
afterEach(() => running.close())

const bookshop = () => join(running.appDataFolder, 'workspaces', 'bookshop')

async function saved(parentId: string, name: string): Promise<string> {
  const request = newHttpRequest({ name, url: `${running.demo.baseUrl}/echo` })
  const made = await running.client.library.createRequest({ parentId, request })
  if (made.state === 'failed') throw new Error(made.sentence)
  return made.id
}

test('what is not saved is named by name, and only of the files that are sent (MC1)', async () => {
  const { client } = running
  const sample = await sampleId(client)
  const [sentId, otherId] = [await saved(sample, 'Sent'), await saved(sample, 'Other')]
  const made = await client.library.createCollection({ name: 'Elsewhere' })
  const windowId = randomUUID()
  const { workspaceFolder } = await client.tabs.claim({ windowId, sequence: 1, after: null })
  const unsaved = [
    { entryId: null, words: 'Local (region)' },
    { entryId: sample, words: 'Bookshop API (host)' },
    { entryId: sentId, words: 'Sent' },
    { entryId: otherId, words: 'Other' },
    { entryId: made.state === 'created' ? made.id : '', words: 'Elsewhere (x)' },
  ]
  const tabs = unsaved.map(one => ({
    tabId: randomUUID(),
    requestId: null,
    view: '',
    draft: { state: 'none' } as const,
    unsaved: one,
  }))
  const window = { windowId, sequence: 2, isLast: false, workspaceFolder, activeTabId: null }
  await client.tabs.save({ ...window, tabs })
  const named = ['Local (region)', 'Bookshop API (host)', 'Sent']

  const env = { PARLEY_HOME: running.appDataFolder, PARLEY_KEYCHAIN: 'off' }
  const file = join('Bookshop API', 'Sent.yml')
  for (const command of ['run', 'send']) {
    const { stderr } = await runInProcess([command, file], { cwd: bookshop(), env })
    expect(stderr).toContain(`Not saved in the open Parley, so not used: ${named.join(', ')}.`)
  }
  expect((await runInProcess(['run', file, '--quiet'], { cwd: bookshop(), env })).stderr).toBe('')

  const agent = await agents.connect([bookshop()], '2.4.0, which negotiates', running.appDataFolder)
  const { data } = await agent.call('send_request', { path: 'Bookshop API/Sent.yml' })
  expect(data.notSaved).toEqual(named)
  await client.tabs.save({ ...window, sequence: 3, tabs: [] })
  const again = await agent.call('send_request', { path: 'Bookshop API/Sent.yml' })
  expect(again.data).not.toHaveProperty('notSaved')
})

const toolFiles = globSync('*.ts', {
  cwd: fileURLToPath(new URL('../apps/cli/src/mcp/tools', import.meta.url)),
})
  .filter(name => !/\.(?:test|slow|testkit)\.ts$/.test(name))
  .map(name => name.slice(0, -'.ts'.length))

test('every tool that sends can name what is not saved', async () => {
  const sending: unknown[] = []
  for (const file of toolFiles)
    for (const tool of Object.values(await import(`../apps/cli/src/mcp/tools/${file}.ts`)))
      if (step(step(tool, 'annotations'), 'openWorldHint') === true) sending.push(tool)
  expect(sending.map(tool => step(tool, 'name'))).toContain('send_request')
  for (const tool of sending)
    expect(step(step(step(tool, 'output'), 'shape'), 'notSaved'), String(step(tool, 'name'))).toBeDefined()
})

function step(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
