import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib'
import type { BodyStore } from '@parley/engine'
import { endConnection, receiveHead, startDemoApi } from '@parley/testkit'
import { expect, test } from 'vitest'
import { alwaysAllowedBytes } from './content/content-decoding.ts'
import { answered, failedSend, rawServers, send } from './transport-fixture.testkit.ts'

const megabyte = 1024 * 1024

/** A slow store that keeps nothing and samples the memory in use. */
class ForgettingStore implements BodyStore {
  readonly #rssAtStart = process.memoryUsage.rss()
  grownBytes = 0

  async create() {
    return {
      handle: 'h',
      write: async () => {
        await new Promise(resolve => setImmediate(resolve))
        this.grownBytes = Math.max(this.grownBytes, process.memoryUsage.rss() - this.#rssAtStart)
      },
      close: async () => {},
    }
  }
}

const encoders = {
  gzip: () => createGzip(),
  deflate: () => createDeflate(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: () => createZstdCompress(),
}

/** How much the tests send. */
export interface ContentSizes {
  /** In bytes. */
  readonly received: number
  readonly unpackedMegabytes: number
  readonly lineMegabytes: number
  readonly codings: readonly (keyof typeof encoders)[]
}

/** Defines tests of content that is too large for memory, or for the limit of what is unpacked. */
export function testLargeContent(sizes: ContentSizes): void {
  const start = rawServers()

  test('large content is received in bounded memory', { timeout: 60_000 }, async () => {
    const api = await startDemoApi()
    const bodyStore = new ForgettingStore()
    try {
      const { response } = await answered(
        send({ url: `${api.baseUrl}/large?bytes=${sizes.received}` }, { bodyStore }),
      )
      expect(response.content).toMatchObject({
        wireBytes: sizes.received,
        decodedBytes: sizes.received,
        isComplete: true,
      })
      expect(bodyStore.grownBytes).toBeLessThan(150 * megabyte)
    } finally {
      await api.close()
    }
  })

  test.each(sizes.codings)(
    'a small response in %s that unpacks to much is stopped, and the received part is kept (HT2)',
    {
      timeout: 60_000,
    },
    async coding => {
      const zeros = Readable.from(
        Array.from({ length: sizes.unpackedMegabytes }, () => Buffer.alloc(megabyte)),
      )
      const bomb = await buffer(zeros.pipe(encoders[coding]()))
      const server = await start([
        receiveHead,
        `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bomb.byteLength}\r\n\r\n`,
        bomb,
        endConnection,
      ])
      const bodyStore = new ForgettingStore()
      const { failure, response } = await failedSend(send({ url: server.url }, { bodyStore }))
      expect(failure).toMatchObject({
        kind: 'protocol',
        code: 'DECODED_TOO_LARGE',
        subject: '64 MB',
        step: 'response',
      })
      expect(response?.content.isComplete).toBe(false)
      expect(response?.content.decodedBytes).toBeLessThanOrEqual(alwaysAllowedBytes)
      expect(response?.content.decodedBytes).toBeGreaterThan(alwaysAllowedBytes - 2 * megabyte)
      expect(bodyStore.grownBytes).toBeLessThan(150 * megabyte)
    },
  )

  test('a long line of an event stream is received in bounded memory (HT12)', {
    timeout: 60_000,
  }, async () => {
    const piece = Buffer.alloc(megabyte, 'x')
    const server = await start([
      receiveHead,
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: ',
      async connection => {
        for (let sent = 0; sent < sizes.lineMegabytes; sent += 1) await connection.send(piece)
      },
      '\n\n',
      endConnection,
    ])
    const bodyStore = new ForgettingStore()
    const { response } = await answered(send({ url: server.url }, { bodyStore }))
    expect(response.content).toMatchObject({
      decodedBytes: sizes.lineMegabytes * megabyte + 8,
      isComplete: true,
    })
    expect(bodyStore.grownBytes).toBeLessThan(150 * megabyte)
  })
}
