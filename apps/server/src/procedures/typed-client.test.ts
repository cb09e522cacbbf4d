import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ORPCError, safe } from '@orpc/client'
import { newHttpRequest } from '@parley/model'
import { endConnection, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { beforeEach, expect, test } from 'vitest'
import { useSharedServer } from '../shared-server.testkit.ts'
import { sampleId, startTestServer } from '../start-test-server.testkit.ts'
import { version } from '../version.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

const running = useSharedServer({ windowGraceMs: 0 })
let window: WatchedWindow

beforeEach(async () => {
  window = running.window
  await waitFor(() => running.demo.activeCallCount() === 0, 'the end of the previous test’s calls')
})

async function start(url: string, fields: { windowId?: string; parentId?: string | null } = {}) {
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url })
  const { windowId = window.windowId, parentId = null } = fields
  expect(await running.client.sends.start({ windowId, sendId, requestId: 'r1', parentId, request })).toEqual({
    sendId,
  })
  return sendId
}

async function refusalOf(call: Promise<unknown>) {
  const { error } = await safe(call)
  if (!(error instanceof ORPCError)) throw new Error('The call was not refused', { cause: error })
  return { status: error.status, code: error.code, message: error.message }
}

function bodyFiles(): readonly string[] {
  const [folder] = readdirSync(running.appDataFolder).filter(name => name.startsWith('bodies-'))
  return folder === undefined ? [] : readdirSync(join(running.appDataFolder, folder))
}

