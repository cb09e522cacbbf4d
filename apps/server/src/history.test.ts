import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type HistoryEntry,
  type HttpRequest,
  type NewRequestFields,
  newHttpRequest,
  noScripts,
} from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useSharedServerWithSamples } from './shared-server.testkit.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { createTestClient, sampleId, writeTestPage } from './start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from './watch-window.testkit.ts'

const running = useSharedServerWithSamples()
let window: WatchedWindow

beforeEach(() => {
  window = running.window
})

function historyEvents(from = window) {
  return from.events.filter(event => event.type === 'history')
}

/** Sends a request, and waits until the history reports a change. */
async function send(
  request: NewRequestFields & { url: string },
  requestId = 'r1',
  state: 'answered' | 'failed' = 'answered',
) {
  const { revision: before } = await waitFor(() => historyEvents().at(-1), 'the state of the history')
  const sendId = randomUUID()
  const whole = newHttpRequest({ method: 'GET', ...request })
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId,
    parentId: await sampleId(running.client),
    request: whole,
  })
  const progress = await window.waitForState(sendId, state)
  await waitFor(() => (historyEvents().at(-1)?.revision ?? 0) > before, 'the history to change')
  return { sendId, progress }
}

async function newest(): Promise<HistoryEntry> {
  const { entries } = await running.client.history.list({})
  return running.client.history.read({ id: entries[0]?.id ?? '' })
}

function handleOf({ outcome }: HistoryEntry): string {
  const response = outcome.state === 'answered' ? outcome.exchange.response : outcome.response
  return response?.content.handle ?? ''
}

test('a send becomes an entry with what was typed, what was sent and its body, which outlives the send', async () => {
  const { sendId } = await send({ url: '{{baseUrl}}/books?limit=2' })
  await running.client.sends.release({ sendId })
  const entry = await newest()
  expect(entry).toMatchObject({
    method: 'GET',
    url: `${running.demo.baseUrl}/books?limit=2`,
    requestId: 'r1',
    state: 'answered',
    statusCode: 200,
    request: { url: '{{baseUrl}}/books?limit=2' },
    outcome: { exchange: { request: { requestLine: 'GET /v1/books?limit=2 HTTP/1.1' } } },
  })
  const view = { handle: handleOf(entry), view: 'pretty', format: 'auto' } as const
  const text = await waitFor(async () => {
    const read = await running.client.bodies.readText({ ...view, offset: 0, maxBytes: 10_000 })
    return read.isFormatting ? undefined : read
  }, 'the body to be laid out')
  expect(JSON.parse(text.text)).toHaveLength(2)
  expect(text.view).toBe('pretty')
  expect((await running.client.bodies.find({ ...view, text: 'id', ordinal: 0 })).matchCount).toBeGreaterThan(
    1,
  )
  const ticket = await running.client.bodies.mintTicket({ handle: view.handle, purpose: 'download' })
  const download = await fetch(`${running.server.origin}${ticket.path}`)
  expect(await download.json()).toHaveLength(2)
})

test.each([100, 3_000_000])('a body of %i bytes is stored unchanged', async bytes => {
  await send({ url: `{{baseUrl}}/binary?bytes=${bytes}` })
  const { base64, totalBytes } = await running.client.bodies.readBytes({
    handle: handleOf(await newest()),
    offset: 0,
    maxBytes: 10,
  })
  expect(totalBytes).toBe(bytes)
  expect(Buffer.from(base64, 'base64')).toHaveLength(10)
})

describe('the run history of a request (behaviour 2.4)', () => {
  const runsOf = async (requestId: string) =>
    (await running.client.history.list({ requestId })).entries.map(({ method, url }) => `${method} ${url}`)
  const saveTab = async (tabId: string, request: HttpRequest) => {
    const parentId = await sampleId(running.client)
    const created = await running.client.library.createRequest({ parentId, request, tabId })
    if (created.state === 'failed') throw new Error(created.sentence)
    return created.id
  }

  test('moves with an unsaved request that is saved, and a copy begins with none', async () => {
    const tabId = randomUUID()
    const request = newHttpRequest({ name: 'New', method: 'GET', url: `${running.demo.baseUrl}/books/1204` })
    await send(request, tabId)
    await send(request, 'another tab')
    const id = await saveTab(tabId, request)
    expect(await runsOf(tabId)).toEqual([])
    expect(await runsOf('another tab')).toHaveLength(1)
    expect(await runsOf(id)).toEqual([`GET ${request.url}`])
    await send(request, id)
    expect(await runsOf(id)).toHaveLength(2)
    const copy = await running.client.library.duplicate({ id })
    if (copy.state === 'failed') throw new Error(copy.sentence)
    expect(await runsOf(copy.id)).toEqual([])
  })

  test('includes a send that was running while the request was saved', async () => {
    const tabId = randomUUID()
    const request = newHttpRequest({ name: 'Slow', method: 'GET', url: `${running.demo.baseUrl}/delay/600` })
    const sendId = randomUUID()
    const { windowId } = window
    await running.client.sends.start({ windowId, sendId, requestId: tabId, parentId: null, request })
    const id = await saveTab(tabId, request)
    expect(await runsOf(id)).toEqual([])
    await window.waitForState(sendId, 'answered')
    await waitFor(async () => (await runsOf(id)).length === 1, 'the run')
    expect(await runsOf(tabId)).toEqual([])
  })
})

