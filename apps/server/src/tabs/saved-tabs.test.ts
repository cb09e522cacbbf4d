import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportedDraft, ReportedTab, TabsForWindow } from '../contract/index.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import {
  createTestClient,
  sampleId,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'

let running: TestServer
/** The server that was started last on the data of `running`. */
let server: RunningServer
let client: TestClient

beforeAll(async () => {
  running = await startTestServer()
  server = running.server
  client = running.client
})

afterAll(async () => {
  await server.close()
  await running.close()
})

/** The windows that may have tabs. */
const used = new Set<string>()

// Each test begins with no tabs.
beforeEach(async () => {
  // No test waits for a window of the one before it.
  await client.tabs.claim({ windowId: randomUUID(), sequence: 0, after: null, gone: 'all' })
  await given(client, randomUUID())
  for (const windowId of used) await keep(client, windowId, [], null)
  used.clear()
})

/** Stops the server, and starts another one on the same app data. */
async function restart(): Promise<TestClient> {
  await server.close()
  server = await startServer({
    port: 0,
    pageFolder: join(running.folder, 'page'),
    appDataFolder: running.appDataFolder,
    demoBaseUrl: null,
    keychain: async () => null,
  })
  client = createTestClient(server)
  return client
}

const changed = (content: string): ReportedDraft => ({ state: 'changed', content })

function tab(tabId: string, draft: ReportedDraft, requestId: string | null = null): ReportedTab {
  return { tabId, requestId, view: `view of ${tabId}`, draft }
}

let lastSequence = 0
const nextSequence = () => ++lastSequence

const sampleFolder = () => join(running.appDataFolder, 'workspaces', 'bookshop')

async function keep(client: TestClient, windowId: string, tabs: ReportedTab[], activeTabId: string | null) {
  // The first call creates the key, which may take long.
  const isKept = async () => {
    const input = { windowId, workspaceFolder: sampleFolder(), tabs, activeTabId, isLast: false }
    return (await client.tabs.save({ ...input, sequence: nextSequence() })).state === 'saved'
  }
  await waitFor(isKept, 'the tabs to be kept')
}

async function given(client: TestClient, windowId: string): Promise<TabsForWindow> {
  used.add(windowId)
  return waitFor(async () => {
    const claim = await client.tabs.claim({ windowId, sequence: 0, after: null })
    return claim.state === 'given' ? claim : null
  }, 'the tabs')
}

const claimed = async (client: TestClient, windowId: string = randomUUID()) => {
  const { tabs, activeTabId, problem } = await given(client, windowId)
  return { tabs: tabs.map(({ tabId, content }) => [tabId, content]), activeTabId, problem }
}

test('tabs are restored after a restart, in their order and with their unsaved work', async () => {
  const windowId = randomUUID()
  await keep(client, windowId, [tab('a', changed('first')), tab('b', changed('other'))], 'b')
  await keep(client, windowId, [tab('b', { state: 'unchanged' }), tab('a', changed('second'))], 'a')
  expect(await claimed(await restart())).toEqual({
    tabs: [
      ['b', 'other'],
      ['a', 'second'],
    ],
    activeTabId: 'a',
    problem: null,
  })
})

/** A letter that follows what was written with an ID. */
function edited(after: string, id: string, inserted: string, at = 0): ReportedDraft {
  return { state: 'edited', after, id, edit: { at, removed: 0, inserted, of: at } }
}

const whole = (id: string): ReportedDraft => ({ state: 'changed', content: 'whole', id })

/** What is restored of the only tab: its content and the inserted texts. */
async function restored(client: TestClient): Promise<readonly (string | null)[]> {
  const [only] = (await given(client, randomUUID())).tabs
  return [only?.content ?? null, ...(only?.edits ?? []).map(({ inserted }) => inserted)]
}