test('the session describes itself', async () => {
  expect(await running.client.session.describe()).toEqual({
    version,
    userAgent: 'Parley/1.0',
    demoBaseUrl: running.demo.baseUrl,
    recovery: null,
    updatesAddress: null,
    pageMemory: {},
    windowKey: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('the library is a tree whose leaves can be read', async () => {
  const tree = await running.client.library.readTree()
  const [folder] = tree.collections[0]?.children ?? []
  const [leaf] = folder?.kind === 'folder' ? folder.children : []
  expect(leaf).toMatchObject({ kind: 'request', name: 'List books', method: 'GET' })
  const request = await running.client.library.readRequest({ id: leaf?.id ?? '' })
  expect(request).toMatchObject({ request: { kind: 'http', name: 'List books' } })
  expect(await refusalOf(running.client.library.readRequest({ id: 'none' }))).toEqual({
    status: 404,
    code: 'NOT_FOUND',
    message: 'It is no longer in the workspace. Save what you have under another name.',
  })
})

test('variables are listed with their scopes', async () => {
  const names = await running.client.variables.list({ parentId: await sampleId(running.client) })
  expect(names[0]).toEqual({ name: 'author', value: 'Le Guin', scope: 'collection' })
  expect(names).toContainEqual({ name: 'baseUrl', value: running.demo.baseUrl, scope: 'demo' })
  expect(names).toContainEqual({ name: '$guid', value: null, scope: 'dynamic' })
  const elsewhere = await running.client.variables.list({ parentId: null })
  expect(elsewhere.map(one => one.name)).not.toContain('author')
  expect(elsewhere).toContainEqual({ name: 'baseUrl', value: running.demo.baseUrl, scope: 'demo' })
  expect(await running.client.variables.list({ parentId: 'gone' })).toEqual(elsewhere)
})

test('a request is prepared for code with what its collection provides, and fails if a send would', async () => {
  const parentId = await sampleId(running.client)
  const prepare = (url: string, fillsVariables: boolean) =>
    running.client.code.prepare({
      parentId,
      request: newHttpRequest({ url }),
      includesAuth: true,
      fillsVariables,
    })
  const filled = await prepare('{{baseUrl}}/{{gone}}?id={{$guid}}', true)
  expect(filled).toMatchObject({
    ok: true,
    value: { unknownNames: ['gone'], request: { auth: { type: 'none' } } },
  })
  const url = filled.ok ? filled.value.request.url : ''
  expect(url.startsWith(`${running.demo.baseUrl}/{{gone}}?id=`)).toBe(true)
  expect(url).toMatch(/id=[0-9a-f-]{36}$/)
  const kept = await prepare('{{baseUrl}}/{{gone}}?id={{$guid}}', false)
  expect(kept).toMatchObject({ value: { request: { url: '{{baseUrl}}/{{gone}}?id={{$guid}}' } } })
  const refused = await prepare('ftp://a.test/', true)
  expect(refused).toMatchObject({ ok: false, failure: { code: 'UNSUPPORTED_SCHEME' } })
  const open = await prepare('{{baseUrl}}/:id', true)
  expect(open).toMatchObject({
    value: { unknownNames: ['id'], request: { notices: [expect.stringContaining(':id')] } },
  })
})

test('a path that a request names gives no access to the file', async () => {
  const filePath = join(running.folder, 'secret.txt')
  const bodies = [
    { type: 'file', files: [{ filePath, contentType: '', selected: true }] },
    { type: 'multipart', parts: [{ kind: 'file', name: 'f', filePaths: [filePath], enabled: true }] },
  ] as const
  for (const body of bodies) {
    const sendId = randomUUID()
    const request = newHttpRequest({ method: 'POST', url: `${running.demo.baseUrl}/echo`, body })
    await running.client.sends.start({
      windowId: window.windowId,
      sendId,
      requestId: 'r1',
      parentId: null,
      request,
    })
    expect(await window.waitForState(sendId, 'failed')).toMatchObject({
      failure: { kind: 'file', code: 'FILE_NOT_PICKED', step: 'prepare', subject: filePath },
    })
  }
})

test('a send of the sample gets a response that is read and released', async () => {
  // Small bodies have no file.
  const sendId = await start('{{baseUrl}}/large?bytes=100000', { parentId: await sampleId(running.client) })
  const { exchange } = await window.waitForState(sendId, 'answered')
  expect(exchange.request.targetUri).toBe(`${running.demo.baseUrl}/large?bytes=100000`)
  const { handle } = exchange.response.content
  const raw = await running.client.bodies.readText({ handle, view: 'raw', offset: 0, maxBytes: 1_048_576 })
  const pretty = await waitFor(async () => {
    const input = { handle, view: 'pretty', offset: 0, maxBytes: 1_048_576 } as const
    const piece = await running.client.bodies.readText(input)
    return piece.isFormatting ? null : piece
  }, 'the formatted body')
  expect(JSON.parse(pretty.text)).toEqual(JSON.parse(raw.text))
  expect(pretty.text).toContain('\n  ')
  expect(pretty).toMatchObject({ view: 'pretty', format: 'json', isText: true, nextOffset: null })
  expect(bodyFiles()).toHaveLength(2)

  expect(await running.client.sends.release({ sendId })).toEqual({ wasKnown: true })
  expect(bodyFiles()).toEqual([])
  expect(await running.client.sends.release({ sendId })).toEqual({ wasKnown: false })
  const gone = { handle, view: 'raw', offset: 0, maxBytes: 1 } as const
  expect(await refusalOf(running.client.bodies.readText(gone))).toMatchObject({ status: 404 })
})

test('a send without the demo API says how to start it', async () => {
  const alone = await startTestServer({ demoBaseUrl: null })
  const watched = await watchWindow(alone.client)
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: '{{baseUrl}}/books' })
  await alone.client.sends.start({
    windowId: watched.windowId,
    sendId,
    requestId: 'r1',
    parentId: await sampleId(alone.client),
    request,
  })
  expect(await watched.waitForState(sendId, 'failed')).toMatchObject({
    failure: { code: 'DEMO_NOT_RUNNING' },
  })
  await watched.close()
  await alone.close()
})

test('a call that is repeated starts no second send, also after its send has ended and is released', async () => {
  const sendId = await start(`${running.demo.baseUrl}/delay/60000`)
  const again = {
    windowId: window.windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request: newHttpRequest({ method: 'GET', url: running.demo.baseUrl }),
  }
  await waitFor(() => running.demo.activeCallCount() === 1, 'the one call')
  expect(await running.client.sends.start(again)).toEqual({ sendId })
  expect(running.demo.activeCallCount()).toBe(1)
  expect(await running.client.sends.release({ sendId })).toEqual({ wasKnown: true })
  expect(await running.client.sends.start(again)).toEqual({ sendId })
  expect(await running.client.sends.release({ sendId })).toEqual({ wasKnown: false })
})

test('a running send is cancelled once, and an ended one cannot be cancelled', async () => {
  const sendId = await start(`${running.demo.baseUrl}/delay/60000`)
  await waitFor(() => running.demo.activeCallCount() === 1, 'the call')
  expect(await running.client.sends.cancel({ sendId })).toEqual({ wasRunning: true })
  expect(await window.waitForState(sendId, 'failed')).toMatchObject({ failure: { kind: 'cancelled' } })
  expect(await running.client.sends.cancel({ sendId })).toEqual({ wasRunning: false })
  expect(await running.client.sends.cancel({ sendId: randomUUID() })).toEqual({ wasRunning: false })
})

test('a send may be released while it runs: its call ends and its body goes', async () => {
  const endless = await startRawServer([
    receiveHead,
    'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nas far as it came',
    // Small bodies have no file.
    Buffer.alloc(100_000, 'x'),
    connection => connection.closed,
  ])
  const sendId = await start(endless.url)
  await waitFor(() => bodyFiles().length === 1, 'the body to begin')
  expect(await running.client.sends.release({ sendId })).toEqual({ wasKnown: true })
  await endless.waitForConnectionClose(0)
  // A release does not wait for a send that is slow to end.
  await waitFor(() => bodyFiles().length === 0, 'the body to be deleted')
  await endless.close()
})

test('a growing body is read before its end, up to the last whole character', async () => {
  const growing = await startRawServer([
    receiveHead,
    Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\na'),
      Buffer.from([0xc3]),
    ]),
    connection => waitFor(() => isEndWanted || connection.socket.destroyed, 'the word to end'),
    Buffer.from([0xa9]),
    'bc',
    endConnection,
  ])
  let isEndWanted = false
  const sendId = await start(growing.url)
  const awaiting = await waitFor(() => {
    const progress = window.latest(sendId)
    return progress?.state === 'awaiting' ? progress.response : null
  }, 'the head')
  const { handle } = awaiting.content
  const read = () => running.client.bodies.readText({ handle, view: 'pretty', offset: 0, maxBytes: 100 })
  const first = await waitFor(async () => {
    const piece = await read()
    return piece.totalBytes === 2 ? piece : null
  }, 'two bytes')
  expect(first).toMatchObject({ text: 'a', view: 'raw', isText: true })
  isEndWanted = true
  await window.waitForState(sendId, 'answered')
  expect(await read()).toMatchObject({ text: 'aébc', totalBytes: 5, nextOffset: null })
  await growing.close()
})

