import { expect, test } from 'vitest'
import { describeCases, type Shown, type ShownCases, sourceOf } from './shown-cases.testkit.ts'

const hostile = 'packages/transport/src/websocket/hostile-web-socket.test.ts'
const hostileSizes = 'packages/transport/src/websocket/hostile-web-socket.testkit.ts'
const wire = 'packages/transport/src/websocket/web-socket.test.ts'
const reconnect = 'packages/transport/src/websocket/web-socket-reconnect.test.ts'
const waysOut = 'packages/transport/src/secret-transfers.testkit.ts'
const sessions = 'apps/server/src/live/live-web-sockets.test.ts'
const handshakes = 'apps/server/src/live/describe-handshake.test.ts'
const library = 'apps/server/src/library/live-requests.test.ts'
const imports = 'packages/convert/src/import/web-sockets.test.ts'
const runs = 'apps/cli/src/run/run-web-sockets.test.ts'
const sends = 'apps/cli/src/send/send-web-socket.test.ts'
const page = 'e2e/websocket.spec.ts'

/** What servers may do to a WebSocket (attacks WS1). */
const hostileCases = {
  'a wrong accept': [
    [hostile, 'a wrong accept'],
    [hostile, 'no accept'],
  ],
  '101 without Upgrade': [
    [hostile, 'no Upgrade field'],
    [hostile, 'another protocol'],
    [hostile, 'no upgrade in Connection'],
  ],
  '101 to a request that asked for nothing': [[hostile, 'a 101 to an ordinary request opens nothing']],
  '101 with a body': [[hostile, 'a body of the 101']],
  'RSV bits': [
    [hostile, 'a set RSV1 bit'],
    [hostile, 'a set RSV2 bit'],
    [hostile, 'a set RSV3 bit'],
  ],
  'a masked frame': [[hostile, 'a masked frame']],
  'an unknown opcode': [[hostile, 'an unknown opcode']],
  'a length of 2^63': [
    [hostile, 'a length of 2^63'],
    [hostile, 'a length of 2^53 - 1'],
    [hostile, 'a message over the limit'],
  ],
  'invalid UTF-8': [
    [hostile, 'invalid UTF-8 in a text'],
    [hostile, 'invalid UTF-8 in a close reason'],
  ],
  'invalid control frames': [
    [hostile, 'a fragmented ping'],
    [hostile, 'a ping of 126 bytes'],
    [hostile, 'a close frame of one byte'],
  ],
  'close codes that are not for the wire': [
    [hostile, 'the close code 1005 on the wire'],
    [hostile, 'the close code 1006 on the wire'],
    [hostile, 'the close code 999'],
  ],
  'fragments without an end': [
    [hostile, 'too many fragments'],
    [hostile, 'fragments over the limit'],
    [hostile, 'a continuation of nothing'],
    [hostile, 'a message within another'],
  ],
  '300 MB out of 300 kB': [
    [hostile, 'a small frame that unpacks to more than the limit'],
    [hostile, 'what cannot be unpacked'],
  ],
  'extensions that may not be chosen': [
    [hostile, 'an invalid window size'],
    [hostile, 'an unknown extension'],
    [hostile, 'two extensions'],
    [hostile, 'an extension that cannot be read'],
  ],
  'a subprotocol that was not offered': [[hostile, 'a subprotocol that was not offered']],
  'data in the packet of the 101': [[hostile, 'with frames in the packet of the 101, and cut anywhere']],
  'a server that never closes': [
    [hostile, 'when the server does not answer a close frame'],
    [hostile, 'when the server closes, and then keeps the connection'],
    [hostile, 'when nothing answers the pings'],
  ],
  '1,000,000 empty messages': [[hostileSizes, 'with very many empty messages']],
  'a half-closed connection': [
    [hostile, 'when the server just leaves'],
    [hostile, 'when the server stops in the middle of a frame'],
  ],
  'a reason with control characters': [[hostile, 'with control characters in a reason, which is data']],
  'a redirect to another host': [[wire, 'follows redirects, and takes no credentials to another host']],
  'a redirect to a connection without TLS': [
    [handshakes, 'a redirect from %s to a connection without TLS is said: %s'],
  ],
} as const satisfies ShownCases

