import { constants, createSecureServer } from 'node:http2'
import { describeNotice } from '@parley/model'
import { createAuthority, holdOpen, receiveHead } from '@parley/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import {
  answered,
  bytesPart,
  closeKeptConnections,
  failedSend,
  fields,
  rawServers,
  send,
  trusting,
} from '../transport-fixture.testkit.ts'
import { startHttp2Server } from './start-http2-server.testkit.ts'

const startRaw = rawServers()
const authority = createAuthority()
const identity = authority.issue({ usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] })
const closing: (() => unknown)[] = []

afterEach(async () => {
  closeKeptConnections()
  for (const close of closing.splice(0)) await close()
})

/** Starts a server that resets every stream of HTTP/2 with a code, and records what it got over HTTP/1.1. */
async function start({ statusCode = 200, resetCode = constants.NGHTTP2_HTTP_1_1_REQUIRED } = {}) {
  const received: string[] = []
  let refused = 0
  const server = createSecureServer(
    { cert: identity.certificatePem, key: identity.privateKeyPem, allowHTTP1: true },
    async (request, response) => {
      if (request.httpVersion !== '1.1') return
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      received.push(`${request.method} ${Buffer.concat(pieces)}`)
      response.statusCode = statusCode
      response.end('over 1.1')
    },
  )
  server.on('session', session => session.on('error', () => {}))
  server.on('stream', stream => {
    refused += 1
    stream.on('error', () => {})
    stream.close(resetCode)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `https://127.0.0.1:${port}/`, received, refused: () => refused }
}

const choosePath = trusting(authority.certificatePem)
const content = [bytesPart('the content')]
const headers = fields(['Host', 'h'], ['Content-Length', '11'])
const sends = [
  ['GET', { headers: fields(['Host', 'h']) }, 'GET '],
  ['POST', { method: 'POST', headers, content }, 'POST the content'],
] as const

describe('a server that resets a stream with HTTP_1_1_REQUIRED', () => {
  test.each(sends)(
    'gets %s once over HTTP/1.1 if the version is Auto',
    async (_method, fieldsOf, expected) => {
      const server = await start()
      const sent = send({ url: server.url, ...fieldsOf }, { choosePath })
      const { request, response, notices } = await answered(sent)
      expect(request.httpVersion).toBe('1.1')
      expect(sent.bodies.bytesOf(response).toString()).toBe('over 1.1')
      expect(server.received).toEqual([expected])
      expect(server.refused()).toBe(1)
      expect(notices.map(describeNotice)).toEqual([
        'the server requires HTTP/1.1 for this request, so it was sent again over HTTP/1.1',
      ])
    },
  )

  test('gets nothing over HTTP/1.1 if the version is HTTP/2', async () => {
    const server = await start()
    const { failure } = await failedSend(send({ url: server.url, httpVersion: '2' }, { choosePath }))
    expect(failure).toMatchObject({ kind: 'protocol', subject: 'HTTP_1_1_REQUIRED' })
    expect(server.received).toEqual([])
  })
})

test('another code of a reset does not lead to HTTP/1.1', async () => {
  const server = await start({ resetCode: constants.NGHTTP2_INTERNAL_ERROR })
  const { failure } = await failedSend(send({ url: server.url }, { choosePath }))
  expect(failure).toMatchObject({ code: 'HTTP2_STREAM_RESET', subject: 'INTERNAL_ERROR' })
  expect(server.received).toEqual([])
})

test('a refusal over TLS 1.3 says what a certificate after the handshake needs', async () => {
  const server = await start({ statusCode: 403 })
  const { notices } = await answered(send({ url: server.url }, { choosePath }))
  expect(notices.map(describeNotice)).toEqual([
    expect.stringMatching(/it also needs TLS 1\.2.*--tls-max 1\.2$/),
  ])
})

describe('a server that does not speak HTTP/1.1 is named', () => {
  test('that speaks HTTP/2 without TLS', async () => {
    const server = await startHttp2Server('http', () => {})
    closing.push(() => server.close())
    const { failure } = await failedSend(send({ url: `${server.url}/` }))
    expect(failure).toMatchObject({ kind: 'protocol', code: 'HTTP2_SPOKEN' })
  })

  test('that speaks TLS', async () => {
    const alert = Buffer.from([0x15, 3, 1, 0, 2, 2, 70])
    const server = await startRaw([receiveHead, alert, holdOpen])
    const { failure } = await failedSend(send({ url: server.url }))
    expect(failure).toMatchObject({ kind: 'protocol', code: 'TLS_SPOKEN' })
  })
})