test('failed and cancelled sends are entries', async () => {
  await send({ url: 'http://127.0.0.1:1/' }, 'r1', 'failed')
  expect(await newest()).toMatchObject({ state: 'failed', statusCode: null, url: 'http://127.0.0.1:1/' })
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: '{{baseUrl}}/delay/30000' })
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: 'r1',
    parentId: await sampleId(running.client),
    request,
  })
  await waitFor(() => window.latest(sendId)?.state === 'awaiting', 'the send to begin')
  await running.client.sends.cancel({ sendId })
  await waitFor(async () => (await running.client.history.list({})).totalEntries === 2, 'the second entry')
  expect(await newest()).toMatchObject({ state: 'cancelled', outcome: { failure: { kind: 'cancelled' } } })
})

test('the received part of a cancelled send is stored', async () => {
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: '{{baseUrl}}/events?count=1000&intervalMs=20' })
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: 'r1',
    parentId: await sampleId(running.client),
    request,
  })
  await waitFor(() => {
    const progress = window.latest(sendId)
    return progress?.state === 'awaiting' && (progress.response?.content.decodedBytes ?? 0) > 100
  }, 'some of the body')
  await running.client.sends.cancel({ sendId })
  await waitFor(async () => (await running.client.history.list({})).totalEntries === 1, 'the entry')
  const entry = await newest()
  expect(entry).toMatchObject({ state: 'cancelled', statusCode: 200, missingBody: null })
  const range = { handle: handleOf(entry), view: 'raw', offset: 0, maxBytes: 100 } as const
  expect((await running.client.bodies.readText(range)).text).toHaveLength(100)
})

test('sends that a pre-request script stops and requests that scripts send are not in the history', async () => {
  const scripts = { ...noScripts, preRequest: "throw new Error('no')" }
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: '{{baseUrl}}/books', scripts })
  await running.client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: 'r1',
    parentId: await sampleId(running.client),
    request,
  })
  await window.waitForState(sendId, 'failed')
  const sending = `await bru.sendRequest({ url: '${running.demo.baseUrl}/books', method: 'GET' })`
  await send({ url: '{{baseUrl}}/books', scripts: { ...noScripts, preRequest: sending } })
  expect((await running.client.history.list({})).totalEntries).toBe(1)
})

