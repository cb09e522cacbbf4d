import { deflateRawSync } from 'node:zlib'
import { endConnection, holdOpen, receiveHead } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEngine } from '../send-through-engine.testkit.ts'
import { rawServers } from '../transport-fixture.testkit.ts'
import {
  type Answer,
  accepting,
  closeFrame,
  deflate,
  frame,
  long,
  testEmptyMessages,
  textFrame,
} from './hostile-web-socket.testkit.ts'
import { TestConversation } from './web-socket.testkit.ts'

const start = rawServers()
let engine = startEngine()
beforeEach(() => {
  engine = startEngine()
})
afterEach(() => engine.close())

const protocolError = 'WEBSOCKET_PROTOCOL_ERROR'
const tooLarge = 'WEBSOCKET_MESSAGE_TOO_LARGE'
const notUpgraded = 'WEBSOCKET_NOT_UPGRADED'

/** What a server does after the request, the code of the failure, and what the message says about it. */
const handshakes: Readonly<Record<string, readonly [Answer, string, string]>> = {
  'a wrong accept (WS1)': [{ accept: 'AAAA' }, notUpgraded, 'Sec-WebSocket-Accept'],
  'no accept (WS1)': [{ accept: '' }, notUpgraded, 'Sec-WebSocket-Accept'],
  'another protocol (WS1)': [{ upgrade: 'Upgrade: h2c' }, notUpgraded, 'Upgrade'],
  'no Upgrade field (WS1)': [{ upgrade: '' }, notUpgraded, 'Connection'],
  'no upgrade in Connection (WS1)': [{ connection: 'Connection: keep-alive' }, notUpgraded, 'Connection'],
  'a subprotocol that was not offered (WS1)': [
    { fields: ['Sec-WebSocket-Protocol: evil'] },
    'WEBSOCKET_SUBPROTOCOL',
    'evil',
  ],
  'an unknown extension (WS1)': [
    { fields: ['Sec-WebSocket-Extensions: x-evil'] },
    'WEBSOCKET_EXTENSION',
    'x-evil',
  ],
  'an invalid window size (WS1)': [
    { fields: ['Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99'] },
    'WEBSOCKET_EXTENSION',
    'server_max_window_bits',
  ],
  'two extensions (WS1)': [
    { fields: ['Sec-WebSocket-Extensions: permessage-deflate, permessage-deflate'] },
    'WEBSOCKET_EXTENSION',
    'permessage-deflate',
  ],
  'an extension that cannot be read (WS1)': [
    { fields: ['Sec-WebSocket-Extensions: ;;'] },
    'WEBSOCKET_EXTENSION',
    'Unexpected',
  ],
}

const frames: Readonly<
  Record<string, readonly [Uint8Array | readonly Uint8Array[], string, number, Answer?]>
