import { createServer } from 'node:net'
import { flood, floodBytes } from '@parley/testkit/flood'
import { expect, test } from 'vitest'
import { listen, useClosers } from './own-answers.testkit.ts'
import { sharedTransport } from './transport-fixture.testkit.ts'

/** Frames of HTTP/2 that are answered by a frame each (RFC 9113 §6.5, §6.7). */
const floods: Readonly<Record<string, Buffer>> = {
  'PING of HTTP/2': Buffer.concat([Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0]), Buffer.alloc(8)]),
  'SETTINGS of HTTP/2': Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
  'HEADERS of a stream that Parley has not opened': Buffer.from([0, 0, 1, 1, 4, 0, 0, 0, 3, 0x88]),
  'DATA of a stream that has ended': Buffer.from([0, 0, 1, 0, 0, 0, 0, 0, 1, 0x61]),
}

const onEnd = useClosers()

test.each(Object.keys(floods))(
  'a server that sends %s without end and reads nothing is left or read no further (HT4)',
  async name => {
    const frame = floods[name] ?? Buffer.alloc(0)
    const flooded = Promise.withResolvers<number>()
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]))
      socket.once('data', () => void flood(socket, frame).then(flooded.resolve))
    })
    const port = await listen(server)
    const { send, transport } = sharedTransport()
    onEnd(() => transport.close())
    const sending = send({ url: `http://127.0.0.1:${port}/`, httpVersion: '2', timeoutMs: 0 })
    void sending.result.catch(() => {})
    expect(await flooded.promise).toBeLessThan(floodBytes / 2)
  },
)
