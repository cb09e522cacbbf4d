import { defaultWebSocketPart, newWebSocketRequest, type WebSocketMessage, writeItem } from '@parley/model'
import { startWebSocketServer, type TestWebSocketServer } from '@parley/testkit'
import { afterEach, describe, test } from 'vitest'
import { WebSocket } from 'ws'
import { useRunFixture } from '../../apps/cli/src/run/run-fixture.testkit.ts'
import { ownPackages, packageVersion, useComparisons } from './comparisons.testkit.ts'

const fixture = useRunFixture()
const compare = useComparisons('web-sockets')
const version = packageVersion('ws', ownPackages)
const compared = (what: string) => ({ server: 'ws', version, client: `the client of ws ${version}`, what })
let server: TestWebSocketServer | null = null

afterEach(() => server?.close())

/** What a client got: messages as their type and their bytes in Base64, and the close. */
interface Got {
  readonly messages: readonly string[]
  readonly close: string
}

const text = (data: string): WebSocketMessage => ({ title: '', selected: true, format: 'text', data })
const bytes = (data: Uint8Array): WebSocketMessage => ({
  title: '',
  selected: true,
  format: 'binary',
  data: Buffer.from(data).toString('base64'),
})
const cases: Readonly<Record<string, readonly WebSocketMessage[]>> = {
  'a text': [text('hello')],
  'texts that are not ASCII, and JSON': [text('Zoë 🦊'), text('{"n": 9007199254740993}'), text('a\nb\r\n')],
  'an empty text and empty bytes': [text(''), bytes(Buffer.alloc(0))],
  'bytes that are no text': [bytes(Buffer.from([0, 255, 128, 10])), text('between'), bytes(Buffer.from('x'))],
  'messages around the lengths at which their frames change': [125, 126, 65_535, 65_536].map(length =>
    text('x'.repeat(length)),
  ),
  'a message of 1 MB': [bytes(Buffer.alloc(1_000_000, 'random'))],
  'many messages': Array.from({ length: 200 }, (_, at) => text(`message ${at}`)),
}

/** The server says what was agreed on, repeats messages, the first one after a ping, and closes after the last one. */
const start = (deflate: boolean, messages: number, path?: string) =>
  startWebSocketServer({
    deflate: deflate ? { threshold: 0 } : false,
    chooseProtocol: offered => offered.at(-1) ?? '',
    ...(path === undefined
      ? {}
      : {
          refuse(_, socket) {
            socket.end(`HTTP/1.1 ${path}\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno!`)
            return true
          },
        }),
    onConnection(socket) {
      let left = messages
      socket.send(JSON.stringify([socket.protocol, socket.extensions.split(';')[0]]))
      socket.on('message', (data, isBinary) => {
        if (left === messages) socket.ping('are you there')
        socket.send(data, { binary: isBinary })
        left -= 1
        if (left === 0) socket.close(4001, 'that was all, Zoë')
      })
    },
  })

const subprotocols = ['one', 'two']

function byClient(url: string, deflate: boolean, messages: readonly WebSocketMessage[]): Promise<Got> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, subprotocols, { perMessageDeflate: deflate })
    const got: string[] = []
    socket.on('open', () => {
      for (const { format, data } of messages)
        socket.send(format === 'binary' ? Buffer.from(data, 'base64') : data)
    })
    socket.on('message', (data, isBinary) => {
      got.push(`${isBinary ? 'binary' : 'text'} ${data.toString('base64')}`)
    })
    socket.on('close', (code, reason) => resolve({ messages: got, close: `${code}: ${reason}` }))
    socket.on('error', reject)
  })
}

async function send(url: string, deflate: boolean, messages: readonly WebSocketMessage[]) {
  const webSocket = { ...defaultWebSocketPart, messages, deflate, subprotocols }
  const file = fixture.write('w.yml', writeItem(newWebSocketRequest({ name: 'W', url, webSocket })))
  return fixture.runCommand(['send', file, '--json-lines'])
}

async function byParley(...given: Parameters<typeof send>): Promise<Got> {
  const { stdout, stderr } = await send(...given)
  const lines = stdout.toString().split('\n').filter(Boolean)
  const received = lines.map(line => JSON.parse(line)).filter(({ direction }) => direction === 'received')
  return {
    messages: received.map(({ type, data }) =>
      type === 'binary' ? `binary ${data}` : `text ${Buffer.from(data).toString('base64')}`,
    ),
    close: /closed by the server: (.*)/.exec(stderr)?.[1] ?? stderr,
  }
}

describe.each([false, true])('ws sends what it sends to its own client (compressed: %s)', deflate => {
  test.each(Object.entries(cases))('%s', async (_, messages) => {
    server = await start(deflate, messages.length)
    const theirs = await byClient(server.url, deflate, messages)
    compare(compared('messages, close'), await byParley(server.url, deflate, messages), theirs)
  })
})

test.each(['401 Unauthorized', '403 Forbidden', '404 Not Found', '503 Unavailable', '200 OK'])(
  'ws refuses a connection with %s, as it refuses its own client',
  async status => {
    server = await start(false, 1, status)
    const theirs = await byClient(server.url, false, []).catch((error: Error) => error.message)
    const { stdout, stderr } = await send(server.url, false, [])
    const [, code = ''] = /The server refused the WebSocket: (\d+)/.exec(stderr) ?? []
    compare(compared('refusals'), `Unexpected server response: ${code}`, theirs)
    compare(compared('refusals'), stdout.toString(), 'no!')
  },
)