> = {
  'a body of the 101 (WS1)': [Buffer.from('hello'), protocolError, 1002, { fields: ['Content-Length: 5'] }],
  'a set RSV1 bit (WS1)': [frame(0xc1, 1, 'a'), protocolError, 1002],
  'a set RSV2 bit (WS1)': [frame(0xa1, 1, 'a'), protocolError, 1002],
  'a set RSV3 bit (WS1)': [frame(0x91, 1, 'a'), protocolError, 1002],
  'a masked frame (WS1)': [frame(0x81, 0x81, '0000', 'a'), protocolError, 1002],
  'an unknown opcode (WS1)': [frame(0x83, 0), protocolError, 1002],
  'a length of 2^63 (WS1)': [frame(0x82, 127, long(1n << 63n)), tooLarge, 1009],
  'a length of 2^53 - 1 (WS1)': [frame(0x82, 127, long((1n << 53n) - 1n)), tooLarge, 1009],
  'a message over the limit (WS1)': [frame(0x82, 127, long(2_000_001n)), tooLarge, 1009],
  'invalid UTF-8 in a text (WS1)': [frame(0x81, 2, Uint8Array.of(0xc3, 0x28)), protocolError, 1007],
  'invalid UTF-8 in a close reason (WS1)': [closeFrame(1000, Uint8Array.of(0xff)), protocolError, 1007],
  'a fragmented ping (WS1)': [frame(0x09, 1, 'a'), protocolError, 1002],
  'a ping of 126 bytes (WS1)': [
    frame(0x89, 126, Uint8Array.of(0, 126), 'a'.repeat(126)),
    protocolError,
    1002,
  ],
  'a close frame of one byte (WS1)': [frame(0x88, 1, 'a'), protocolError, 1002],
  'the close code 1005 on the wire (WS1)': [closeFrame(1005), protocolError, 1002],
  'the close code 1006 on the wire (WS1)': [closeFrame(1006), protocolError, 1002],
  'the close code 999 (WS1)': [closeFrame(999), protocolError, 1002],
  'a continuation of nothing (WS1)': [frame(0x80, 1, 'a'), protocolError, 1002],
  'a message within another (WS1)': [[frame(0x01, 1, 'a'), textFrame('b')], protocolError, 1002],
  'too many fragments (WS1)': [
    [frame(0x02, 1, 'a'), Buffer.concat(Array.from({ length: 100_001 }, () => frame(0x00, 1, 'a')))],
    protocolError,
    1008,
  ],
  'fragments over the limit (WS1)': [
    [
      frame(0x02, 127, long(1_500_000n), Buffer.alloc(1_500_000)),
      frame(0x00, 127, long(1_500_000n), Buffer.alloc(1_500_000)),
    ],
    tooLarge,
    1009,
  ],
  'a small frame that unpacks to more than the limit (WS1)': [
    (() => {
      const bomb = deflateRawSync(Buffer.alloc(2_000_001))
      return frame(0xc2, 126, Uint8Array.of(bomb.length >> 8, bomb.length & 255), bomb)
    })(),
    tooLarge,
    1009,
    { fields: deflate },
  ],
  'what cannot be unpacked (WS1)': [
    frame(0xc1, 4, Uint8Array.of(0xff, 0xff, 0xff, 0xff)),
    protocolError,
    1007,
    { fields: deflate },
  ],
}

const limit = { maxMessageBytes: 2_000_000 }
const connect = (url: string, options: Partial<ConstructorParameters<typeof TestConversation>[1]> = {}) =>
  new TestConversation(engine, { url: url.replace('http', 'ws'), ...options })

/** Returns the close code of the first close frame that a client sent; null: there is none. */
function closeCodeIn(received: Buffer): number | null {
  const rest = received.subarray(received.indexOf('\r\n\r\n') + 4)
  const at = rest.indexOf(0x88)
  if (at === -1) return null
  const [mask0 = 0, mask1 = 0, , , first = 0, second = 0] = rest.subarray(at + 2)
  return ((first ^ mask0) << 8) | (second ^ mask1)
}

describe('a handshake is refused (WS1)', () => {
  test.each(Object.entries(handshakes))('with %s', async (_, [answer, code, subject]) => {
    const server = await start([accepting({ ...answer, first: textFrame('too early') }), holdOpen])
    const chat = connect(server.url)
    const outcome = await chat.outcome
    expect(outcome).toMatchObject({ ok: false, failure: { failure: { kind: 'protocol', code } } })
    if (!outcome.ok) {
      expect(outcome.failure.failure.subject).toContain(subject)
      expect(outcome.failure.response?.statusCode).toBe(101)
    }
    expect(chat.frames).toEqual([])
    // Node takes it for an ordinary response, whose connection is kept until it is idle for 15 seconds.
    if (subject === 'Connection') engine.close()
    await server.waitForConnectionClose(0)
  })
})