describe('edits of a draft', () => {
  const sent = async (client: TestClient, windowId: string, draft: ReportedDraft) => {
    const input = { windowId, workspaceFolder: sampleFolder(), tabs: [tab('a', draft)], activeTabId: 'a' }
    // After a start the key is not read yet.
    return waitFor(async () => {
      const saved = await client.tabs.save({ ...input, isLast: false, sequence: nextSequence() })
      return saved.state === 'waiting' ? null : saved
    }, 'an answer')
  }

  test('are restored in their order, also those after a restart of the server', async () => {
    const windowId = randomUUID()
    await keep(client, windowId, [tab('a', whole('0'))], 'a')
    expect(await sent(client, windowId, edited('0', '1', 'x'))).toEqual({ state: 'saved' })
    expect(await sent(client, windowId, edited('1', '2', 'y'))).toEqual({ state: 'saved' })
    const second = await restart()
    expect(await sent(second, windowId, edited('2', '3', 'z'))).toEqual({ state: 'saved' })
    expect(await sent(second, windowId, { state: 'unchanged' })).toEqual({ state: 'saved' })
    expect(await restored(await restart())).toEqual(['whole', 'x', 'y', 'z'])
  })

  test('replace those that followed the same one, as their response was lost', async () => {
    const windowId = randomUUID()
    await keep(client, windowId, [tab('a', whole('0'))], 'a')
    await sent(client, windowId, edited('0', '1', 'x'))
    await sent(client, windowId, edited('1', '2', 'y'))
    await sent(client, windowId, edited('1', '3', 'yz'))
    expect(await sent(client, windowId, edited('2', '4', 'lost'))).toEqual({ state: 'unknown' })
    await sent(client, windowId, edited('3', '5', '!'))
    expect(await restored(await restart())).toEqual(['whole', 'x', 'yz', '!'])
  })

  test.each([
    { what: 'of another window’s draft', before: [whole('of another window')], stored: ['whole'] },
    { what: 'of a draft that was written again since', before: [whole('0'), whole('1')], stored: ['whole'] },
    {
      what: 'of an edit that was replaced',
      before: [whole('9'), edited('9', '0', 'x'), edited('9', '8', 'y')],
      stored: ['whole', 'y'],
    },
    { what: 'of a draft of an earlier release', before: [changed('whole')], stored: ['whole'] },
    { what: 'of a draft that was removed', before: [whole('0'), { state: 'none' } as const], stored: [null] },
  ])('that follow nothing stored are refused, and nothing is written: $what', async ({ before, stored }) => {
    const windowId = randomUUID()
    await keep(client, windowId, [], null)
    for (const draft of before) await sent(client, windowId, draft)
    expect(await sent(await restart(), windowId, edited('0', '7', 'lost'))).toEqual({ state: 'unknown' })
    expect(await restored(await restart())).toEqual(stored)
  })

  test('end with a new whole, a saved draft and a closed tab', async () => {
    const windowId = randomUUID()
    await keep(client, windowId, [tab('a', whole('0'))], 'a')
    await sent(client, windowId, edited('0', '1', 'x'))
    await sent(client, windowId, whole('2'))
    expect(await restored(await restart())).toEqual(['whole'])
  })
})

test('closed tabs and saved drafts are not restored', async () => {
  const parentId = await sampleId(client)
  const made = await client.library.createRequest({
    parentId,
    request: newHttpRequest({ method: 'GET', name: 'Saved', url: 'http://saved.test' }),
  })
  if (made.state !== 'created') throw new Error(made.sentence)
  const windowId = randomUUID()
  await keep(client, windowId, [tab('closed', changed('1')), tab('saved', changed('2'), made.id)], 'saved')
  await keep(client, windowId, [tab('saved', { state: 'none' }, made.id)], 'saved')
  const restarted = await restart()
  const { tabs } = await given(restarted, randomUUID())
  expect(tabs).toMatchObject([
    {
      tabId: 'saved',
      view: 'view of saved',
      content: null,
      opened: { request: { url: 'http://saved.test' }, place: { requestId: made.id, parentId } },
    },
  ])
  expect(await restarted.appData.describe()).toMatchObject({ drafts: 0 })
})

test('the tab of a deleted request is not restored', async () => {
  await keep(client, randomUUID(), [tab('a', { state: 'none' }, 'gone')], 'a')
  expect((await claimed(await restart())).tabs).toEqual([])
})

test('a window gets the tabs of closed windows, not those of open ones', async () => {
  const first = await watchWindow(client)
  const second = await watchWindow(client)
  await keep(client, first.windowId, [tab('a', changed('1'))], 'a')
  await keep(client, second.windowId, [tab('b', changed('2'))], 'b')
  expect((await claimed(client)).tabs).toEqual([])
  await first.close()
  await waitFor(
    async () => (await claimed(client, second.windowId)).tabs.length === 2,
    'the tab of the first',
  )
  // A window stores only its own tabs: closing them does not affect those of other windows.
  await keep(client, second.windowId, [], null)
  await keep(client, randomUUID(), [tab('c', changed('3'))], 'c')
  await second.close()
  expect((await claimed(await restart())).tabs).toEqual([['c', '3']])
})

