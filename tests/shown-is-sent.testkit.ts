import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type HttpRequest,
  newHttpRequest,
  noScripts,
  type PlainVariable,
  row,
  type Variable,
  type VariableScopeName,
  variableScopeNames,
} from '@parley/model'
import { type Sink, startSink, waitFor } from '@parley/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInProcess } from '../apps/cli/src/io/run-in-process.testkit.ts'
import type {
  EditedVariable,
  ScopedVariable,
  UnsavedDrafts,
  VariablesPlace,
} from '../apps/server/src/contract/index.ts'
import { runEnd, startRun } from '../apps/server/src/runs/run-fixture.testkit.ts'
import {
  startTestServer,
  type TestClient,
  type TestServer,
} from '../apps/server/src/start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../apps/server/src/watch-window.testkit.ts'
import { noReplacements } from '../apps/web/src/workbench/documents/replace-draft.ts'
import {
  type UnsavedContent,
  unsavedContent,
  unsavedWords,
} from '../apps/web/src/workbench/runs/unsaved-content.ts'
import { unsavedForRun } from '../apps/web/src/workbench/runs/unsaved-for-run.ts'
import type { ContainerTab } from '../apps/web/src/workbench/tabs/container-tab.ts'
import { newTab, type OpenTab } from '../apps/web/src/workbench/tabs/request-tab.ts'
import { unsavedDrafts } from '../apps/web/src/workbench/tabs/unsaved-drafts.ts'
import { newVariablesTab } from '../apps/web/src/workbench/tabs/variable-tabs.ts'
import { variablesAlone } from '../apps/web/src/workbench/tabs/variables-tab.ts'
import {
  findVariable,
  type KnownVariables,
  withOwnVariables,
} from '../apps/web/src/workbench/variables/describe-variable.ts'

/**
 * What the page shows for a name is what it sends, what runs send is what is saved, and the difference is named
 * (behaviour, Unsaved values of variables). Each name of a world has a state in each scope.
 */

/** How a variable is in a file and in the tab that shows the file. */
const states = {
  absent: {},
  saved: { saved: 'plain', draft: 'same' },
  changed: { saved: 'plain', draft: 'plain' },
  added: { draft: 'plain' },
  removed: { saved: 'plain' },
  unticked: { saved: 'plain', draft: 'off' },
  savedSecret: { saved: 'secret', draft: 'same' },
  changedSecret: { saved: 'secret', draft: 'secret' },
  addedSecret: { draft: 'secret' },
  hidden: { saved: 'plain', draft: 'secret' },
  revealed: { saved: 'secret', draft: 'plain' },
} as const satisfies Record<
  string,
  { saved?: 'plain' | 'secret'; draft?: 'plain' | 'secret' | 'same' | 'off' }
>

type State = keyof typeof states
type ScopeName = VariableScopeName | 'request'

const plainStates: readonly State[] = ['absent', 'saved', 'changed', 'added', 'removed', 'unticked']
const allStates = Object.keys(states).filter((name): name is State => name in states)

/** The states of each scope, or why a file cannot have a variable of it. The compiler asks for each scope. */
const rows: Readonly<Record<ScopeName, readonly State[] | string>> = {
  send: 'only scripts have it, while they run',
  iteration: 'rows of a data file, which only runs have',
  session: ['absent', 'saved'],
  request: plainStates,
  folder: allStates,
  collection: allStates,
  environment: allStates,
  workspace: allStates,
  global: allStates,
  demo: 'has the address of the demo API only',
}

const scopeNames = Object.keys(rows).filter((name): name is ScopeName =>
  Array.isArray(Reflect.get(rows, name)),
)

/** The state of one name in each scope. */
type Assignment = Readonly<Partial<Record<ScopeName, State>>>

/** Every state of every scope, above a global variable. */
const singles: readonly Assignment[] = scopeNames.flatMap(scope =>
  statesOf(scope).map((state): Assignment => ({ global: 'saved', [scope]: state })),
)

const assignments = fc.record(
  Object.fromEntries(scopeNames.map(scope => [scope, fc.constantFrom(...statesOf(scope))])),
)

function statesOf(scope: ScopeName): readonly State[] {
  const listed = rows[scope]
  return typeof listed === 'string' ? [] : listed
}

