import { newHttpRequest, noScripts } from '@parley/model'
import { type Sink, startSink } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { VariablesPlace } from '../contract/index.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import {
  createTestClient,
  sampleId,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'

const canary = 'canary-4c9e'
let running: TestServer
let later: RunningServer | null = null
let sink: Sink

/** Gives each test of the file a server and a sink. */
export function useServerAndSink(): void {
  beforeEach(async () => {
    running = await startTestServer()
    sink = await startSink()
  })
  afterEach(async () => {
    await later?.close()
    later = null
    await running.close()
    await sink.close()
  })
}

/** Each owner of a secret variable. */
const places: Readonly<Record<string, (client: TestClient) => Promise<VariablesPlace>>> = {
  async environment(client) {
    const made = await client.environments.create({ name: 'E', variables: [] })
    if (made.state === 'failed') throw new Error(made.sentence)
    await client.environments.activate({ id: made.id })
    return { kind: 'environment', id: made.id }
  },
  workspace: async () => ({ kind: 'workspace' }),
  global: async () => ({ kind: 'global' }),
}

/** Every script call that sets, changes or removes a variable. */
export const writes: readonly string[] = [
  ...['tool', 'pm', 'insomnia'].flatMap(namespace =>
    ['variables', 'environment', 'collectionVariables', 'globals'].flatMap(scope => [
      `${namespace}.${scope}.set("key", "mine")`,
      `${namespace}.${scope}.unset("key")`,
    ]),
  ),
  'pm.environment.clear()',
  'pm.globals.clear()',
  ...['setVar', 'setEnvVar', 'setGlobalEnvVar'].map(name => `bru.${name}("key", "mine")`),
  'bru.deleteVar("key")',
  'bru.deleteEnvVar("key")',
  'pw.env.set("key", "mine")',
  'pw.env.unset("key")',
  ...['Environment', 'Global'].flatMap(scope => [
    `postman.set${scope}Variable("key", "mine")`,
    `postman.clear${scope}Variable("key")`,
    `postman.clear${scope}Variables()`,
  ]),
]

async function send(client: TestClient, preRequest: string): Promise<void> {
  const window = await watchWindow(client)
  const sendId = crypto.randomUUID()
  const headers = [{ name: 'X-Key', value: '{{key}}', enabled: true }]
  const request = newHttpRequest({ url: sink.url, headers, scripts: { ...noScripts, preRequest } })
  const parentId = await sampleId(client)
  await client.sends.start({ windowId: window.windowId, sendId, requestId: 'r', parentId, request })
  await expect.poll(() => window.latest(sendId)?.state ?? 'awaiting').not.toBe('awaiting')
  await window.close()
}

/** Tests that none of the scripts, each in a send of its own, changes a secret. */
export function testScripts(scripts: readonly string[]): void {
  test.each(Object.keys(places))(
    'no script changes a secret of the kind %s, allowed to scripts or not (attacks SE4)',
    async kind => {
      const place = await places[kind]?.(running.client)
      if (place === undefined) throw new Error(kind)
      for (const allowedToScripts of [true, false]) {
        const opened = await running.client.variables.open({ place })
        if (opened.state === 'failed') throw new Error(opened.sentence)
        const variable = { secret: true, name: 'key', enabled: true, allowedToScripts } as const
        // The value is set once, so that it has to outlive the scripts of both.
        const secretValue = opened.variables.find(one => one.variable.name === 'key')?.secretValue ?? canary
        const variables = [{ variable, secretValue }]
        await running.client.variables.save({ place, variables, baseVersion: opened.version })
        for (const script of scripts) await send(running.client, script)
        const after = await running.client.variables.open({ place })
        expect(after).toMatchObject({ variables: [{ variable, secretValue: canary }] })
      }
      await running.server.close()
      later = await startServer({
        port: 0,
        pageFolder: `${running.folder}/page`,
        appDataFolder: running.appDataFolder,
        demoBaseUrl: null,
        keychain: async () => null,
      })
      const before = sink.requests.length
      await send(createTestClient(later), '')
      const keys = sink.requests
        .slice(before)
        .flatMap(({ headers }) => headers.filter(({ name }) => name === 'X-Key'))
      expect(keys.map(({ value }) => value)).toEqual([canary])
    },
  )
}

/** Returns a script that ignores the error of a write. */
export const tried = (write: string): string => `try { ${write} } catch {}`
