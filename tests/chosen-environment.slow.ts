import { randomUUID } from 'node:crypto'
import { globSync, mkdirSync, realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { type Sink, startSink, waitFor } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useMcpFixture } from '../apps/cli/src/mcp/mcp-fixture.testkit.ts'
import { type OverridingSource, overridingSources } from '../apps/cli/src/run/chosen-environment.testkit.ts'
import { useRunFixture } from '../apps/cli/src/run/run-fixture.testkit.ts'
import { startTestServer } from '../apps/server/src/start-test-server.testkit.ts'
import { watchWindow } from '../apps/server/src/watch-window.testkit.ts'

/** What the command line sends with a chosen environment is in its own test; here the page and agents send the same. */
const fixture = useRunFixture()
const agents = useMcpFixture()
let prod: Sink
beforeAll(async () => {
  prod = await startSink()
})
afterAll(() => prod.close())

/** Imports a collection and its environment into a new workspace, and returns its folder. */
async function imported({ path, environment }: OverridingSource): Promise<string> {
  const env = { PARLEY_HOME: fixture.path('home') }
  for (const source of environment === 'Prod' ? [path] : [path, environment]) {
    const { code, stderr } = await fixture.runCommand(['import', source, '--into', 'new'], { env })
    expect({ code, stderr }).toMatchObject({ code: 0 })
  }
  return realpathSync(fixture.path('new'))
}

/** Opens the workspace, chooses the environment and sends the request from its tab. */
async function sendFromPage(workspaceFolder: string): Promise<void> {
  const appDataFolder = fixture.path('page')
  mkdirSync(appDataFolder)
  const running = await startTestServer({ workspaceFolder, appDataFolder })
  const window = await watchWindow(running.client)
  try {
    const environments = () =>
      window.events.flatMap(one => (one.type === 'environments' ? one.environments : []))
    await waitFor(() => environments().length > 0, 'the environments')
    await running.client.environments.activate({
      id: environments().find(one => one.name === 'Prod')?.id ?? '',
    })
    const { requestId, parentId } = await requestCalledR(running.client)
    const { request } = await running.client.library.readRequest({ id: requestId })
    const sendId = randomUUID()
    const { windowId } = window
    await running.client.sends.start({ windowId, sendId, requestId, parentId, request })
    await window.waitForState(sendId, 'answered')
  } finally {
    await window.close()
    await running.close()
  }
}

type Client = Awaited<ReturnType<typeof startTestServer>>['client']

/** Returns the IDs of the request that is called `r`, and of the folder or collection in which it is. */
async function requestCalledR(client: Client): Promise<{ requestId: string; parentId: string }> {
  const open = [...(await client.library.readTree()).collections]
  for (let container = open.pop(); container !== undefined; container = open.pop())
    for (const node of container.children) {
      if (node.kind !== 'request') open.push(node)
      else if (node.name === 'r') return { requestId: node.id, parentId: container.id }
    }
  throw new Error('There is no request that is called r')
}

async function sendByAgent(folder: string): Promise<void> {
  const [file = ''] = globSync('**/r.yml', { cwd: folder })
  const agent = await agents.connect([folder, '-e', 'Prod'])
  const { text } = await agent.call('send_request', { path: relative(folder, `${folder}/${file}`) })
  expect(text).toContain('200')
}

const consumers = { 'the page': sendFromPage, 'an agent': sendByAgent }

describe.each(Object.entries(overridingSources))('the environment wins: %s', (_, write) => {
  test.each(Object.entries(consumers))('%s', async (_consumer, send) => {
    const source = write(fixture, { dev: fixture.sink.url, prod: prod.url })
    const before = prod.requests.length
    await send(await imported(source))
    expect(prod.requests.slice(before).map(({ url }) => url)).toEqual([source.target])
    expect(fixture.sink.requests).toEqual([])
  })
})