/** What a WebSocket can do as every request can, and what it needs for that. */
const wholeCases = {
  'created from +': [
    [page, 'a WebSocket is connected, used by keyboard, saved and opened again'],
    [page, 'a WebSocket is used by keyboard alone'],
  ],
  'created in the sidebar': [[library, 'is saved with all that it has, and read again']],
  'saved, closed and opened again': [
    [page, 'a WebSocket is connected, used by keyboard, saved and opened again'],
  ],
  'opened again after a crash': [
    [page, 'after a kill the page says that the messages are gone, and keeps what was typed'],
  ],
  'taken over by a reload': [
    [page, 'a reload goes on with the connection, and a refusal is an ordinary response'],
    [sessions, 'a window that is loaded again goes on with its connection'],
  ],
  duplicated: [[library, 'has copies with all that it has']],
  moved: [[library, 'is moved with its file, and keeps its id']],
  imported: [
    [imports, 'an archive'],
    [sessions, 'an archive of a connection has its handshake and messages, and is imported again'],
  ],
  exported: [[library, 'is in an export as %s (%s), or reported as lost']],
  'in the history': [
    [sessions, 'the messages of a connection are kept in the history, also after a restart'],
    [sessions, 'the end by the server is reported, and is one entry of the history'],
  ],
  'in the palette': [[page, 'a WebSocket is used by keyboard alone']],
  'in runs': [
    [runs, 'parley run opens each WebSocket up to the limit in its file, and says what came before it'],
  ],
  'on the command line': [
    [sends, 'sends the selected messages and the lines of a pipe, and prints a line a message'],
  ],
  'connected again': [
    [reconnect, 'the time between two connections doubles from one second to thirty'],
    [page, 'a connection is made again, says when, and can be stopped in between'],
  ],
  variables: [[wire, 'fills in names at each send, hides secrets in the log, and keeps unknown names']],
  'secrets (attacks SE8)': [
    [wire, 'fills in names at each send, hides secrets in the log, and keeps unknown names'],
    [sessions, 'each connection is a numbered row, with its handshake but no credentials'],
    [sends, 'hides secrets'],
  ],
  authorization: [[wire, 'is authorized, also by a challenge']],
  'proxies of each type': [[wire, 'is through a proxy of the type %s']],
  'a client certificate': [[wire, 'is over TLS with a client certificate, and without HTTP/2']],
  'refusal of the own port': [[wire, 'is not sent to Parley itself']],
  'closed with 1001': [[sessions, 'a connection is closed with 1001 when %s']],
} as const satisfies ShownCases

describeCases('hostile case of WebSockets', hostileCases)
describeCases('promise of WebSockets', wholeCases)

test('a WebSocket is one of the ways out that secrets may leave by', () => {
  expect(sourceOf(waysOut)).toContain('webSocket')
})

/** Each test and each row of the hostile tests belongs to a case, so that the table stays whole. */
test('each hostile test belongs to a case', () => {
  const source = sourceOf(hostile)
  const rows = [...source.matchAll(/^ {2}'([^'\n]+)': \[/gm)].map(([, row]) => row)
  const titles = [...source.matchAll(/^ *test\('([^'\n]+)'/gm)].map(([, title]) => title)
  const named: readonly Shown[] = Object.values<readonly Shown[]>(hostileCases).flat()
  expect(rows.length).toBeGreaterThan(30)
  expect(titles.length).toBeGreaterThan(5)
  expect([...rows, ...titles].filter(title => !named.some(([, one]) => one === title))).toEqual([])
})
