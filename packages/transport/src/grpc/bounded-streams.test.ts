import type { ServerHttp2Stream } from 'node:http2'
import type { StreamBounds } from '@parley/engine/grpc'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Http2TestServer, startHttp2Server } from '../http2/start-http2-server.testkit.ts'
import { startGrpcEngine } from './grpc.testkit.ts'

let server: Http2TestServer
let client = startGrpcEngine()
/** Ends the time of the stream. */
let endTime: () => void = () => {}
let answer: (stream: ServerHttp2Stream) => void = () => {}

beforeEach(async () => {
  client = startGrpcEngine()
  server = await startHttp2Server('http', stream => answer(stream))
})
afterEach(async () => {
  client.close()
  await server.close()
})

const bounds: StreamBounds = {
  messages: 3,
  timeMs: 30_000,
  wait: (_, signal) =>
    new Promise(resolve => {
      endTime = resolve
      signal.addEventListener('abort', () => resolve())
    }),
}
const book = Buffer.from([0, 0, 0, 0, 2, 8, 1])
const head = { ':status': 200, 'content-type': 'application/grpc' }
const call = (ports: object = {}) => ({
  url: `127.0.0.1:${server.port}`,
  method: 'shop.Books/List',
  bounds,
  ports,
})

/** What a server sends, how the call ends, and the messages that are kept. */
test.each([
  ['nothing, and its status', 0, true, { code: 0, messageCount: 0 }, []],
  ['two messages, and its status', 2, true, { code: 0, messageCount: 2 }, [1, 1]],
  ['more messages than are taken', 9, false, { code: 1, messageCount: 3, isEndedByRun: true }, [1, 1, 1]],
] as const)('%s', async (_, count, isEnded, state, ids) => {
  answer = stream => {
    stream.respond(head, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    const content = Buffer.concat(Array.from({ length: count }, () => book))
    if (isEnded) stream.end(content)
    else stream.write(content)
  }
  const { grpc, text, exchange } = await client.answered(call())
  expect(grpc).toMatchObject(state)
  expect(JSON.parse(text)).toEqual(ids.map(id => ({ id: String(id) })))
  expect(exchange.response.content.mediaType).toBe('application/json')
})

test('a stream that goes on is left after its time, with what it had', async () => {
  answer = stream => {
    stream.respond(head)
    stream.write(book)
  }
  const { grpc, text } = await client.answered({
    ...call(),
    onProgress: ({ response }) => {
      if ((response?.content.decodedBytes ?? 0) > 0) endTime()
    },
  })
  expect(grpc).toMatchObject({
    code: 1,
    message: 'Parley ended the call after 30 seconds, which is the limit for runs.',
    isEndedByRun: true,
  })
  expect(JSON.parse(text)).toEqual([{ id: '1' }])
})

test('a server that says nothing has failed when the time is over', async () => {
  answer = () => endTime()
  const { failure } = await client.failure(call())
  expect(failure).toMatchObject({ kind: 'timeout', code: 'REQUEST_TIMEOUT', elapsedMs: 30_000 })
})

test('a call with one answer has no bounds', async () => {
  answer = stream => {
    stream.respond(head, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    stream.end(book)
  }
  const { grpc, text } = await client.answered({ ...call(), method: 'shop.Books/Get' })
  expect(grpc).toMatchObject({ code: 0, messageCount: 1 })
  expect(JSON.parse(text)).toEqual({ id: '1' })
})
