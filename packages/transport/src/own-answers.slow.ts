import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { flood, floodBytes } from '@parley/testkit/flood'
import { expect, test } from 'vitest'
import { listen, useClosers } from './own-answers.testkit.ts'
import { startEngine } from './send-through-engine.testkit.ts'
import { TestConversation } from './websocket/web-socket.testkit.ts'

useClosers()

/** Starts a server that accepts a WebSocket, and then sends a text message without end and reads nothing. */
async function startFloodingSocket(subprotocol: string, text: string) {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(text.length))
  const frame = Buffer.concat([Buffer.from([0x81, 127]), length, Buffer.from(text)])
  const flooded = Promise.withResolvers<number>()
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', head => {
      const [, key = ''] = /^sec-websocket-key: (.+)\r$/im.exec(head.toString('latin1')) ?? []
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      socket.write(
        [
          'HTTP/1.1 101 Switching Protocols',
          'Upgrade: websocket',
          'Connection: Upgrade',
          `Sec-WebSocket-Accept: ${accept}`,
          `Sec-WebSocket-Protocol: ${subprotocol}\r\n\r\n`,
        ].join('\r\n'),
      )
      void flood(socket, frame).then(taken => {
        flooded.resolve(taken)
        socket.destroy()
      })
    })
  })
  return { url: `ws://127.0.0.1:${await listen(server)}/`, flooded: flooded.promise }
}

test.each(['graphql-transport-ws', 'graphql-ws'] as const)(
  'a server that sends pings of %s without end and reads no pong is read no further (GQ1)',
  async subprotocol => {
    const ping = JSON.stringify({ type: 'ping', payload: 'x'.repeat(100_000) })
    const { url, flooded } = await startFloodingSocket(subprotocol, ping)
    const engine = startEngine()
    const subscription = { transport: subprotocol, url: '', connectionParams: '' }
    const conversation = new TestConversation(engine, {
      url,
      webSocket: null,
      body: { type: 'graphql', query: 'subscription { a }', variables: '', subscription },
    })
    expect(await flooded).toBeLessThan(floodBytes / 2)
    await conversation.outcome
    expect(conversation.lines.filter(line => line.startsWith('→ pong')).length).toBeGreaterThan(0)
    engine.close()
  },
)