interface World {
  readonly client: TestClient
  readonly window: WatchedWindow
  readonly sink: Sink
  readonly environmentId: string
  readonly collectionId: string
  readonly folderId: string
  readonly requestId: string
  /** Names what the command line can fill in: it has no values of secrets. */
  readonly plainId: string
  readonly appDataFolder: string
}

/** The tabs of a page in which everything is open, and what is saved. */
interface OpenPage {
  readonly tabs: readonly OpenTab[]
  readonly unsaved: UnsavedDrafts | null
  readonly request: HttpRequest
  readonly savedRequest: HttpRequest
}

/** Tests all names of a world at once, as often as asked, each time with other combinations. */
export function testShownIsSent(worlds: number, namesOfEach: number): void {
  let server: TestServer
  let world: World
  beforeAll(async () => {
    server = await startTestServer()
    world = await createWorld(server)
  })
  afterAll(async () => {
    await world.window.close()
    await world.sink.close()
    await server.close()
  })

  test('what the page shows for a name is what it sends, what a run sends is what is saved, and the difference is named', async () => {
    const named = fc.array(assignments, { minLength: namesOfEach, maxLength: namesOfEach })
    await fc.assert(
      fc.asyncProperty(named, async generated => {
        const all = [...singles, ...generated]
        const page = await openPage(world, all)
        await compareAll(world, page, all)
      }),
      { numRuns: worlds, endOnFailure: true },
    )
  }, 600_000)

  test('every scope of variables has a row', () => {
    expect(Object.keys(rows).toSorted()).toEqual([...variableScopeNames, 'request'].toSorted())
  })
}

async function createWorld({ client, server, appDataFolder }: TestServer): Promise<World> {
  const window = await watchWindow(client)
  const sink = await startSink()
  const environment = await made(client.environments.create({ name: 'Local', variables: [] }))
  await client.environments.activate({ id: environment })
  const collectionId = await made(client.library.createCollection({ name: 'All' }))
  const folderId = await made(client.library.createFolder({ parentId: collectionId, name: 'Inner' }))
  const request = newHttpRequest({ name: 'Names', url: sink.url })
  const requestId = await made(client.library.createRequest({ parentId: folderId, request }))
  const plain = newHttpRequest({ name: 'Plain', url: sink.url })
  const plainId = await made(client.library.createRequest({ parentId: folderId, request: plain }))
  // The command line and agents find the app by this file.
  const instance = { processId: process.pid, address: `${server.origin}/#token=${server.token}` }
  writeFileSync(join(appDataFolder, 'instance.json'), JSON.stringify(instance))
  const ids = { environmentId: environment, collectionId, folderId, requestId, plainId }
  return { client, window, sink, appDataFolder, ...ids }
}

type Creation = Promise<{ readonly state: 'created'; readonly id: string } | { readonly state: 'failed' }>

async function made(creation: Creation): Promise<string> {
  const result = await creation
  if (result.state === 'failed') throw new Error('It was not created')
  return result.id
}

const nameOf = (index: number) => `v${index}`
const textOf = (scope: ScopeName, part: 'saved' | 'draft', index: number) => `${scope}-${part}-${index}`

/** Saves what is saved, opens all of it in tabs, and edits them. */
async function openPage(world: World, all: readonly Assignment[]): Promise<OpenPage> {
  const { client, environmentId, collectionId, folderId, requestId } = world
  const places: readonly (readonly [ScopeName, VariablesPlace])[] = [
    ['environment', { kind: 'environment', id: environmentId }],
    ['workspace', { kind: 'workspace' }],
    ['global', { kind: 'global' }],
  ]
  // A script cannot set a secret, so none is there while it sets its values.
  for (const [, place] of places) await savePlace(client, place, [])
  for (const id of [collectionId, folderId]) await clearContainer(client, id)
  await setInSession(world, all)
  const tabs: OpenTab[] = []
  for (const [scope, place] of places) {
    const saved = rowsOf(all, scope, 'saved')
    await savePlace(client, place, saved)
    const tab = newVariablesTab({ id: scope, place, name: 'Local', wanted: null })
    const draft = variablesAlone(rowsOf(all, scope, 'draft'))
    tabs.push({ ...tab, state: 'open', saved: variablesAlone(saved), draft })
  }
  for (const [scope, id] of [
    ['collection', collectionId],
    ['folder', folderId],
  ] as const)
    tabs.push(await openContainer(client, scope, id, all))
  const url = `${world.sink.url}/?${all.map((_, index) => `${nameOf(index)}={{${nameOf(index)}}}`).join('&')}`
  const opened = await client.library.readRequest({ id: requestId })
  const savedRequest = { ...opened.request, url, variables: plainOf(rowsOf(all, 'request', 'saved')) }
  await client.library.saveRequest({ id: requestId, request: savedRequest, baseVersion: opened.version })
  const request = { ...savedRequest, variables: plainOf(rowsOf(all, 'request', 'draft')) }
  const source = { requestId, parentId: folderId, path: [] }
  tabs.push({ ...newTab({ id: 'request', source, request: savedRequest, version: null }), draft: request })
  return { tabs, unsaved: unsavedDrafts({ tabs }), request, savedRequest }
}