describe('a connection ends at once, with the reason (WS1)', () => {
  test.each(Object.entries(frames))('after %s', async (_, [sent, code, closeCode, answer]) => {
    const pieces = [sent].flat()
    const server = await start([accepting({ ...answer }), textFrame('before'), ...pieces, holdOpen])
    const chat = connect(server.url, { webSocket: limit })
    const outcome = await chat.outcome
    expect(outcome).toMatchObject({ ok: false, failure: { failure: { kind: 'protocol', code } } })
    await server.waitForConnectionClose(0)
    expect(closeCodeIn(server.receivedBytes(0))).toBe(closeCode)
    expect(chat.lines.filter(line => !/ (?:close|failure) /.test(line))).toEqual(['← text before'])
    expect(chat.lines.at(-1)).toMatch(new RegExp(`^← failure .*\\(${code}\\)$`))
  })

  test('when the server just leaves (WS1)', async () => {
    const server = await start([accepting(), textFrame('a'), endConnection])
    const chat = connect(server.url)
    expect(await chat.outcome).toMatchObject({
      failure: {
        failure: { kind: 'protocol', code: 'WEBSOCKET_BROKEN' },
        response: { webSocket: { end: { code: 1006, by: 'peer' } } },
      },
    })
    expect(chat.lines).toEqual(['← text a', expect.stringMatching(/^← failure .*\(WEBSOCKET_BROKEN\)$/)])
  })

  test('when the server stops in the middle of a frame (WS1)', async () => {
    const server = await start([accepting(), frame(0x81, 5, 'ab'), endConnection])
    expect(await connect(server.url).outcome).toMatchObject({
      failure: { failure: { code: 'WEBSOCKET_BROKEN' } },
    })
  })

  test('when nothing answers the pings (WS1)', async () => {
    const server = await start([accepting(), holdOpen])
    const chat = connect(server.url, { webSocket: { keepAliveIntervalMs: 10, pongTimeoutMs: 50 } })
    expect(await chat.outcome).toMatchObject({
      failure: { failure: { kind: 'timeout', code: 'WEBSOCKET_PONG_TIMEOUT', subject: '50 ms' } },
    })
    await server.waitForConnectionClose(0)
  })

  test('when the server does not answer a close frame (WS1)', async () => {
    const server = await start([accepting(), holdOpen])
    const chat = connect(server.url)
    const socket = await chat.opened()
    socket.close()
    expect(await chat.outcome).toMatchObject({
      ok: true,
      value: { exchange: { response: { webSocket: { end: { code: 1000, by: 'user' } } } } },
    })
    await server.waitForConnectionClose(0)
  })

  test('when the server closes, and then keeps the connection (WS1)', async () => {
    const server = await start([accepting(), closeFrame(1001, 'bye'), textFrame('after'), holdOpen])
    const chat = connect(server.url)
    expect(await chat.outcome).toMatchObject({
      ok: true,
      value: { exchange: { response: { webSocket: { end: { code: 1001, reason: 'bye', by: 'peer' } } } } },
    })
    expect(chat.lines).toEqual(['← close 1001 Going Away: bye', '→ close 1001 Going Away'])
    await server.waitForConnectionClose(0)
  })
})

describe('a connection goes on', () => {
  test('with frames in the packet of the 101, and cut anywhere (WS1)', async () => {
    const rest = Buffer.concat([textFrame('two'), frame(0x01, 1, 'a'), frame(0x80, 1, 'b'), closeFrame(1000)])
    const server = await start([
      accepting({ first: textFrame('one') }),
      ...Array.from(rest, byte => Uint8Array.of(byte)),
      holdOpen,
    ])
    const chat = connect(server.url)
    await chat.outcome
    expect(chat.lines).toEqual([
      '← text one',
      '← text two',
      '← text ab',
      '← close 1000 Normal Closure',
      '→ close 1000 Normal Closure',
    ])
  })

  testEmptyMessages(1_000)

  test('with control characters in a reason, which is data (WS1)', async () => {
    const server = await start([accepting(), closeFrame(4000, '\u001b[2J'), holdOpen])
    const chat = connect(server.url)
    expect(await chat.outcome).toMatchObject({
      value: { exchange: { response: { webSocket: { end: { reason: '\u001b[2J' } } } } },
    })
  })
})

test('a 101 to an ordinary request opens nothing (WS1)', async () => {
  const server = await start([receiveHead, 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nrest'])
  const { response } = await engine.exchange({ url: server.url })
  expect(response).toMatchObject({ statusCode: 101, content: { wireBytes: 0 } })
  await server.waitForConnectionClose(0)
})
