import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultWebSocketPart, type HttpRequest, newHttpRequest, row } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Created } from '../contract/index.ts'
import { sampleId, startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

let running: TestServer
let window: WatchedWindow
let collectionId: string

beforeEach(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
  collectionId = await sampleId(running.client)
})

afterEach(async () => {
  await window.close()
  await running.close()
})

const request: HttpRequest = newHttpRequest({
  name: 'Chat',
  url: 'wss://a.test/:room?x=1',
  params: [row('x', '1')],
  pathParams: [row('room', '42')],
  cookies: [row('sid', '1')],
  webSocket: {
    ...defaultWebSocketPart,
    messages: [
      { title: 'Greeting', selected: true, format: 'json', data: '{"id": 9007199254740993}' },
      { title: '', selected: false, format: 'binary', data: 'AAE=' },
    ],
    subprotocols: ['chat.v2', 'chat'],
    keepAliveIntervalMs: 5000,
    reconnect: true,
    reconnectAfterClose: true,
    closeCode: 4001,
    closeReason: 'bye',
    runLimits: { events: 3, forMs: 0, until: '' },
  },
})

function created(made: Created): string {
  if (made.state === 'failed') throw new Error(made.sentence)
  return made.id
}

const draftOf = async (id: string) => (await running.client.library.readRequest({ id })).request
const create = async (parentId: string) =>
  created(await running.client.library.createRequest({ parentId, request }))

test('a WebSocket is saved with all that it has, and read again', async () => {
  const id = await create(collectionId)
  const { webSocket, params, pathParams, cookies } = request
  expect(await draftOf(id)).toMatchObject({ webSocket, params, pathParams, cookies })
  const file = join(running.appDataFolder, 'workspaces', 'bookshop', 'Bookshop API', 'Chat.yml')
  expect(readFileSync(file, 'utf8')).toContain('type: websocket')
})

test('a copy of a WebSocket has all that it has', async () => {
  const copyId = created(await running.client.library.duplicate({ id: await create(collectionId) }))
  const copy = await draftOf(copyId)
  expect(copy.webSocket).toEqual(request.webSocket)
  expect(copy.name).not.toBe(request.name)
})

test('a WebSocket is moved with its file, and keeps its id', async () => {
  const id = await create(collectionId)
  const folder = created(await running.client.library.createFolder({ parentId: collectionId, name: 'Live' }))
  expect(await running.client.library.move({ id, parentId: folder, index: 0 })).toMatchObject({
    state: 'moved',
  })
  expect((await draftOf(id)).webSocket).toEqual(request.webSocket)
  const folderPath = join(running.appDataFolder, 'workspaces', 'bookshop', 'Bookshop API', 'Live')
  expect(existsSync(join(folderPath, 'Chat.yml'))).toBe(true)
})

test.each([
  ['openCollection', true, 0],
  ['postman', false, 1],
] as const)(
  'an export as %s has a WebSocket (%s), or says that it has not',
  async (format, isThere, losses) => {
    const parentId = created(await running.client.library.createCollection({ name: 'Live' }))
    await create(parentId)
    const exportId = randomUUID()
    const { windowId } = window
    await running.client.exports.start({
      windowId,
      exportId,
      source: { kind: 'collection', id: parentId, format },
    })
    const find = () =>
      window.events.filter(event => event.type === 'export').find(event => event.exportId === exportId)
    await waitFor(() => find()?.state === 'made', 'the export')
    expect(find()).toMatchObject({ totalLosses: losses })
    const { path } = await running.client.exports.mintTicket({ windowId, exportId })
    const text = await (await fetch(running.server.origin + path)).text()
    expect(text.includes('9007199254740993')).toBe(isThere)
  },
)