test('a tab that a second window took over is listed once', async () => {
  await keep(client, randomUUID(), [tab('a', changed('1')), tab('b', changed('2'))], 'a')
  await keep(client, randomUUID(), [tab('a', changed('3'))], 'a')
  expect((await claimed(client)).tabs).toEqual([
    ['b', '2'],
    ['a', '3'],
  ])
})

/** Changes the database in a way in which no version of Parley does. */
function inDatabase<Value>(act: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(join(running.appDataFolder, 'parley.db'))
  try {
    return act(database)
  } finally {
    database.close()
  }
}

test('a draft that was written just before a crash is restored, and removed with its tab', async () => {
  const windowId = randomUUID()
  await keep(client, windowId, [tab('a', { state: 'none' }, 'gone')], 'a')
  const session = inDatabase(database => database.prepare('SELECT content FROM sessions').get()?.content)
  await keep(client, windowId, [tab('a', changed('typed'), 'gone')], 'a')
  await server.close()
  // The list of tabs is written after the draft.
  inDatabase(database => database.prepare('UPDATE sessions SET content = ?').run(session ?? null))
  await restart()
  expect((await claimed(client, windowId)).tabs).toEqual([['a', 'typed']])
  await keep(client, windowId, [], null)
  expect(await client.appData.describe()).toMatchObject({ drafts: 0 })
})

test('unsaved work that cannot be read is given to no window, and kept', async () => {
  const windowId = randomUUID()
  await keep(client, windowId, [tab('a', changed('1')), tab('b', changed('2'))], 'a')
  await server.close()
  inDatabase(database => database.exec("UPDATE drafts SET content = x'00' WHERE tab_id = 'a'"))
  await restart()
  const given = await claimed(client, windowId)
  expect(given.tabs).toEqual([['b', '2']])
  expect(given.problem).not.toBeNull()
  await keep(client, windowId, [tab('b', { state: 'unchanged' })], 'b')
  expect(await client.appData.describe()).toMatchObject({ drafts: 2 })
  await server.close()
  inDatabase(database => database.exec('DELETE FROM drafts'))
  await restart()
})

test('without the key unsaved work is reported as locked, and with the key it is restored', async () => {
  await keep(client, randomUUID(), [tab('a', changed('typed')), tab('b', { state: 'none' })], 'a')
  await server.close()
  const key = join(running.appDataFolder, 'key.json')
  renameSync(key, `${key}.away`)
  const locked = await restart()
  const windowId = randomUUID()
  const { tabs, problem } = await claimed(locked, windowId)
  expect(tabs).toEqual([])
  expect(problem?.sentence).toBe('The secrets are locked: their key is missing.')
  expect(
    (
      await locked.tabs.save({
        windowId,
        sequence: nextSequence(),
        isLast: false,
        workspaceFolder: sampleFolder(),
        tabs: [],
        activeTabId: null,
      })
    ).state,
  ).toBe('failed')
  await server.close()
  rmSync(key, { force: true })
  renameSync(`${key}.away`, key)
  expect((await claimed(await restart())).tabs).toEqual([['a', 'typed']])
})

test('unsaved work is in no file unencrypted', async () => {
  const { appDataFolder } = running
  const canary = 'canary-8c1f'
  await keep(client, randomUUID(), [tab('a', changed(JSON.stringify({ token: canary })))], 'a')
  for (const name of ['parley.db', 'parley.db-wal'])
    expect(readFileSync(join(appDataFolder, name)).includes(canary), name).toBe(false)
})

test('a window whose stream broke keeps its tabs while it may reconnect', async () => {
  const first = await watchWindow(client)
  await keep(client, first.windowId, [tab('a', changed('1'))], 'a')
  await first.lose()
  const other = { windowId: randomUUID(), sequence: 0, after: null }
  await waitFor(async () => (await client.tabs.claim(other)).state === 'waiting', 'the stream to be lost')
  const back = await watchWindow(client, first.windowId)
  expect(await client.tabs.claim(other)).toMatchObject({ state: 'given', tabs: [] })
  await back.close()
  expect(await client.tabs.claim(other)).toMatchObject({ state: 'given', tabs: [{ tabId: 'a' }] })
})

