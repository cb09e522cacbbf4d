import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest, row, type Variable } from '@parley/model'
import { receiveBytes, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import type {
  Created,
  EditedVariable,
  EnvironmentsEvent,
  UnsavedDrafts,
  VariablesPlace,
} from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId, startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

const canary = 'canary-5d1e77'
const global = { kind: 'global' } as const
const workspace = { kind: 'workspace' } as const

const running = useSharedServerWithSamples()
let window: WatchedWindow

beforeEach(() => {
  window = running.window
})

type OfServer = Pick<TestServer, 'client'>

const fileOf = (...path: readonly string[]) => join(running.workspaceFolder, ...path)

function plain(name: string, text: string): EditedVariable {
  const variable: Variable = { secret: false, name, value: { text }, enabled: true }
  return { variable, secretValue: null }
}

function secret(name: string, secretValue: string | null, allowedToScripts = false): EditedVariable {
  return { variable: { secret: true, name, enabled: true, allowedToScripts }, secretValue }
}

function idOf(created: Created): string {
  if (created.state === 'failed') throw new Error(created.sentence)
  return created.id
}

const make = async (name: string, ...variables: readonly EditedVariable[]) => makeAt(running, name, variables)
const makeAt = async ({ client }: OfServer, name: string, variables: readonly EditedVariable[]) =>
  idOf(await client.environments.create({ name, variables: [...variables] }))

/** Returns the latest state that the window received, without the environments of the sample. */
function news(): Pick<EnvironmentsEvent, 'environments' | 'activeId'> {
  const found = window.events.findLast(event => event.type === 'environments')
  const environments = found?.environments.filter(one => one.collection === null) ?? []
  return { environments, activeId: found?.activeId ?? null }
}

async function open(place: VariablesPlace, { client }: OfServer = running) {
  const opened = await client.variables.open({ place })
  if (opened.state === 'failed') throw new Error(opened.sentence)
  return opened
}

const save = async (place: VariablesPlace, ...variables: readonly EditedVariable[]) =>
  saveAt(running, place, variables)

async function saveAt(own: OfServer, place: VariablesPlace, variables: readonly EditedVariable[]) {
  const { version } = await open(place, own)
  return own.client.variables.save({ place, variables: [...variables], baseVersion: version })
}

/** Sends to the demo API and returns the URL of the request. */
async function sentTo(path: string): Promise<string> {
  const sendId = crypto.randomUUID()
  const request = newHttpRequest({ url: `{{baseUrl}}${path}` })
  const parentId = await sampleId(running.client)
  const { windowId } = window
  await running.client.sends.start({ windowId, sendId, requestId: 'r', parentId, request })
  const { exchange } = await window.waitForState(sendId, 'answered')
  return exchange.request.targetUri
}

test('an environment is created, changed and read again, with one line of its file changed', async () => {
  const id = await make('Staging', plain('region', 'eu'), plain('limit', '5'))
  await waitFor(() => news().environments.some(one => one.name === 'Staging'), 'the environment')
  expect(news()).toMatchObject({ activeId: null, environments: [{ id, problem: null, collection: null }] })
  const path = fileOf('environments', 'Staging.yml')
  const before = readFileSync(path, 'utf8')
  const saved = await save({ kind: 'environment', id }, plain('region', 'us'), plain('limit', '5'))
  expect(saved).toMatchObject({ state: 'saved' })
  expect(readFileSync(path, 'utf8')).toBe(before.replace('eu', 'us'))
  const opened = await open({ kind: 'environment', id })
  expect(opened.variables).toEqual([plain('region', 'us'), plain('limit', '5')])
})

test('a send uses the active environment before the workspace and the globals', async () => {
  await save(global, plain('a', 'global'), plain('b', 'global'), plain('c', 'global'))
  await save(workspace, plain('a', 'workspace'), plain('b', 'workspace'))
  const id = await make('Local', plain('a', 'environment'))
  expect(await sentTo('/{{a}}/{{b}}/{{c}}')).toContain('/workspace/workspace/global')
  expect(await running.client.environments.activate({ id })).toEqual({ state: 'done' })
  await waitFor(() => news().activeId === id, 'the active environment')
  expect(await sentTo('/{{a}}/{{b}}/{{c}}')).toContain('/environment/workspace/global')
  const parentId = await sampleId(running.client)
  const listed = await running.client.variables.list({ parentId })
  expect(listed.find(one => one.name === 'a')).toEqual({
    name: 'a',
    value: 'environment',
    scope: 'environment',
    environmentName: 'Local',
  })
  await running.client.environments.activate({ id: null })
  expect(await sentTo('/{{a}}')).toContain('/workspace')
})

test('an environment has the variables of the environments that it extends', async () => {
  await make('Base', plain('a', 'base'), secret('key', canary), plain('b', 'base'))
  const id = await make('Local', plain('b', 'local'))
  const path = fileOf('environments', 'Local.yml')
  writeFileSync(path, `${readFileSync(path, 'utf8')}extends: Base\n`)
  await running.client.environments.activate({ id })
  await expect.poll(() => sentTo('/{{a}}/{{b}}/{{key}}')).toContain(`/base/local/`)
  const base = fileOf('environments', 'Base.yml')
  writeFileSync(base, `${readFileSync(base, 'utf8')}extends: Local\n`)
  await expect.poll(() => sentTo('/{{a}}/{{b}}')).toContain(`/base/local`)
})

test('a secret is sent, is masked in lists and is in no file, history or log (attacks SE1)', async () => {
  const running = await startTestServer()
  const window = await watchWindow(running.client)
  const content = `${canary}-g`
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nthanks'
  const server = await startRawServer([receiveHead, receiveBytes(content.length), answer])
  const logged: string[] = []
  const writing = process.stderr.write
  process.stderr.write = chunk => logged.push(String(chunk)) > 0
  try {
    const id = await makeAt(running, 'Staging', [secret('key', canary)])
    await saveAt(running, workspace, [secret('workspaceKey', `${canary}-w`)])
    await saveAt(running, global, [secret('globalKey', `${canary}-g`)])
    await running.client.environments.activate({ id })
    const request = newHttpRequest({
      method: 'POST',
      url: `${server.url}/?key={{key}}`,
      headers: [{ name: 'X-Key', value: '{{workspaceKey}}', enabled: true }],
      body: { type: 'raw', language: 'text', text: '{{globalKey}}' },
    })
    const parentId = await sampleId(running.client)
    const sendId = crypto.randomUUID()
    const { windowId } = window
    await running.client.sends.start({ windowId, sendId, requestId: 'r', parentId, request })
    await window.waitForState(sendId, 'answered')
    const arrived = String(server.receivedBytes(0))
    for (const ending of ['', '-w', '-g']) expect(arrived).toContain(canary + ending)
    const listed = await running.client.variables.list({ parentId })
    expect(listed.filter(one => one.name.toLowerCase().endsWith('key'))).toEqual([
      { name: 'key', value: null, scope: 'environment', environmentName: 'Staging' },
      { name: 'workspaceKey', value: null, scope: 'workspace' },
      { name: 'globalKey', value: null, scope: 'global' },
    ])
    await waitFor(
      async () => (await running.client.history.list({})).totalEntries === 1,
      'the entry of the history',
    )
    const { entries } = await running.client.history.list({})
    const entry = await running.client.history.read({ id: entries[0]?.id ?? '' })
    expect(JSON.stringify(entry)).toContain('{{key}}')
    expect(JSON.stringify(entry)).not.toContain(canary)
    await window.close()
    await running.server.close()
    for (const file of readdirSync(running.appDataFolder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const bytes = readFileSync(join(file.parentPath, file.name), 'latin1')
      expect(bytes, file.name).not.toContain(canary)
      expect(bytes, file.name).not.toContain(Buffer.from(canary).toString('base64').slice(0, -4))
    }
    expect(logged.join('')).not.toContain(canary)
  } finally {
    process.stderr.write = writing
    await server.close()
    await running.close()
  }
})

test('a save over another version changes nothing and returns the current variables', async () => {
  const id = await make('Staging', plain('region', 'eu'))
  const place = { kind: 'environment', id } as const
  const { version } = await open(place)
  await running.client.variables.save({ place, variables: [plain('region', 'us')], baseVersion: version })
  const late = await running.client.variables.save({
    place,
    variables: [plain('region', 'mine')],
    baseVersion: version,
  })
  expect(late).toMatchObject({ state: 'changed', theirs: { variables: [plain('region', 'us')] } })
  if (late.state !== 'changed') return
  const over = await running.client.variables.save({
    place,
    variables: [plain('region', 'mine')],
    baseVersion: late.theirs.version,
  })
  expect(over).toMatchObject({ state: 'saved' })
})

test('a save over another value of a secret also asks, although no file has changed', async () => {
  await save(global, secret('key', 'one'))
  const { version } = await open(global)
  await save(global, secret('key', 'two'))
  const late = await running.client.variables.save({
    place: global,
    variables: [secret('key', 'three')],
    baseVersion: version,
  })
  expect(late).toMatchObject({ state: 'changed', theirs: { variables: [secret('key', 'two')] } })
})

test('is renamed, duplicated with its secrets, and deleted, and every window is notified', async () => {
  const id = await make('Staging', secret('key', canary, true))
  const copyId = idOf(await running.client.environments.duplicate({ id }))
  idOf(await running.client.environments.duplicate({ id }))
  const names = () => news().environments.map(one => one.name)
  await waitFor(() => names().length === 3, 'the copies')
  expect(names()).toEqual(['Staging', 'Staging copy', 'Staging copy 2'])
  expect((await open({ kind: 'environment', id: copyId })).variables).toEqual([secret('key', canary, true)])
  expect(await running.client.environments.rename({ id, name: ' Production ' })).toEqual({ state: 'done' })
  await waitFor(() => names().includes('Production'), 'the new name')
  expect(readdirSync(fileOf('environments'))).toContain('Production.yml')
  expect((await open({ kind: 'environment', id })).variables).toEqual([secret('key', canary, true)])
  await running.client.environments.activate({ id })
  expect(await running.client.environments.remove({ id })).toEqual({ state: 'done' })
  await waitFor(() => !names().includes('Production') && news().activeId === null, 'its end')
})

test.each([
  ['  ', 'An environment needs a name.'],
  ['Staging', 'There is an environment “Staging” already.'],
])('the name %j is refused', async (name, sentence) => {
  await make('Staging')
  const id = await make('Other')
  const failure = { state: 'failed', sentence }
  expect(await running.client.environments.create({ name, variables: [] })).toMatchObject(failure)
  expect(await running.client.environments.rename({ id, name })).toMatchObject(failure)
})

test('secrets that could not be distinguished are refused, and nothing is written', async () => {
  const twice = await save(global, secret('key', 'one'), secret('key', 'two'))
  expect(twice).toMatchObject({ state: 'failed', sentence: 'Two secrets are called “key”.' })
  expect(await save(global, secret('', 'one'))).toMatchObject({
    state: 'failed',
    sentence: 'A variable has a value and no name.',
  })
  expect((await open(global)).version).toBeNull()
  expect(readdirSync(running.appDataFolder)).not.toContain('globals.yml')
})

test('a value without a name is refused everywhere, and rows with nothing are not saved', async () => {
  const unnamed = { state: 'failed', sentence: 'A variable has a value and no name.' }
  const id = await make('Staging', plain('region', 'eu'), plain('', ''))
  const environment = { kind: 'environment', id } as const
  for (const place of [global, { kind: 'workspace' }, environment] as const) {
    expect(await save(place, plain('a', '1'), plain('', 'b'))).toMatchObject(unnamed)
    expect(await save(place, plain('a', '1'), plain('', ''), secret('', null))).toMatchObject({
      state: 'saved',
    })
    expect((await open(place)).variables.map(({ variable }) => variable.name)).toEqual(['a'])
  }
  expect(
    await running.client.environments.create({ name: 'Other', variables: [plain('', 'b')] }),
  ).toMatchObject(unnamed)
  const collectionId = await sampleId(running.client)
  const { content, version } = await running.client.library.readContainer({ id: collectionId })
  const saveVariables = (...variables: EditedVariable[]) => {
    const defaults = { ...content.defaults, variables }
    return running.client.library.saveContainer({
      id: collectionId,
      content: { ...content, defaults },
      baseVersion: version,
    })
  }
  expect(await saveVariables(plain('', 'b'))).toMatchObject(unnamed)
  // The file of a collection names its secrets, so that no other variable can have such a name.
  expect(await saveVariables(plain('a', '1'), secret('a', '2'))).toMatchObject({
    state: 'failed',
    sentence: 'A secret and another variable are called “a”.',
  })
  expect(await saveVariables(secret('a', '1'), secret('a', '2'))).toMatchObject({
    state: 'failed',
    sentence: 'Two secrets are called “a”.',
  })
  expect(await saveVariables(plain('a', '1'), plain('', ''))).toMatchObject({ state: 'saved' })
  const saved = await running.client.library.readContainer({ id: collectionId })
  expect(saved.content.defaults.variables.map(({ variable }) => variable.name)).toEqual(['a'])
  const environments = window.events.findLast(event => event.type === 'environments')?.environments ?? []
  const ofSample = environments.filter(one => one.collection !== null).map(one => [one.id, 1] as const)
  expect(ofSample).toHaveLength(2)
  expect(await running.client.variables.count()).toEqual({
    ...Object.fromEntries(ofSample),
    global: 1,
    workspace: 1,
    [id]: 1,
    [collectionId]: 1,
  })
})

test('changes by other programs are reported, and deleted environments fail with a sentence', async () => {
  const id = await make('Staging', plain('region', 'eu'))
  const before = window.events.length
  const path = fileOf('environments', 'Staging.yml')
  writeFileSync(path, readFileSync(path, 'utf8').replace('eu', 'us'))
  const isNotified = () => window.events.slice(before).some(event => event.type === 'environments')
  await waitFor(isNotified, 'news of the file')
  await save(global, plain('a', '1'))
  const after = window.events.length
  const globals = join(running.appDataFolder, 'globals.yml')
  writeFileSync(globals, readFileSync(globals, 'utf8').replace('1', '2'))
  await waitFor(() => window.events.slice(after).some(event => event.type === 'environments'), 'the globals')
  rmSync(path)
  await waitFor(() => news().environments.length === 0, 'the end of the file')
  const place = { kind: 'environment', id } as const
  expect(await running.client.variables.save({ place, variables: [], baseVersion: 'v' })).toMatchObject({
    state: 'failed',
    nextStep: 'Save what you have as a new environment.',
  })
  expect(await running.client.variables.open({ place })).toMatchObject({ state: 'failed' })
})

test('a damaged environment is listed as damaged', async () => {
  await make('Staging', plain('region', 'eu'))
  writeFileSync(fileOf('environments', 'Staging.yml'), 'name: [')
  await waitFor(() => news().environments[0]?.problem != null, 'the damage')
})

test.each(['with', 'without'])(
  'a new collection makes no conflict with workspace variables that are edited, %s a file',
  async which => {
    const file = fileOf('workspace.yml')
    if (which === 'without') rmSync(file)
    await running.client.library.readTree()
    const { version } = await open(workspace)
    const created = await running.client.library.createCollection({ name: 'Meanwhile' })
    expect(created.state).toBe('created')
    expect(readFileSync(file, 'utf8')).toContain('path: Meanwhile')
    expect((await open(workspace)).version).toBe(version)
    const variables = [plain('region', 'eu')]
    const saved = await running.client.variables.save({
      place: workspace,
      variables,
      baseVersion: version,
    })
    expect(saved.state).toBe('saved')
    expect(readFileSync(file, 'utf8')).toMatch(/region[\s\S]*path: Meanwhile/)
  },
)

test('the secret that a name refers to is found as a send finds it, narrowest scope first', async () => {
  const collectionId = await sampleId(running.client)
  const { collections } = await running.client.library.readTree()
  const folder = collections[0]?.children.find(one => one.kind === 'folder')
  const requestId = folder?.kind === 'folder' ? (folder.children[0]?.id ?? '') : ''
  const find = (placeId: string | null) => running.client.variables.findSecret({ placeId, name: 'pin' })
  const setIn = async (id: string, variable: EditedVariable) => {
    const { content, version } = await running.client.library.readContainer({ id })
    const defaults = { ...content.defaults, variables: [...content.defaults.variables, variable] }
    await running.client.library.saveContainer({
      id,
      content: { ...content, defaults },
      baseVersion: version,
    })
  }
  expect(await find(requestId)).toBeNull()
  await save(global, secret('pin', '1'))
  expect(await find(requestId)).toEqual(global)
  await save({ kind: 'workspace' }, secret('pin', '2'))
  expect(await find(requestId)).toEqual({ kind: 'workspace' })
  await setIn(collectionId, secret('pin', '3'))
  expect(await find(requestId)).toEqual({ kind: 'collection', id: collectionId })
  expect(await find(null)).toEqual({ kind: 'workspace' })
  const id = await make('Staging', secret('pin', '4'))
  await running.client.environments.activate({ id })
  expect(await find(requestId)).toEqual({ kind: 'environment', id })
  await setIn(folder?.id ?? '', secret('pin', '5'))
  expect(await find(requestId)).toEqual({ kind: 'folder', id: folder?.id })
  expect(await find(collectionId)).toEqual({ kind: 'environment', id })
  await save({ kind: 'environment', id }, plain('pin', 'no secret'))
  expect(await find(collectionId)).toBeNull()
})

/** Sends a request of a new collection with a header of its own, and returns the headers that begin with `X-`. */
async function headersSent(unsaved?: UnsavedDrafts) {
  const made = idOf(await running.client.library.createCollection({ name: 'Headed' }))
  const { content, version } = await running.client.library.readContainer({ id: made })
  const defaults = { ...content.defaults, headers: [row('x-region', 'collection')] }
  const saving = { id: made, content: { ...content, defaults }, baseVersion: version }
  expect((await running.client.library.saveContainer(saving)).state).toBe('saved')
  const request = newHttpRequest({ url: `${running.demo.baseUrl}/books` })
  const sendId = crypto.randomUUID()
  const place = { windowId: window.windowId, requestId: 'r', parentId: made, ...(unsaved && { unsaved }) }
  await running.client.sends.start({ ...place, sendId, request })
  const { exchange } = await window.waitForState(sendId, 'answered')
  const headers = exchange.request.headers.filter(({ name }) => /^x-/i.test(name))
  return { headers: headers.map(({ name, value }) => `${name}: ${value}`), notices: exchange.notices }
}

const workspaceFile = `opencollection: 1.0.0
info:
  name: Mine
  type: workspace
# What each team adds
request:
  auth: kept
  headers:
    - name: X-Team # ours
      value: books
      note: kept
    - name: X-Region
      value: eu
variables: []
other: kept
`

test('default headers of the workspace go with each request, and a nearer one of the name wins', async () => {
  writeFileSync(fileOf('workspace.yml'), workspaceFile)
  await running.client.library.readTree()
  const opened = await open(workspace)
  expect(opened.headers).toEqual([row('X-Team', 'books'), row('X-Region', 'eu')])
  expect(await headersSent()).toEqual({ headers: ['X-Team: books', 'x-region: collection'], notices: [] })

  const headers = [row('X-Team', '{{team}}'), row('X-Region', 'eu')]
  const variables = [plain('team', 'draft')]
  const unsaved = { variables: [{ place: workspace, variables, headers }], containers: [] }
  expect(await headersSent(unsaved)).toEqual({
    headers: ['X-Team: draft', 'x-region: collection'],
    notices: [
      {
        code: 'UNSAVED_CHANGES',
        values: [{ name: 'team', owner: 'Workspace' }],
        parts: [{ part: 'headers', owner: 'Workspace' }],
      },
    ],
  })
  const { version: baseVersion } = opened
  const saved = await running.client.variables.save({ place: workspace, variables, headers, baseVersion })
  expect(saved.state).toBe('saved')
  const written = readFileSync(fileOf('workspace.yml'), 'utf8')
  expect(written).toContain(
    '# What each team adds\nrequest:\n  auth: kept\n  headers:\n    - name: X-Team # ours\n',
  )
  expect(written).toMatch(/value: "?\{\{team\}\}"?\n {6}note: kept\n[\s\S]*other: kept/)
  expect(await headersSent()).toMatchObject({
    headers: ['X-Team: draft', 'x-region: collection'],
    notices: [],
  })

  const stale = await running.client.variables.save({
    place: workspace,
    variables: [],
    headers: [],
    baseVersion,
  })
  expect(stale).toMatchObject({ state: 'changed', theirs: { headers } })
  const { version } = await open(workspace)
  // A save that names no headers leaves them alone.
  await running.client.variables.save({ place: workspace, variables: [], baseVersion: version })
  expect((await open(workspace)).headers).toEqual(headers)
})
