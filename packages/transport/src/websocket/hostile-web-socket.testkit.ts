import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { holdOpen, type RawConnection, type RawStep } from '@parley/testkit'
import { expect, test } from 'vitest'
import { startEngine } from '../send-through-engine.testkit.ts'
import { rawServers } from '../transport-fixture.testkit.ts'
import { TestConversation } from './web-socket.testkit.ts'

/** How a server answers the handshake. */
export interface Answer {
  /** Replaces the right value. */
  readonly accept?: string
  readonly fields?: readonly string[]
  readonly upgrade?: string
  readonly connection?: string
  /** Sent in the same packet. */
  readonly first?: Uint8Array
}

/** Answers the handshake. */
export function accepting({ accept, fields = [], first, ...given }: Answer = {}): RawStep {
  return async (connection: RawConnection) => {
    const head = (await connection.receiveUntil('\r\n\r\n')).toString('latin1')
    const key = /^sec-websocket-key: *(.*)\r$/im.exec(head)?.[1] ?? ''
    const right = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      given.upgrade ?? 'Upgrade: websocket',
      given.connection ?? 'Connection: keep-alive, Upgrade',
      `Sec-WebSocket-Accept: ${accept ?? right}`,
      ...fields,
      '\r\n',
    ].filter(line => line !== '')
    await connection.send(Buffer.concat([Buffer.from(lines.join('\r\n')), first ?? Buffer.alloc(0)]))
  }
}

/** A frame of a server, with these first two bytes as they are. */
export const frame = (first: number, second: number, ...rest: readonly (Uint8Array | string)[]) =>
  Buffer.concat([Buffer.from([first, second]), ...rest.map(one => Buffer.from(one))])
/** A frame with a short text. */
export const textFrame = (text: string) => frame(0x81, Buffer.byteLength(text), text)
/** A close frame with this code. */
export const closeFrame = (code: number, reason: Uint8Array | string = '') => {
  const bytes = Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)])
  return frame(0x88, bytes.length, bytes)
}
/** The length of a frame of 64 KB and more. */
export const long = (bytes: bigint) => {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(bytes)
  return length
}
/** The header field that turns compression on. */
export const deflate = ['Sec-WebSocket-Extensions: permessage-deflate']

/** Defines the test of this many messages without content. */
export function testEmptyMessages(messages: number): void {
  const start = rawServers()

  test('with very many empty messages (WS1)', async () => {
    const engine = startEngine()
    const empty = Buffer.alloc(2 * messages)
    for (let at = 0; at < empty.length; at += 2) empty[at] = 0x81
    const server = await start([accepting(), empty, closeFrame(1000), holdOpen])
    let count = 0
    const chat = new TestConversation(engine, {
      url: server.url.replace('http', 'ws'),
      onFrame: async () => {
        count += 1
        chat.frames.length = 0
      },
    })
    await chat.outcome
    expect(count).toBe(messages + 2)
    engine.close()
  })
}

/** Defines the test of a frame that unpacks to this many bytes. */
export function testLargeBomb(bytes: number): void {
  const start = rawServers()

  test('a small frame that unpacks to a huge message ends the connection', async () => {
    const engine = startEngine()
    const bomb = deflateRawSync(Buffer.alloc(bytes))
    const packed = frame(0xc2, 127, long(BigInt(bomb.length)), bomb)
    const server = await start([accepting({ fields: deflate }), packed, holdOpen])
    const url = server.url.replace('http', 'ws')
    const { outcome } = new TestConversation(engine, { url, webSocket: { maxMessageBytes: 2_000_000 } })
    expect(await outcome).toMatchObject({ failure: { failure: { code: 'WEBSOCKET_MESSAGE_TOO_LARGE' } } })
    await server.waitForConnectionClose(0)
    engine.close()
  })
}
