import type { ByteStream } from '@parley/engine'
import { waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { webSocketFraming } from './web-socket-framing.ts'

/** A connection whose server sends pings of 125 bytes without end, and reads only what the test lets it read. */
class PingingServer implements ByteStream {
  readonly incoming = this.#pings()
  readonly written: Uint8Array[] = []
  sentPings = 0
  #read: PromiseWithResolvers<void> | null = null
  #isEnded = false

  async *#pings(): AsyncIterable<Uint8Array> {
    while (!this.#isEnded) {
      const pings = Array.from({ length: 100 }, () => {
        const ping = Buffer.alloc(127, 'p')
        ping.set([0x89, 125])
        ping.writeUInt32BE(this.sentPings, 2)
        this.sentPings += 1
        return ping
      })
      yield Buffer.concat(pings)
      await new Promise(setImmediate)
    }
  }

  write(bytes: Uint8Array): Promise<void> {
    this.written.push(bytes)
    this.#read = Promise.withResolvers()
    return this.#read.promise
  }

  /** Lets the server read what was written. */
  readAll(): void {
    this.#read?.resolve()
  }

  end(): void {}

  abort(): void {
    this.#isEnded = true
    this.#read?.reject(new Error('The connection was closed'))
  }
}

function connected(server: PingingServer) {
  const started = webSocketFraming.start(
    server,
    {
      isDeflateOffered: false,
      extensions: '',
      maxMessageBytes: 1000,
      keepAliveIntervalMs: 0,
      pongTimeoutMs: 0,
    },
    { onMessage: async () => {}, onControl: async () => {}, onClose: async () => {} },
  )
  if (!started.ok) throw new Error(started.failure)
  return started.value
}

/** The number that a pong repeats; its payload is masked. */
function numberOf(pong: Uint8Array): number {
  const bytes = Buffer.from(pong)
  return (bytes.readUInt32BE(6) ^ bytes.readUInt32BE(2)) >>> 0
}

/** Resolves once the client reads nothing more: no ping left in many turns of the event loop. */
async function restOf(server: PingingServer): Promise<number> {
  for (let seen = -1; seen !== server.sentPings; ) {
    seen = server.sentPings
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
  }
  return server.sentPings
}

test('a server that pings and reads nothing has one pong to read, and is read no further (WS1)', async () => {
  const server = new PingingServer()
  const socket = connected(server)
  expect(await restOf(server)).toBeLessThan(5000)
  expect(server.written.map(({ byteLength }) => byteLength)).toEqual([131])
  socket.close(1000, '')
  expect(await socket.ended).toMatchObject({ by: 'user' })
})

test('of the pings since the last pong only the latest is answered, and reading goes on', async () => {
  const server = new PingingServer()
  const socket = connected(server)
  const first = await restOf(server)
  server.readAll()
  await waitFor(() => server.written.length === 2, 'the second pong')
  expect(server.written.map(numberOf)).toEqual([0, first - 1])
  server.readAll()
  await waitFor(() => server.sentPings > first, 'further pings')
  socket.close(1000, '')
  await socket.ended
})
