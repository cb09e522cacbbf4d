import { defaultSendSettings, fetchSchema } from '@parley/engine'
import { newHttpRequest } from '@parley/model'
import { startSink } from '@parley/testkit'
import { expect, test } from 'vitest'
import { startEngine } from './send-through-engine.testkit.ts'

test('a schema of 50 MB is fetched (GQ1)', async () => {
  const content = new Uint8Array(50_000_000).fill(32)
  content.set(new TextEncoder().encode('{"data":{"__schema":{'))
  const headers = ['Content-Type', 'application/json']
  const server = await startSink(() => ({ statusCode: 200, headers, content }))
  const engine = startEngine()
  const context = {
    ancestors: [],
    environment: null,
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [],
    defaultSettings: defaultSendSettings,
  }
  const request = newHttpRequest({ url: `${server.url}/graphql` })
  const fetched = await fetchSchema(request, context, engine.ports, new AbortController().signal)
  expect(fetched.ok && fetched.value.content.byteLength).toBe(50_000_000)
  engine.close()
  await server.close()
})