async function savePlace(
  client: TestClient,
  place: VariablesPlace,
  variables: readonly EditedVariable[],
): Promise<void> {
  const opened = await client.variables.open({ place })
  if (opened.state === 'failed') throw new Error(opened.sentence)
  const { version } = opened
  const saved = await client.variables.save({
    place,
    variables: [...variables],
    baseVersion: version,
  })
  expect(saved.state).toBe('saved')
}

async function clearContainer(client: TestClient, id: string): Promise<void> {
  const { content, version: baseVersion } = await client.library.readContainer({ id })
  const defaults = { ...content.defaults, variables: [] }
  const done = await client.library.saveContainer({ id, content: { ...content, defaults }, baseVersion })
  expect(done.state).toBe('saved')
}

async function openContainer(
  client: TestClient,
  scope: 'collection' | 'folder',
  containerId: string,
  all: readonly Assignment[],
): Promise<ContainerTab> {
  const { content, version } = await client.library.readContainer({ id: containerId })
  const withRows = (part: 'saved' | 'draft') => ({
    ...content,
    defaults: {
      ...content.defaults,
      headers: [row(`X-${scope}`, part)],
      variables: rowsOf(all, scope, part),
    },
  })
  const saved = withRows('saved')
  const done = await client.library.saveContainer({ id: containerId, content: saved, baseVersion: version })
  expect(done.state).toBe('saved')
  return {
    kind: scope,
    id: scope,
    source: { containerId, parentId: null, path: [] },
    isLost: false,
    saved,
    version: null,
    draft: withRows('draft'),
    draftId: scope,
    replacements: noReplacements,
    section: 'variables',
    wanted: null,
    scriptPart: 'preRequest',
  }
}

function rowsOf(
  all: readonly Assignment[],
  scope: ScopeName,
  part: 'saved' | 'draft',
): readonly EditedVariable[] {
  return all.flatMap((assignment, index) => {
    const state: { saved?: string; draft?: string } = states[assignment[scope] ?? 'absent']
    const kind = part === 'saved' || state.draft === 'same' ? state.saved : state.draft
    if ((part === 'draft' && state.draft === undefined) || kind === undefined) return []
    const isSaved = part === 'saved' || state.draft === 'same' || kind === 'off'
    return [edited(nameOf(index), textOf(scope, isSaved ? 'saved' : 'draft', index), kind)]
  })
}

function edited(name: string, text: string, kind: string): EditedVariable {
  const enabled = kind !== 'off'
  const variable: Variable =
    kind === 'secret'
      ? { secret: true, name, enabled, allowedToScripts: false }
      : { secret: false, name, value: { text }, enabled }
  return { variable, secretValue: variable.secret ? text : null }
}

function plainOf(edits: readonly EditedVariable[]): readonly PlainVariable[] {
  return edits.flatMap(({ variable }) => (variable.secret ? [] : [variable]))
}

/** Sets the values of the session by a script, as a send does. */
async function setInSession(world: World, all: readonly Assignment[]): Promise<void> {
  await world.client.sessionValues.clear()
  const set = all.flatMap(({ session }, index) =>
    session === 'saved' ? [[nameOf(index), textOf('session', 'saved', index)] as const] : [],
  )
  const preRequest = set.map(one => `pm.environment.set(${one.map(text => JSON.stringify(text)).join(', ')})`)
  const request = newHttpRequest({
    url: world.sink.url,
    scripts: { ...noScripts, preRequest: preRequest.join('\n') },
  })
  await send(world, request, null)
}

