import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { row } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import type { RunOptionsInput } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { startServer } from '../start-server.ts'
import { createTestClient, startTestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'
import { collectionOf, expectOk, runEnd, runIn, startRun, tested } from './run-fixture.testkit.ts'

const running = useSharedServerWithSamples()
let window: WatchedWindow
let url: string

beforeEach(async () => {
  window = running.window
  url = running.demo.baseUrl
})

async function rowsOf(runId: string, client = running.client) {
  return (await client.runs.readRows({ runId, from: 0, limit: 5000 })).rows
}

async function bodyText(handle: string, client = running.client) {
  return (await client.bodies.readText({ handle, view: 'raw', offset: 0, maxBytes: 10_000 })).text
}

async function reportOf(runId: string, format: 'json' | 'junit' | 'html' | 'tap'): Promise<string> {
  const { windowId } = window
  const exportId = randomUUID()
  await running.client.exports.start({ windowId, exportId, source: { kind: 'run', runId, format } })
  await waitFor(
    () => window.events.some(event => event.type === 'export' && event.exportId === exportId),
    'it',
  )
  const { path } = await running.client.exports.mintTicket({ windowId, exportId })
  return (await fetch(`${running.server.origin}${path}`)).text()
}

test('a run reports its progress, and its rows, exchanges, tests and bodies can be read', async () => {
  const { client } = running
  const id = await collectionOf(client, 'Shop', [
    tested('Good', `${url}/books/1204`, expectOk),
    tested('Bad', `${url}/status/404`, expectOk),
    tested('Gone', 'http://127.0.0.1:1/'),
  ])
  const runId = await startRun(client, window, id, { options: { iterations: 2 } })
  const ended = await runEnd(window, runId)
  expect(ended).toMatchObject({ name: 'Shop', state: 'ended', requests: 3, totalRows: 6, problem: null })
  expect(ended.summary).toMatchObject({ state: 'completed', counts: { passed: 2, failed: 2, error: 2 } })
  const rows = await rowsOf(runId)
  expect(
    rows.map(({ name, iteration, status, statusCode, failureCode }) => ({
      name,
      iteration,
      status,
      statusCode,
      failureCode,
    })),
  ).toEqual(
    [0, 1].flatMap(iteration => [
      { name: 'Good', iteration, status: 'passed', statusCode: 200, failureCode: null },
      { name: 'Bad', iteration, status: 'failed', statusCode: 404, failureCode: null },
      { name: 'Gone', iteration, status: 'error', statusCode: null, failureCode: 'ECONNREFUSED' },
    ]),
  )
  const { result, missingBody } = await client.runs.readResult({ runId, index: 0 })
  expect(missingBody).toBeNull()
  expect(result.tests.results).toEqual([{ name: 'is OK', passed: true }])
  if (result.outcome?.ok !== true) throw new Error('not answered')
  const { handle } = result.outcome.value.exchange.response.content
  expect(JSON.parse(await bodyText(handle))).toMatchObject({ id: 1204 })
  expect(await client.history.list({})).toMatchObject({ totalEntries: 0 })
  expect((await client.runs.list({ targetId: id })).runs.map(run => run.runId)).toEqual([runId])
  await client.runs.remove({ runId })
  expect((await client.runs.list({ targetId: id })).runs).toEqual([])
  await expect(client.runs.readRows({ runId, from: 0, limit: 1 })).rejects.toThrow(
    'This run no longer exists',
  )
  await expect(bodyText(handle)).rejects.toThrow('This response body no longer exists')
})

test('runs outlive the window and the server', async () => {
  const first = await startTestServer()
  const { client, server } = first
  const own = await watchWindow(client)
  const id = await collectionOf(client, 'Shop', [tested('Books', `${url}/books`, expectOk)])
  const runId = await startRun(client, own, id, { options: { iterations: 70 } })
  await runEnd(own, runId)
  const later = await watchWindow(client)
  await waitFor(() => runIn(later, runId)?.state === 'ended', 'the run in another window')
  await later.close()
  await own.close()
  await server.close()
  const again = await startServer({
    port: 0,
    pageFolder: join(first.folder, 'page'),
    appDataFolder: first.appDataFolder,
    demoBaseUrl: null,
    keychain: async () => null,
  })
  try {
    const other = createTestClient(again)
    const { runs } = await other.runs.list({ targetId: id })
    expect(runs).toMatchObject([{ runId, state: 'ended', totalRows: 70 }])
    expect(await rowsOf(runId, other)).toHaveLength(70)
    expect((await other.runs.readRows({ runId, from: 60, limit: 8 })).rows.map(row => row.index)).toEqual([
      60, 61, 62, 63, 64, 65, 66, 67,
    ])
    const { result } = await other.runs.readResult({ runId, index: 69 })
    const handle = result.outcome?.ok ? result.outcome.value.exchange.response.content.handle : ''
    expect(await bodyText(handle, other)).toContain('Solaris')
  } finally {
    await again.close()
    await first.close()
  }
})

test('Cancel ends a run at once, and keeps the results of requests that had ended', async () => {
  const { client } = running
  const id = await collectionOf(client, 'Slow', [
    tested('Quick', `${url}/books`),
    tested('Never', `${url}/delay/60000`),
  ])
  const runId = await startRun(client, window, id)
  await waitFor(() => runIn(window, runId)?.current?.key === 'Slow/Never', 'the second request')
  const { items } = await client.runs.readPlanned({ runId })
  expect(items.map(({ key, method }) => [key, method])).toEqual([
    ['Slow/Quick', 'GET'],
    ['Slow/Never', 'GET'],
  ])
  expect(await client.runs.cancel({ runId })).toEqual({ wasRunning: true })
  const ended = await runEnd(window, runId)
  expect(ended.summary).toMatchObject({ state: 'cancelled', counts: { passed: 1, cancelled: 1 } })
  expect(await client.runs.readPlanned({ runId })).toEqual({ items: [] })
  expect(await client.runs.cancel({ runId })).toEqual({ wasRunning: false })
  expect((await rowsOf(runId)).map(row => row.status)).toEqual(['passed', 'cancelled'])
})

test('a run has its own cookies and session values, its data rows and only the selected requests', async () => {
  const { client } = running
  const setting = tested(
    'Set',
    `${url}/cookies/set?theme={{theme}}`,
    'pm.environment.set("left", "by the run")',
  )
  const showing = tested(
    'Show',
    `${url}/cookies`,
    'pm.test("theme", () => pm.expect(pm.response.text()).to.include(pm.iterationData.get("theme")))',
  )
  const id = await collectionOf(client, 'Jar', [setting, showing, tested('Left out', `${url}/status/500`)])
  const data = { name: 'themes.csv', text: 'theme\ndark\nlight\n' }
  const keys = ['Jar/Set', 'Jar/Show']
  const runId = await startRun(client, window, id, { data, keys, options: { iterations: 2 } })
  const ended = await runEnd(window, runId)
  expect(ended.summary).toMatchObject({ counts: { passed: 4, failed: 0 }, testsPassed: 2 })
  expect(window.events.findLast(event => event.type === 'sessionValues')).toMatchObject({ values: [] })
  expect((await rowsOf(runId)).map(row => row.dataText)).toEqual(
    ['dark', 'dark', 'light', 'light'].map(theme => `theme ${theme}`),
  )
  const { result } = await client.runs.readResult({ runId, index: 3 })
  expect(result.data).toEqual([{ name: 'theme', text: 'light' }])
})

test('a run sends the default headers of the workspace, as they are saved', async () => {
  const { client } = running
  const place = { kind: 'workspace' } as const
  const opened = await client.variables.open({ place })
  if (opened.state === 'failed') throw new Error(opened.sentence)
  const { variables, version: baseVersion } = opened
  const headers = [row('X-Team', 'books')]
  await client.variables.save({ place, variables: [...variables], headers, baseVersion })
  const id = await collectionOf(client, 'Headed', [tested('Get', `${url}/books`)])
  const runId = await startRun(client, window, id)
  await runEnd(window, runId)
  const { outcome } = (await client.runs.readResult({ runId, index: 0 })).result
  const sent = outcome?.ok ? outcome.value.exchange.request.headers : []
  expect(sent).toContainEqual({ name: 'X-Team', value: 'books' })
})

test('the values of a data row become values of the session as in the run, no secret does, and are taken back (SE4)', async () => {
  const { client } = running
  const variable = { name: 'pin', enabled: true, secret: true, allowedToScripts: false } as const
  const made = await client.environments.create({ name: 'Pins', variables: [{ variable, secretValue: '1' }] })
  if (made.state === 'failed') throw new Error(made.sentence)
  const request = tested('Echo', `${url}/echo?code={{code}}&who={{who}}&key={{password}}&pin={{pin}}`)
  const id = await collectionOf(client, 'Rows', [request])
  const text = JSON.stringify([
    { code: 1 },
    { code: 7, who: '{{code}}b', password: 'pass word', pin: '2', '{{': 'x', note: 'y'.repeat(10_001) },
  ])
  const runId = await startRun(client, window, id, {
    data: { name: 'rows.json', text },
    options: { iterations: 2 },
  })
  await runEnd(window, runId)
  expect((await rowsOf(runId)).map(row => row.rowName)).toEqual([undefined, '{{code}}b'])
  const shown = await client.runs.readResult({ runId, index: 1 })
  expect(shown.result.data?.find(({ name }) => name === 'password')?.text).toBe('••••••')

  await client.environments.activate({ id: made.id })
  const taken = await client.sessionValues.set({ runId, index: 1 })
  expect(taken).toMatchObject({
    state: 'set',
    iteration: 1,
    names: ['code', 'who', 'password', '{{'],
    leftOut: ['pin', 'note'],
  })
  const setBy = { dataName: 'rows.json', iteration: 1 }
  const valuesOf = () => window.events.findLast(event => event.type === 'sessionValues')?.values
  await waitFor(() => valuesOf()?.length === 4, 'the values')
  expect(valuesOf()?.[0]).toEqual({ name: 'code', text: '7', isCut: false, setBy })
  expect(await client.variables.list({ parentId: id })).toContainEqual({
    name: 'code',
    value: '7',
    scope: 'session',
    setBy,
  })
  const sendId = randomUUID()
  const { windowId } = window
  await client.sends.start({ windowId, sendId, requestId: 'r1', parentId: id, request })
  expect(await window.waitForState(sendId, 'answered')).toMatchObject({
    exchange: {
      request: { targetUri: expect.stringContaining('?code=7&who=7b&key=pass%20word&pin=1') },
    },
  })

  const setId = taken.state === 'set' ? taken.setId : ''
  expect(await client.sessionValues.undoSet({ setId })).toEqual({ wasKnown: true })
  await waitFor(() => valuesOf()?.length === 0, 'none')
  expect(await client.sessionValues.undoSet({ setId })).toEqual({ wasKnown: false })
  await client.runs.remove({ runId })
  await expect(client.sessionValues.set({ runId, index: 1 })).rejects.toThrow('no longer exists')
})

test('a polled request is sent until it passes, or until its time is up', async () => {
  const { client } = running
  const third = `const sent = Number(pm.environment.get('sent') ?? 0) + 1
    pm.environment.set('sent', String(sent))
    pm.test('is ready', () => pm.expect(sent).to.equal(3))`
  const id = await collectionOf(client, 'Job', [
    tested('Ready', `${url}/books/1204`, third),
    tested('Never', `${url}/status/404`, expectOk),
    tested('Once', `${url}/status/404`, expectOk),
  ])
  const polling = (options: Partial<RunOptionsInput>, polled: readonly string[]) =>
    startRun(client, window, id, { polled: [...polled], options })
  const runId = await polling({ pollEveryMs: 0 }, ['Job/Ready'])
  await runEnd(window, runId)
  const sends = async (id: string) => (await rowsOf(id)).map(row => [row.name, row.status, row.sends])
  expect(await sends(runId)).toEqual([
    ['Ready', 'passed', 3],
    ['Never', 'failed', 1],
    ['Once', 'failed', 1],
  ])
  const givenUp = await polling({ pollEveryMs: 10, pollForMs: 0 }, ['Job/Never'])
  await runEnd(window, givenUp)
  expect((await sends(givenUp))[1]).toEqual(['Never', 'failed', 1])
})

test('a run that cannot start says why, and sends nothing', async () => {
  const { client } = running
  const id = await collectionOf(client, 'Broken', [tested('One', `${url}/books`)])
  const badData = await startRun(client, window, id, { data: { name: 'a.json', text: '{' } })
  expect((await runEnd(window, badData)).problem?.sentence).toMatch(
    /^a\.json has no usable data\. It is not JSON/,
  )
  const nothing = await startRun(client, window, id, { keys: [] })
  expect((await runEnd(window, nothing)).problem?.sentence).toBe('There is no request to run.')
  const gone = await startRun(client, window, 'gone')
  expect((await runEnd(window, gone)).problem?.sentence).toContain('no longer in the workspace')
  writeFileSync(join(running.workspaceFolder, 'Broken', 'One.yml'), 'info: [')
  const damaged = await startRun(client, window, id)
  expect((await runEnd(window, damaged)).problem?.sentence).toContain('One.yml')
})

test('the plan of a folder, a collection and a request lists what would be sent', async () => {
  const { client } = running
  const id = await collectionOf(client, 'Plan', [{ ...tested('A', url), tags: ['smoke'] }])
  const made = await client.library.createFolder({ parentId: id, name: 'Inner' })
  if (made.state === 'failed') throw new Error(made.sentence)
  const added = await client.library.createRequest({ parentId: made.id, request: tested('B', url) })
  if (added.state === 'failed') throw new Error(added.sentence)
  const names = async (targetId: string) => {
    await client.runs.plan({ windowId: window.windowId, targetId })
    const planned = await waitFor(
      () => window.events.find(one => one.type === 'runPlan' && one.targetId === targetId) ?? null,
      'the plan',
    )
    if (planned.type !== 'runPlan' || planned.plan.state !== 'read') throw new Error('not read')
    return planned.plan.items.map(({ key, tags }) => [key, ...tags])
  }
  expect(await names(id)).toEqual([['Plan/A', 'smoke'], ['Plan/Inner/B']])
  expect(await names(made.id)).toEqual([['Plan/Inner/B']])
  expect(await names(added.id)).toEqual([['Plan/Inner/B']])
})

test('a run’s report equals that of the command line and contains no secret', async () => {
  const { client } = running
  const variable = { name: 'apiKey', enabled: true, secret: true, allowedToScripts: true } as const
  const made = await client.environments.create({
    name: 'Staging',
    variables: [{ variable, secretValue: 'canary-5f3a' }],
  })
  if (made.state === 'failed') throw new Error(made.sentence)
  await client.environments.activate({ id: made.id })
  const id = await collectionOf(client, 'Secret', [
    tested(
      'Keyed',
      `${url}/echo?key={{apiKey}}`,
      'pm.test(pm.environment.get("apiKey"), () => { throw new Error(pm.environment.get("apiKey")) }); pm.environment.set("token", "canary-5f3a")',
    ),
  ])
  const data = { name: 'keys.csv', text: 'apiKey,word\nr0w-5f3a,canary-5f3a\n' }
  const runId = await startRun(client, window, id, { data, options: { keptBodies: 'none' } })
  expect(await runEnd(window, runId)).toMatchObject({ environmentName: 'Staging' })
  const shown = await client.runs.readResult({ runId, index: 0 })
  expect(shown.result.data).toEqual(
    ['apiKey', 'word'].map(name => ({ name, text: '{{apiKey}}', isReplaced: true })),
  )
  expect(await client.sessionValues.set({ runId, index: 0 })).toMatchObject({
    names: [],
    leftOut: ['apiKey', 'word'],
  })
  expect(shown.missingBody).toBe('notKept')
  const json = await reportOf(runId, 'json')
  expect(JSON.parse(json)).toMatchObject({ summary: { requests: { total: 1, failed: 1 } } })
  const reports = [
    json,
    await reportOf(runId, 'junit'),
    await reportOf(runId, 'html'),
    await reportOf(runId, 'tap'),
  ]
  expect(reports[1]).toContain('<testsuites name="parley run" tests="1" failures="1"')
  expect(reports[2]).toContain('<!doctype html>')
  expect(reports[3]).toMatch(/^TAP version 14\nnot ok 1/)
  const published = JSON.stringify(window.events.filter(event => event.type === 'run'))
  for (const text of [...reports, published, JSON.stringify(shown), JSON.stringify(await rowsOf(runId))])
    for (const value of ['canary-5f3a', 'r0w-5f3a']) expect(text).not.toContain(value)
})

test('a secret goes to a host that a script chose only if the user allows it (SB8)', async () => {
  const { client } = running
  const variable = { name: 'apiKey', enabled: true, secret: true, allowedToScripts: false } as const
  const made = await client.environments.create({
    name: 'E',
    variables: [{ variable, secretValue: 'canary' }],
  })
  if (made.state === 'failed') throw new Error(made.sentence)
  await client.environments.activate({ id: made.id })
  const sink = `127.0.0.1:${new URL(url).port}`
  const id = await collectionOf(client, 'Sink', [
    tested('Leak', 'http://{{host}}/v1/echo?key={{apiKey}}', '', `pm.environment.set("host", "${sink}")`),
  ])
  const runId = await startRun(client, window, id)
  const asked = await waitFor(() => {
    const latest = window.events.findLast(event => event.type === 'secretQuestions')
    return latest?.questions[0] ?? null
  }, 'the question')
  expect(asked).toMatchObject({ origin: `http://${sink}`, secretNames: ['apiKey'] })
  await client.sends.allowSecret({ questionId: asked.questionId, isAllowed: false })
  await runEnd(window, runId)
  expect(await rowsOf(runId)).toMatchObject([{ status: 'error', failureCode: 'SECRET_HOST_NOT_ALLOWED' }])
})

test('a question is refused if no window is left to answer it, and a run ends with the last window', async () => {
  const other = await startTestServer({ windowGraceMs: 1 })
  try {
    const { client } = other
    const asking = await watchWindow(client)
    const staying = await watchWindow(client)
    const variable = { name: 'apiKey', enabled: true, secret: true, allowedToScripts: false } as const
    const made = await client.environments.create({
      name: 'E',
      variables: [{ variable, secretValue: 'canary' }],
    })
    if (made.state === 'failed') throw new Error(made.sentence)
    await client.environments.activate({ id: made.id })
    const sink = `127.0.0.1:${new URL(other.demo.baseUrl).port}`
    const leak = tested('Leak', 'http://{{host}}/?k={{apiKey}}', '', `pm.environment.set("host", "${sink}")`)
    const id = await collectionOf(client, 'Sink', [leak])
    const asked = await startRun(client, asking, id)
    await waitFor(() => {
      const latest = asking.events.findLast(event => event.type === 'secretQuestions')
      return (latest?.questions.length ?? 0) > 0
    }, 'the question')
    await asking.close()
    await runEnd(staying, asked)
    expect(await rowsOf(asked, client)).toMatchObject([{ failureCode: 'SECRET_HOST_NOT_ALLOWED' }])

    const slow = await collectionOf(client, 'Slow', [tested('Never', `${other.demo.baseUrl}/delay/60000`)])
    const runId = await startRun(client, staying, slow)
    await waitFor(() => runIn(staying, runId)?.current != null, 'the request')
    await staying.close()
    await waitFor(async () => {
      const { runs } = await client.runs.list({ targetId: slow })
      return runs[0]?.summary?.state === 'cancelled'
    }, 'the end of the run')
  } finally {
    await other.close()
  }
})

test('a body of more than 10 MB is not stored, and the result says so', async () => {
  const { client } = running
  const id = await collectionOf(client, 'Large', [tested('Large', `${url}/large?bytes=${11 * 1024 * 1024}`)])
  const runId = await startRun(client, window, id)
  expect(await runEnd(window, runId)).toMatchObject({ problem: null, totalRows: 1 })
  expect(await client.runs.readResult({ runId, index: 0 })).toMatchObject({ missingBody: 'tooLarge' })
})

test('a full disk does not end a run, and the run says from where on results are missing', async () => {
  const { client, appDataFolder } = running
  const id = await collectionOf(client, 'Full', [tested('Books', `${url}/books`, expectOk)])
  const bodies = join(appDataFolder, 'history-bodies')
  rmSync(bodies, { recursive: true })
  writeFileSync(bodies, 'no folder')
  const runId = await startRun(client, window, id, { options: { iterations: 3 } })
  const ended = await runEnd(window, runId)
  rmSync(bodies)
  mkdirSync(bodies)
  expect(ended.summary).toMatchObject({ state: 'completed', counts: { passed: 3 } })
  expect(ended.problem?.sentence).toBe(
    'From here on the run could not be saved: part of its path is a file, not a folder (ENOTDIR).',
  )
  expect(ended.totalRows).toBe(0)
})
