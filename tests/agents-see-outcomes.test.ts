import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type HttpRequest,
  type NewRequestFields,
  newAuth,
  newHttpRequest,
  noScripts,
  row,
} from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canary } from '../apps/cli/src/mcp/api-workspace.testkit.ts'
import { formsOfCanary, useMcpFixture } from '../apps/cli/src/mcp/mcp-fixture.testkit.ts'
import { runEnd, startRun } from '../apps/server/src/runs/run-fixture.testkit.ts'
import { sampleId, startTestServer, type TestServer } from '../apps/server/src/start-test-server.testkit.ts'
import { saveVariables } from '../apps/server/src/variables/secret-owners.testkit.ts'
import { type WatchedWindow, watchWindow } from '../apps/server/src/watch-window.testkit.ts'

/** What the user sent in the app, as agents see it (assistant.md 2, `get_run`, `list_history`). */

let running: TestServer
let window: WatchedWindow
let sample: string
const agents = useMcpFixture()

beforeEach(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
  sample = await sampleId(running.client)
})
afterEach(async () => {
  await window.close()
  await running.close()
})

const bookshop = () => join(running.appDataFolder, 'workspaces', 'bookshop')
const fileOf = (name: string) => join(bookshop(), 'Bookshop API', `${name}.yml`)
const connect = () => agents.connect([bookshop()], '2.4.0, which negotiates', running.appDataFolder)

/** Saves a request in the sample, and returns its ID. */
async function saved(request: NewRequestFields): Promise<string> {
  const { client } = running
  const made = await client.library.createRequest({ parentId: sample, request: newHttpRequest(request) })
  if (made.state === 'failed') throw new Error(made.sentence)
  return made.id
}

/** Sends a request from its tab, and resolves to the ID of its entry. */
async function sent(requestId: string, request: HttpRequest, state: 'answered' | 'failed' = 'answered') {
  const sendId = randomUUID()
  const { windowId } = window
  const before = (await running.client.history.list({})).totalEntries
  await running.client.sends.start({ windowId, sendId, requestId, parentId: sample, request })
  await window.waitForState(sendId, state)
  await waitFor(async () => (await running.client.history.list({})).totalEntries > before, 'the entry')
  return sendId
}

async function savedAndSent(request: NewRequestFields) {
  return sent(await saved(request), newHttpRequest(request))
}

/** Starts a run of some requests of the sample. */
const runOf = (names: readonly string[]) =>
  startRun(running.client, window, sample, { keys: names.map(name => `Bookshop API/${name}`) })

const echo = (path = '') => `${running.demo.baseUrl}/echo${path}`

async function listed(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const agent = await connect()
  const { data } = await agent.call('list_history')
  return Array.isArray(data.outcomes) ? data.outcomes : []
}

test('sends and runs of the app are listed and read, with those of the agent', async () => {
  const script = 'pm.test("is 201", () => pm.response.to.have.status(201))'
  const request = { name: 'Kept', url: echo('?a=1'), scripts: { ...noScripts, postResponse: script } }
  const id = await saved(request)
  const sendId = await sent(id, newHttpRequest(request))
  const runId = await startRun(running.client, window, id)
  await runEnd(window, runId)
  const agent = await connect()
  await agent.call('send_request', { path: 'Bookshop API/Kept.yml' })
  const { data } = await agent.call('list_history')
  const path = 'Bookshop API/Kept.yml'
  expect(data.outcomes).toMatchObject([
    { id: 'send-1', by: 'agent', path },
    { id: runId, kind: 'run', by: 'app', path, requests: 1, passed: 0 },
    { id: sendId, kind: 'send', by: 'app', path },
  ])
  const send = await agent.call('get_run', { id: sendId })
  expect(send.data).toMatchObject({
    by: 'app',
    path,
    rows: [{ name: 'Kept', status: 200, outcome: 'failed', tests: [{ name: 'is 201' }] }],
  })
  expect(send.text).toMatch(/data from a server[\s\S]*GET http:\/\/127\.0\.0\.1:\d+\/v1\/echo\?a=1/)
  const run = await agent.call('get_run', { id: runId })
  expect(run.data).toMatchObject({ by: 'app', failed: 1, failedRows: [{ name: 'Kept', status: 200 }] })

  await window.close()
  await running.server.close()
  expect(await listed()).toMatchObject([{ id: runId }, { id: sendId }])
})

const pin = { secret: true, name: 'pin', enabled: true, allowedToScripts: true } as const

/** Sets the secret for all requests, or removes it with null. */
const setPin = (secretValue: string | null) =>
  saveVariables(
    running.client,
    { kind: 'global' },
    secretValue === null ? [] : [{ variable: pin, secretValue }],
  )