test('two windows do not see each other’s sends', async () => {
  const other = await watchWindow(running.client)
  const mine = await start(`${running.demo.baseUrl}/status/200`)
  const theirs = await start(`${running.demo.baseUrl}/status/200`, { windowId: other.windowId })
  await Promise.all([window.waitForState(mine, 'answered'), other.waitForState(theirs, 'answered')])
  expect(JSON.stringify(window.events)).not.toContain(theirs)
  expect(JSON.stringify(other.events)).not.toContain(mine)
  await other.close()
})

test('a stream begins with the current state, and ends the previous one', async () => {
  const ended = await start(`${running.demo.baseUrl}/status/204`)
  const running1 = await start(`${running.demo.baseUrl}/delay/60000`)
  await window.waitForState(ended, 'answered')
  const again = await watchWindow(running.client, window.windowId)
  await again.waitForState(ended, 'answered')
  await again.waitForState(running1, 'awaiting')
  await waitFor(() => window.isEnded(), 'the first stream to end')
  const types = again.events.slice(0, 8).map(event => event.type)
  expect(types.filter(type => type !== 'history')).toEqual([
    'workspace',
    'settings',
    'sessionValues',
    'environments',
    'secretQuestions',
    'send',
    'send',
  ])
  // Its place depends on when the entry of the ended send was stored.
  expect(types).toContain('history')
  await again.close()
})