test('entries are found by text and by request, removed and cleared, and every window is notified', async () => {
  await send({ url: '{{baseUrl}}/books?limit=1' }, 'r1')
  await send({ url: '{{baseUrl}}/status/404' }, 'r2')
  const { history } = running.client
  expect((await history.list({ search: 'STATUS' })).entries).toMatchObject([{ statusCode: 404 }])
  const { entries } = await history.list({ requestId: 'r1' })
  expect(entries).toHaveLength(1)
  expect(await history.list({ offset: 1, limit: 1 })).toMatchObject({
    entries,
    totalEntries: 2,
    locked: null,
  })
  const entry = await history.read({ id: entries[0]?.id ?? '' })
  const other = await watchWindow(running.client)
  await history.remove({ ids: [entry.id] })
  await expect(history.read({ id: entry.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const range = { handle: handleOf(entry), offset: 0, maxBytes: 1 }
  await expect(running.client.bodies.readBytes(range)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await history.clear()
  expect((await history.list({})).totalEntries).toBe(0)
  expect(readdirSync(join(running.appDataFolder, 'history-bodies'))).toEqual([])
  const revision = historyEvents().at(-1)?.revision
  await waitFor(() => historyEvents(other).at(-1)?.revision === revision, 'the other window to be notified')
  await other.close()
})

test('a full disk is reported and fails no send', async () => {
  rmSync(join(running.appDataFolder, 'history-bodies'), { recursive: true })
  await send({ url: '{{baseUrl}}/books' })
  expect(historyEvents().at(-1)?.problem).toEqual({
    sentence:
      'The last send could not be saved in the history: the file or its folder was not found (ENOENT).',
    nextStep: expect.stringMatching(/\.$/),
  })
  mkdirSync(join(running.appDataFolder, 'history-bodies'))
  await send({ url: '{{baseUrl}}/books' })
  expect(historyEvents().at(-1)?.problem).toBeNull()
})

test('the sizes of the app data are those of its folder', async () => {
  await send({ url: '{{baseUrl}}/binary?bytes=1000' })
  expect(await running.client.appData.describe()).toMatchObject({
    folder: running.appDataFolder,
    historyEntries: 1,
    historyBodies: { count: 1, sizeBytes: 1000 },
  })
})

describe('the next start', () => {
  let folder: string
  const options = () => ({
    port: 0,
    pageFolder: writeTestPage(join(folder, 'page')),
    appDataFolder: join(folder, 'data'),
    demoBaseUrl: running.demo.baseUrl,
    keychain: async () => null,
  })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-restart-'))
    mkdirSync(join(folder, 'data'))
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  async function sendOnce(server: RunningServer): Promise<void> {
    const client = createTestClient(server)
    const watched = await watchWindow(client)
    const sendId = randomUUID()
    const request = newHttpRequest({ method: 'GET', url: '{{baseUrl}}/books?limit=3' })
    await client.sends.start({
      windowId: watched.windowId,
      sendId,
      requestId: 'r1',
      parentId: await sampleId(client),
      request,
    })
    await watched.waitForState(sendId, 'answered')
  }

  test('shows the entries of the previous start, also of a send that ended just before it stopped', async () => {
    const first = await startServer(options())
    await sendOnce(first)
    await first.close()
    const second = await startServer(options())
    const { history, bodies } = createTestClient(second)
    const { entries } = await waitFor(async () => {
      const listed = await history.list({})
      return listed.locked === null ? listed : null
    }, 'the history to be unlocked')
    const entry = await history.read({ id: entries[0]?.id ?? '' })
    const range = { handle: handleOf(entry), view: 'raw', offset: 0, maxBytes: 10_000 } as const
    expect(JSON.parse((await bodies.readText(range)).text)).toHaveLength(3)
    await second.close()
  })

  test('is locked while the keychain asks the user, and notifies every window when it is unlocked', async () => {
    const texts = new Map<string, string>()
    const keychain = {
      read: async (name: string) => texts.get(name) ?? null,
      write: async (name: string, text: string) => {
        texts.set(name, text)
      },
    }
    const first = await startServer({ ...options(), keychain: async () => keychain })
    await sendOnce(first)
    await first.close()
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    const second = await startServer({ ...options(), keychain: () => answered.then(() => keychain) })
    const client = createTestClient(second)
    const watched = await watchWindow(client)
    const { locked, entries } = await client.history.list({})
    expect(locked?.sentence).toMatch(/is asking for permission\.$/)
    expect(entries).toEqual([])
    expect(historyEvents(watched).at(-1)?.revision).toBe(0)
    answer()
    await waitFor(() => historyEvents(watched).at(-1)?.revision === 1, 'the windows to be notified')
    expect(await client.history.list({})).toMatchObject({ totalEntries: 1, locked: null })
    await watched.close()
    await second.close()
  })

  test('fails with a sentence if a newer Parley wrote the data', async () => {
    const newer = new DatabaseSync(join(folder, 'data', 'parley.db'))
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    await expect(startServer(options())).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/version 99; this one knows \d+/),
    })
  })

  test('says how a damaged database was repaired until the user has seen it', async () => {
    writeFileSync(join(folder, 'data', 'parley.db'), 'no database at all'.repeat(999))
    const server = await startServer(options())
    const client = createTestClient(server)
    const { recovery } = await client.session.describe()
    expect(recovery).toEqual(server.recovery)
    expect(recovery?.sentence).toBe('Parley’s database was damaged and was repaired.')
    expect(recovery?.nextStep).toMatch(/is kept as .*parley\.db\.damaged-\d+\. /)
    await server.close()
    // The report is shown until the user dismisses it.
    const second = await startServer(options())
    expect(second.recovery).toBe(null)
    const again = createTestClient(second)
    expect((await again.session.describe()).recovery).toEqual(recovery)
    await again.appData.dismissRecovery()
    expect((await again.session.describe()).recovery).toBe(null)
    await second.close()
    const third = await startServer(options())
    expect((await createTestClient(third).session.describe()).recovery).toBe(null)
    await third.close()
  })
})
