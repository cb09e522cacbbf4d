import { newHttpRequest, noScripts } from '@parley/model'
import { type Sink, startSink } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SecretPlace } from '../contract/index.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import {
  createTestClient,
  sampleId,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'
import { openVariables, saveVariables, secretOwners } from './secret-owners.testkit.ts'

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

async function send(client: TestClient, parentId: string, preRequest: string): Promise<void> {
  const window = await watchWindow(client)
  const sendId = crypto.randomUUID()
  const headers = [{ name: 'X-Key', value: '{{key}}', enabled: true }]
  const request = newHttpRequest({ url: sink.url, headers, scripts: { ...noScripts, preRequest } })
  await client.sends.start({ windowId: window.windowId, sendId, requestId: 'r', parentId, request })
  await expect.poll(() => window.latest(sendId)?.state ?? 'awaiting').not.toBe('awaiting')
  await window.close()
}

/** Tests that none of the scripts, each in a send of its own, changes a secret of these owners. */
export function testScripts(scripts: readonly string[], kinds: readonly SecretPlace['kind'][]): void {
  test.each(kinds)(
    'no script changes a secret of the kind %s, allowed to scripts or not (attacks SE4)',
    async kind => {
      const { client } = running
      const { place } = await secretOwners[kind](client)
      const parentId = place.kind === 'folder' ? place.id : await sampleId(client)
      for (const allowedToScripts of [true, false]) {
        const before = await openVariables(client, place)
        const variable = { secret: true, name: 'key', enabled: true, allowedToScripts } as const
        // The value is set once, so that it has to outlive the scripts of both.
        const secretValue = before.find(one => one.variable.name === 'key')?.secretValue ?? canary
        await saveVariables(client, place, [{ variable, secretValue }])
        for (const script of scripts) await send(client, parentId, script)
        expect(await openVariables(client, place)).toEqual([{ variable, secretValue: canary }])
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
      await send(createTestClient(later), parentId, '')
      const keys = sink.requests
        .slice(before)
        .flatMap(({ headers }) => headers.filter(({ name }) => name === 'X-Key'))
      expect(keys.map(({ value }) => value)).toEqual([canary])
    },
  )
}

/** Returns a script that ignores the error of a write. */
export const tried = (write: string): string => `try { ${write} } catch {}`
