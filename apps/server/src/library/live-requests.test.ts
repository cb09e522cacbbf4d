import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  defaultWebSocketPart,
  grpcCallOf,
  type HttpRequest,
  newGrpcRequest,
  newHttpRequest,
  row,
} from '@parley/model'
import { waitFor } from '@parley/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Created } from '../contract/index.ts'
import { useSharedServerWithSamples } from '../shared-server.testkit.ts'
import { sampleId } from '../start-test-server.testkit.ts'
import type { WatchedWindow } from '../watch-window.testkit.ts'

const running = useSharedServerWithSamples()
let window: WatchedWindow
let collectionId: string

beforeEach(async () => {
  window = running.window
  collectionId = await sampleId(running.client)
})

interface SavedKind {
  readonly request: HttpRequest
  /** What the kind has besides an HTTP request. */
  readonly part: 'webSocket' | 'grpc'
  /** The type of its file. */
  readonly type: string
  /** What an export of files leaves out: the files that the request names are not in it. */
  readonly lostFiles: number
}

/** A request of each kind, with a value of its own in each place. */
const kinds = {
  WebSocket: {
    part: 'webSocket',
    type: 'websocket',
    lostFiles: 0,
    request: newHttpRequest({
      name: 'Saved',
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
    }),
  },
  gRPC: {
    part: 'grpc',
    type: 'grpc',
    lostFiles: 2,
    request: {
      ...grpcCallOf(
        newGrpcRequest({
          url: 'grpcs://a.test:50051',
          method: 'shop.Books/Chat',
          methodType: 'bidirectionalStreaming',
          protoFilePath: 'protos/shop.proto',
          metadata: [row('x-tag-bin', 'AAE=')],
          messages: [
            { title: 'Greeting', selected: true, text: '{"id": 9007199254740993}' },
            { title: 'Other', selected: false, text: '{}' },
          ],
          options: {
            definition: 'descriptorSet',
            descriptorSetPath: 'shop.binpb',
            deadlineMs: 700,
            maxMessageBytes: 1000,
            compression: 'gzip',
            web: 'text',
            showsDefaults: true,
          },
        }),
      ),
      name: 'Saved',
    },
  },
} as const satisfies Readonly<Record<string, SavedKind>>

function created(made: Created): string {
  if (made.state === 'failed') throw new Error(made.sentence)
  return made.id
}

const draftOf = async (id: string) => (await running.client.library.readRequest({ id })).request
describe.each(Object.entries<SavedKind>(kinds))(
  'a request of the kind %s',
  (_, { request, part, type, lostFiles }) => {
    const create = async (parentId: string) =>
      created(await running.client.library.createRequest({ parentId, request }))

    test('is saved with all that it has, and read again', async () => {
      const id = await create(collectionId)
      const { params, pathParams, cookies, headers, url } = request
      expect(await draftOf(id)).toMatchObject({
        [part]: request[part],
        params,
        pathParams,
        cookies,
        headers,
        url,
      })
      const file = join(running.workspaceFolder, 'Bookshop API', 'Saved.yml')
      expect(readFileSync(file, 'utf8')).toContain(`type: ${type}`)
    })

    test('has copies with all that it has', async () => {
      const copyId = created(await running.client.library.duplicate({ id: await create(collectionId) }))
      const copy = await draftOf(copyId)
      expect(copy[part]).toEqual(request[part])
      expect(copy.name).not.toBe(request.name)
    })

    test('is moved with its file, and keeps its id', async () => {
      const id = await create(collectionId)
      const folder = created(
        await running.client.library.createFolder({ parentId: collectionId, name: 'Live' }),
      )
      expect(await running.client.library.move({ id, parentId: folder, index: 0 })).toMatchObject({
        state: 'moved',
      })
      expect((await draftOf(id))[part]).toEqual(request[part])
      const folderPath = join(running.workspaceFolder, 'Bookshop API', 'Live')
      expect(existsSync(join(folderPath, 'Saved.yml'))).toBe(true)
    })

    test.each([
      ['openCollection', true, lostFiles],
      ['postman', false, 1],
    ] as const)('is in an export as %s (%s), or reported as lost', async (format, isThere, losses) => {
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
    })
  },
)