test.each([
  ['its browser no longer has it', (windowId: string) => [randomUUID(), windowId], 'given'],
  ['the user does not want to wait', () => 'all' as const, 'given'],
  ['another window is gone', () => [randomUUID()], 'waiting'],
])('the tabs of a window whose stream broke: %s', async (_, gone, state) => {
  const first = await watchWindow(client)
  await keep(client, first.windowId, [tab('a', changed('1'))], 'a')
  const other = { windowId: randomUUID(), sequence: 0, after: null }
  expect(await client.tabs.claim({ ...other, gone: gone(first.windowId) })).toMatchObject({ tabs: [] })
  await first.lose()
  const waits = { state: 'waiting', for: 'otherWindow' }
  await waitFor(async () => (await client.tabs.claim(other)).state === 'waiting', 'the stream to be lost')
  expect(await client.tabs.claim(other)).toMatchObject(waits)
  const claimed = await client.tabs.claim({ ...other, gone: gone(first.windowId) })
  expect(claimed).toMatchObject(state === 'given' ? { state, tabs: [{ tabId: 'a' }] } : waits)
})

test('the tabs of a window that did not reconnect go to the next one', async () => {
  const impatient = await startTestServer({ windowReconnectMs: 0 })
  const first = await watchWindow(impatient.client)
  const windowId = randomUUID()
  const input = { windowId: first.windowId, sequence: 1, isLast: false, activeTabId: 'a' }
  const workspaceFolder = join(impatient.appDataFolder, 'workspaces', 'bookshop')
  const tabs = [tab('a', changed('1'))]
  await waitFor(async () => {
    input.sequence += 1
    return (await impatient.client.tabs.save({ ...input, workspaceFolder, tabs })).state === 'saved'
  }, 'the tabs to be kept')
  await first.lose()
  await waitFor(
    async () => (await claimed(impatient.client, windowId)).tabs.length === 1,
    'the tab of the first',
  )
  await impatient.close()
})

test('a loading page waits for the last tabs of the previous page, in whatever order the calls arrive', async () => {
  const windowId = randomUUID()
  const input = { windowId, isLast: false, workspaceFolder: sampleFolder(), activeTabId: 'a' }
  const keepAs = (sequence: number, content: string, isLast: boolean) =>
    client.tabs.save({ ...input, sequence, isLast, tabs: [tab('a', changed(content))] })
  await keep(client, windowId, [tab('a', changed('half'))], 'a')
  const last = nextSequence() + 10
  const claim = { windowId, sequence: last + 1, after: last }
  // The last call of the closing page is on its way while the next page loads.
  expect(await client.tabs.claim(claim)).toMatchObject({ state: 'waiting', for: 'lastTabs' })
  const page = await client.events.subscribe({ windows: [{ windowId, sequence: last + 2, after: null }] })
  await page.next()
  await keepAs(last, 'whole', true)
  // A call that was sent earlier arrives later.
  await keepAs(last - 1, 'older', false)
  expect(await client.tabs.claim(claim)).toMatchObject({ tabs: [{ tabId: 'a', content: 'whole' }] })
  // The window is open again, so the previous page's message that it closed has no effect.
  const other = { windowId: randomUUID(), sequence: 0, after: null }
  expect(await client.tabs.claim(other)).toMatchObject({ state: 'given', tabs: [] })
  await client.events.leave({ windowId, sequence: last + 3 })
  await page.return()
})

test('while the keychain asks, a claim waits for what was saved before it, and gets it', async () => {
  const answer = Promise.withResolvers<null>()
  const asking = await startTestServer({ keychain: () => answer.promise })
  const windowId = randomUUID()
  const workspaceFolder = join(asking.appDataFolder, 'workspaces', 'bookshop')
  const input = { windowId, workspaceFolder, activeTabId: 'a' }
  const { tabs } = asking.client
  const saved = (sequence: number, content: string, isLast: boolean) =>
    tabs.save({ ...input, sequence, isLast, tabs: [tab('a', changed(content))] })
  expect(await saved(1, 'typed', false)).toEqual({ state: 'waiting' })
  expect(await saved(2, 'typed before', false)).toEqual({ state: 'waiting' })
  expect(await saved(3, 'typed before the reload', true)).toEqual({ state: 'waiting' })
  expect(await tabs.claim({ windowId, sequence: 4, after: 3 })).toMatchObject({
    state: 'waiting',
    for: 'keychain',
  })
  answer.resolve(null)
  await waitFor(async () => {
    const claim = await tabs.claim({ windowId, sequence: 5, after: 3 })
    if (claim.state === 'waiting') return false
    expect(claim.tabs).toMatchObject([{ tabId: 'a', content: 'typed before the reload' }])
    return true
  }, 'the tabs')
  await asking.close()
})