test.each([
  ['changed', 'another'],
  ['removed', null],
])('no outcome shows a secret that was %s since (MC1)', async (_what, after) => {
  // Nothing about it looks like a secret.
  await setPin('walnut-harbor')
  const ways: readonly NewRequestFields[] = [
    { name: 'Url', url: echo('?pin={{pin}}') },
    { name: 'Header', headers: [row('X-Pin', '{{pin}}')] },
    { name: 'Auth', auth: { ...newAuth('basic'), username: 'ada', password: '{{pin}}' } },
    { name: 'Body', method: 'POST', body: { type: 'raw', language: 'json', text: '{"a":"{{pin}}"}' } },
  ]
  const ids: string[] = []
  for (const way of ways) ids.push(await savedAndSent({ url: echo(), ...way }))
  const runId = await runOf(ways.map(({ name }) => `${name}`))
  await runEnd(window, runId)
  await setPin(after)
  const agent = await connect()
  const texts: string[] = []
  for (const id of [...ids, runId]) {
    const { text, data, isError } = await agent.call('get_run', { id })
    expect(isError).toBe(false)
    texts.push(text, JSON.stringify(data))
  }
  expect(texts.join('\n')).toContain('{{pin}}')
  expect(texts.join('\n')).not.toContain('walnut-harbor')
  expect(texts.join('\n')).not.toContain(Buffer.from('ada:walnut-harbor').toString('base64'))
})

test('no outcome shows a secret, wherever requests, responses or results had it (MC1)', async () => {
  await setPin(`${canary}/pin`)
  const test = `pm.test("c ${canary} " + pm.variables.get("pin"), () => { throw new Error("password=" + pm.variables.get("pin")) })`
  const ways: readonly NewRequestFields[] = [
    { name: 'Url', url: echo('?pin={{pin}}') },
    { name: 'Header', headers: [row('X-Pin', '{{pin}}'), row('Cookie', `session=${canary}`)] },
    { name: 'Auth', auth: { ...newAuth('apiKey'), key: 'sid', value: canary, placement: 'query' } },
    { name: 'Basic', auth: { ...newAuth('basic'), username: 'ada', password: canary } },
    {
      name: 'Body',
      method: 'POST',
      body: { type: 'raw', language: 'json', text: `{"password":"${canary}","a":"{{pin}}"}` },
    },
    { name: 'Test', scripts: { ...noScripts, postResponse: test } },
    { name: 'Down', url: 'http://127.0.0.1:1/{{pin}}' },
  ]
  const ids: string[] = []
  for (const way of ways) {
    const request = { url: echo(), ...way }
    const id = await saved(request)
    ids.push(await sent(id, newHttpRequest(request), way.name === 'Down' ? 'failed' : 'answered'))
  }
  const runId = await runOf(ways.map(({ name }) => `${name}`))
  await runEnd(window, runId)
  const agent = await connect()
  const texts = [(await agent.call('list_history')).text]
  for (const id of [...ids, runId]) {
    const { text, data, isError } = await agent.call('get_run', { id })
    expect(isError).toBe(false)
    texts.push(text, JSON.stringify(data))
  }
  expect(texts.join('\n')).toContain('{{pin}}')
  for (const form of formsOfCanary()) expect(texts.join('\n')).not.toContain(form)
  expect(agent.stderr()).not.toContain(canary)
})

test('outcomes of requests that agents may not use are neither listed nor read (MC1)', async () => {
  const shown = await savedAndSent({ name: 'Shown', url: echo() })
  const hidden = await savedAndSent({ name: 'Hidden', url: echo() })
  const draft = await sent(randomUUID(), newHttpRequest({ url: echo() }))
  const gone = await savedAndSent({ name: 'Gone', url: echo() })
  const runId = await runOf(['Shown', 'Hidden', 'Gone'])
  expect(await runEnd(window, runId)).toMatchObject({ state: 'ended' })
  appendFileSync(fileOf('Hidden'), '\nextensions:\n  parley:\n    agents: false\n')
  rmSync(fileOf('Gone'))
  const agent = await connect()
  const { data, text } = await agent.call('list_history')
  expect(data.outcomes).toMatchObject([{ id: runId }, { id: shown }])
  expect(text).not.toContain('Hidden')
  expect((await agent.call('get_run', { id: runId })).text).not.toContain('Hidden')
  for (const id of [hidden, draft, gone])
    expect((await agent.call('get_run', { id })).data).toMatchObject({ code: 'NOT_FOUND' })

  const collection = join(bookshop(), 'Bookshop API', 'opencollection.yml')
  writeFileSync(
    collection,
    `${readFileSync(collection, 'utf8')}\nextensions:\n  parley:\n    agents: false\n`,
  )
  expect((await agent.call('list_history')).data.outcomes).toEqual([])
  expect((await agent.call('get_run', { id: shown })).data).toMatchObject({ code: 'NOT_FOUND' })
})

test('outcomes of another workspace are neither listed nor read (MC1)', async () => {
  const folder = join(realpathSync(running.folder), 'other')
  await running.client.workspaces.create({ name: 'Other', folder })
  sample = await (async () => {
    const made = await running.client.library.createCollection({ name: 'Shop' })
    if (made.state === 'failed') throw new Error(made.sentence)
    return made.id
  })()
  const other = await savedAndSent({ name: 'Other', url: echo() })
  const agent = await connect()
  expect((await agent.call('list_history')).data.outcomes).toEqual([])
  expect((await agent.call('get_run', { id: other })).data).toMatchObject({ code: 'NOT_FOUND' })
  const own = await agents.connect([folder], '2.4.0, which negotiates', running.appDataFolder)
  expect((await own.call('list_history')).data.outcomes).toMatchObject([{ id: other }])
})

test.each(['../../etc/passwd', '__proto__', "' OR 1=1 --", 'send-99', ''])(
  '%j is no outcome (MC1)',
  async id => {
    const agent = await connect()
    expect((await agent.call('get_run', { id })).data).toMatchObject({ code: 'NOT_FOUND' })
  },
)
