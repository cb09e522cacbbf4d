import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import type { BodyStore } from '@parley/engine'
import { endConnection, receiveHead, startDemoApi } from '@parley/testkit'
import { expect, test } from 'vitest'
import { alwaysAllowedBytes } from './content/content-decoding.ts'
import { answered, failedSend, rawServers, send } from './transport-fixture.testkit.ts'

const start = rawServers()
const megabyte = 1024 * 1024

/** Takes its time and keeps nothing, and watches the memory meanwhile. */
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

test('200 MB are received in bounded memory', { timeout: 60_000 }, async () => {
  const api = await startDemoApi()
  const bodyStore = new ForgettingStore()
  try {
    const { response } = await answered(send({ url: `${api.baseUrl}/large?bytes=200000000` }, { bodyStore }))
    expect(response.content).toMatchObject({
      wireBytes: 200_000_000,
      decodedBytes: 200_000_000,
      isComplete: true,
    })
    expect(bodyStore.grownBytes).toBeLessThan(150 * megabyte)
  } finally {
    await api.close()
  }
})

test('a small answer that unpacks to 200 MB is stopped, and what came is kept', {
  timeout: 60_000,
}, async () => {
  const zeros = Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(megabyte)))
  const bomb = await buffer(zeros.pipe(createGzip()))
  const server = await start([
    receiveHead,
    `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.byteLength}\r\n\r\n`,
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
  expect(response?.content.decodedBytes).toBeGreaterThan(alwaysAllowedBytes - megabyte)
  expect(bodyStore.grownBytes).toBeLessThan(150 * megabyte)
})