test('a send moves to another window, which gets its progress and can cancel it', async () => {
  const sendId = await start(`${running.demo.baseUrl}/delay/60000`)
  const other = await watchWindow(running.client)
  const { windowId } = other
  expect(await running.client.sends.resume({ windowId, sendId })).toEqual({ state: 'followed' })
  await other.waitForState(sendId, 'awaiting')
  const before = window.events.length
  await running.client.sends.cancel({ sendId })
  expect(await other.waitForState(sendId, 'failed')).toMatchObject({ failure: { kind: 'cancelled' } })
  expect(window.events.slice(before).filter(({ type }) => type === 'send')).toEqual([])
  await other.close()
})

test('a send that the server no longer has is shown from the history, with its body', async () => {
  const sendId = await start(`${running.demo.baseUrl}/books/1204`)
  await window.waitForState(sendId, 'answered')
  await running.client.sends.release({ sendId })
  const input = { windowId: window.windowId, sendId }
  const taken = await waitFor(async () => {
    const one = await running.client.sends.resume(input)
    return one.state === 'ended' ? one : null
  }, 'the entry of the history')
  const { outcome } = taken.entry
  if (outcome.state !== 'answered') throw new Error('It was answered')
  const { handle } = outcome.exchange.response.content
  const { text } = await running.client.bodies.readText({ handle, view: 'raw', offset: 0, maxBytes: 1000 })
  expect(text).toContain('The Left Hand of Darkness')
  expect(await running.client.sends.resume({ ...input, sendId: randomUUID() })).toEqual({ state: 'unknown' })
})

test('the sends of a window that is gone are released after the grace period', async () => {
  const quick = await startTestServer({ windowGraceMs: 0 })
  const watched = await watchWindow(quick.client)
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: `${quick.demo.baseUrl}/delay/60000` })
  await quick.client.sends.start({
    windowId: watched.windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request,
  })
  await waitFor(() => quick.demo.activeCallCount() === 1, 'the call')
  await watched.lose()
  await waitFor(() => quick.demo.activeCallCount() === 0, 'the call to end')
  await waitFor(
    async () => !(await quick.client.sends.release({ sendId })).wasKnown,
    'the send to be forgotten',
  )
  await quick.close()
})

test('the sends of a window that never opens its stream are released as well', async () => {
  const server = await startRawServer([receiveHead, connection => connection.closed])
  const quick = await startTestServer({ windowGraceMs: 0 })
  const request = newHttpRequest({ method: 'GET', url: server.url })
  const start = { windowId: randomUUID(), sendId: randomUUID(), requestId: 'r1', parentId: null, request }
  await quick.client.sends.start(start)
  await waitFor(
    async () => !(await quick.client.sends.cancel({ sendId: start.sendId })).wasRunning,
    'the send to be given up',
  )
  await quick.close()
  await server.close()
})

test('closing the server ends its streams and sends', async () => {
  const closing = await startTestServer()
  const watched = await watchWindow(closing.client)
  const request = newHttpRequest({ method: 'GET', url: `${running.demo.baseUrl}/delay/60000` })
  const sendId = randomUUID()
  await closing.client.sends.start({
    windowId: watched.windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request,
  })
  await waitFor(() => running.demo.activeCallCount() === 1, 'the call')
  await closing.server.close()
  await waitFor(() => watched.isEnded(), 'the stream to end')
  await waitFor(() => running.demo.activeCallCount() === 0, 'the call to end')
  const left = readdirSync(closing.appDataFolder).filter(name => /^(?:bodies|picked|open)-/.test(name))
  expect(left).toEqual([])
  await closing.close()
})