async function send(
  { client, window, folderId }: World,
  request: HttpRequest,
  unsaved: UnsavedDrafts | null,
) {
  const sendId = randomUUID()
  await client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: 'r',
    parentId: folderId,
    request,
    ...(unsaved === null ? {} : { unsaved }),
  })
  await waitFor(() => (window.latest(sendId)?.state ?? 'awaiting') !== 'awaiting', 'the end of the send')
  const ended = window.latest(sendId)
  await client.sends.release({ sendId })
  if (ended?.state === 'answered') return ended.exchange
  throw new Error(`It was not answered: ${JSON.stringify(ended)}`)
}

/** What one name means: its text, or the name itself. */
type Meaning = (name: string, index: number) => string

async function compareAll(world: World, page: OpenPage, all: readonly Assignment[]): Promise<void> {
  const { client, sink, folderId: parentId } = world
  const { unsaved, request, savedRequest, tabs } = page
  const drafts = unsaved === null ? {} : { unsaved }
  const shown = withOwnVariables(
    await client.variables.list({ parentId, ...drafts }),
    request.variables,
    savedRequest.variables,
  )
  const onPage: Meaning = (name, index) => meaningOf(findVariable(shown, name), all, index, 'draft')
  const saved = withOwnVariables(
    (await client.variables.list({ parentId })).filter(({ scope }) => scope !== 'session'),
    savedRequest.variables,
    savedRequest.variables,
  )
  const inFiles: Meaning = (name, index) => meaningOf(findVariable(saved, name), all, index, 'saved')

  const exchange = await send(world, request, unsaved)
  expectMeanings(sink.requests.at(-1)?.url, all, onPage, 'a send of the page')
  expect(inheritedHeaders(sink)).toEqual(['draft', 'draft'])
  const noted = exchange.notices.find(({ code }) => code === 'UNSAVED_CHANGES')
  const notedNames = noted?.code === 'UNSAVED_CHANGES' ? noted.values.map(({ name }) => name) : []
  expect(noted?.code === 'UNSAVED_CHANGES' && noted.parts).toEqual([
    { part: 'headers', owner: 'All' },
    { part: 'headers', owner: 'Inner' },
  ])
  const marked = all.flatMap((_, index) => {
    const found = findVariable(shown, nameOf(index))
    return found?.unsavedIn !== undefined && found.scope !== 'request' ? [nameOf(index)] : []
  })
  expect(marked.length).toBeGreaterThan(10)
  expect(notedNames.filter(name => findVariable(shown, name) !== undefined).toSorted()).toEqual(
    marked.toSorted(),
  )

  const code = await client.code.prepare({
    parentId,
    request,
    ...drafts,
    includesAuth: true,
    fillsVariables: true,
  })
  if (!code.ok) throw new Error(code.failure.code)
  const inCode: Meaning = (name, index) =>
    findVariable(shown, name)?.value === null ? `{{${name}}}` : onPage(name, index)
  expectMeanings(code.value.request.url, all, inCode, 'Generate Code')
  expect(code.value.unsaved?.values.map(({ name }) => name).toSorted()).toEqual(notedNames.toSorted())

  const runId = await startRun(client, world.window, world.requestId)
  expect((await runEnd(world.window, runId)).summary?.counts.error).toBe(0)
  expectMeanings(sink.requests.at(-1)?.url, all, inFiles, 'a run')
  expect(inheritedHeaders(sink)).toEqual(['saved', 'saved'])
  await compareCommandLine(world, page, all, saved)
  await expectNamed(world, tabs, all, {
    onPage,
    inFiles,
    isSession: name => findVariable(shown, name)?.scope === 'session',
  })
}

function inheritedHeaders({ requests }: Sink): readonly (string | undefined)[] {
  const headers = requests.at(-1)?.headers ?? []
  return ['X-collection', 'X-folder'].map(name => headers.find(one => one.name === name)?.value)
}

function meaningOf(
  variable: ScopedVariable | undefined,
  all: readonly Assignment[],
  index: number,
  part: 'saved' | 'draft',
): string {
  if (variable === undefined) return `{{${nameOf(index)}}}`
  if (variable.value !== null) return variable.value
  // The value of a secret is shown nowhere.
  if (variable.scope === 'dynamic') throw new Error('No name of the world is dynamic')
  const state = states[all[index]?.[variable.scope] ?? 'absent']
  const isSame = 'draft' in state && state.draft === 'same'
  return textOf(variable.scope, isSame ? 'saved' : part, index)
}

