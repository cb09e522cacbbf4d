import { tokenHeader } from '@parley/appdata'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { procedurePaths } from './audit-routes.testkit.ts'

let running: TestServer
beforeAll(async () => {
  running = await startTestServer()
})
afterAll(() => running.close())

/** Texts of JSON that are the arguments of no call. */
const wrong: Readonly<Record<string, string>> = {
  'a number': '5',
  'a list of lists': `${'['.repeat(500)}${']'.repeat(500)}`,
  'a prototype': '{"__proto__":{"polluted":true},"id":"../../x","windowId":"\\u0000"}',
  'another text than JSON': '{"a"',
}

/** Calls a procedure with the text of its arguments. */
async function call(path: string, text: string) {
  const { origin, token } = running.server
  const headers = { [tokenHeader]: token, 'content-type': 'application/json' }
  const response = await fetch(origin + path, { method: 'POST', headers, body: `{"json":${text}}` })
  return { statusCode: response.status, text: await response.text() }
}

/** They take no arguments, and look at none. */
const withoutArguments: readonly string[] = [
  '/rpc/session/describe',
  '/rpc/library/readTree',
  '/rpc/library/listDeleted',
  '/rpc/workspaces/list',
  '/rpc/workspaces/listBackups',
  '/rpc/agents/read',
  '/rpc/variables/count',
  '/rpc/variables/permissionsOfFiles',
  '/rpc/variables/overridden',
  '/rpc/variables/acknowledgeOverridden',
  '/rpc/sessionValues/clear',
  '/rpc/history/clear',
  '/rpc/updates/check',
  '/rpc/updates/cancel',
  '/rpc/appData/describe',
  '/rpc/appData/dismissRecovery',
]

test.each(Object.entries(wrong))('every call refuses %s as its arguments (LS13)', async (what, text) => {
  const accepted: string[] = []
  for (const path of procedurePaths()) {
    const answer = await call(path, text)
    if (answer.statusCode === 200) accepted.push(path)
    else expect([path, answer.statusCode]).toEqual([path, 400])
    expect(answer.text, path).not.toMatch(/\bat .+:\d+:\d+|node_modules\/@/)
  }
  expect(accepted).toEqual(what === 'another text than JSON' ? [] : withoutArguments)
  expect(Object.prototype).not.toHaveProperty('polluted')
  expect((await running.client.library.readTree()).collections).toHaveLength(1)
})