function expectMeanings(
  url: string | undefined,
  all: readonly Assignment[],
  meaning: Meaning,
  way: string,
): void {
  const query = (url ?? '').slice((url ?? '').indexOf('?') + 1)
  const sent = query.split('&').map(pair => decodeURIComponent(pair.slice(pair.indexOf('=') + 1)))
  const described = (texts: readonly string[]) =>
    texts.map((text, index) => `${way}: ${JSON.stringify(all[index])} → ${text}`)
  expect(described(sent)).toEqual(described(all.map((_, index) => meaning(nameOf(index), index))))
}

/** The command line uses what is saved. */
async function compareCommandLine(
  world: World,
  { tabs, savedRequest }: OpenPage,
  all: readonly Assignment[],
  saved: KnownVariables,
): Promise<void> {
  const { client, sink, plainId, appDataFolder } = world
  // Without a value on this machine a secret fails the whole request.
  const named = all.flatMap((_, index) => {
    const secret = (saved ?? []).find(one => one.name === nameOf(index) && one.value === null)
    return secret === undefined ? [index] : []
  })
  const url = `${sink.url}/?${named.map(index => `${nameOf(index)}={{${nameOf(index)}}}`).join('&')}`
  const opened = await client.library.readRequest({ id: plainId })
  const request = { ...savedRequest, name: 'Plain', url }
  await client.library.saveRequest({ id: plainId, request, baseVersion: opened.version })
  const unsaved = tabs.flatMap(tab => unsavedContent(tab) ?? [])
  await reportTabs(world, unsaved)
  const folder = join(appDataFolder, 'workspaces', 'bookshop')
  const file = join(folder, 'All', 'Inner', 'Plain.yml')
  const env = { PARLEY_HOME: appDataFolder, PARLEY_KEYCHAIN: 'off' }
  const ended = await runInProcess(['run', file, '--env', 'Local'], { cwd: folder, env })
  expect(ended.code, ended.stderr).toBe(0)
  const sent = sink.requests.at(-1)?.url ?? ''
  const texts = new Map(
    sent
      .slice(sent.indexOf('?') + 1)
      .split('&')
      .map((pair): [string, string] => {
        const [name = '', text = ''] = pair.split('=')
        return [name, decodeURIComponent(text)]
      }),
  )
  for (const index of named) {
    const name = nameOf(index)
    expect(texts.get(name), JSON.stringify(all[index])).toBe(
      meaningOf(findVariable(saved ?? [], name), all, index, 'saved'),
    )
  }
  const words = unsaved.filter(({ entryId }) => entryId !== world.requestId).map(unsavedWords)
  expect(ended.stderr).toContain(`Not saved in the open Parley, so not used: ${words.join(', ')}.`)
}

/** Reports the tabs of a window, as the page does. */
async function reportTabs({ client }: World, unsaved: readonly UnsavedContent[]): Promise<void> {
  const windowId = randomUUID()
  const { workspaceFolder } = await client.tabs.claim({ windowId, sequence: 1, after: null })
  const saved = await client.tabs.save({
    windowId,
    sequence: 2,
    isLast: false,
    workspaceFolder,
    activeTabId: null,
    tabs: unsaved.map(one => ({
      tabId: one.tabId,
      requestId: null,
      view: '',
      draft: { state: 'none' },
      unsaved: { entryId: one.entryId, words: unsavedWords(one) },
    })),
  })
  expect(saved.state).toBe('saved')
}

/** Expects that the page names each variable that a run does not use as it is shown. */
async function expectNamed(
  { client, requestId, environmentId }: World,
  tabs: readonly OpenTab[],
  all: readonly Assignment[],
  { onPage, inFiles, isSession }: { onPage: Meaning; inFiles: Meaning; isSession: (name: string) => boolean },
): Promise<void> {
  const tree = await client.library.readTree()
  const scope = { tree, requestIds: new Set([requestId]), activeEnvironmentId: environmentId }
  const named = new Set(unsavedForRun(tabs, scope).flatMap(({ variables }) => variables))
  const different = all.flatMap((_, index) => {
    const name = nameOf(index)
    return isSession(name) || onPage(name, index) === inFiles(name, index) ? [] : [name]
  })
  expect(different.filter(name => !named.has(name))).toEqual([])
}
