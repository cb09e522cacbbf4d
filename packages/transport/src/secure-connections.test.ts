import { describeSendFailure } from '@parley/model'
import { type CertificateKind, startTlsServer, type TlsServer } from '@parley/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { answered, failedSend, fields, rawServers, send, trusting } from './transport-fixture.testkit.ts'

const startRaw = rawServers()
const servers: TlsServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(certificate: CertificateKind): Promise<TlsServer> {
  const server = await startTlsServer({ certificate })
  servers.push(server)
  return server
}

const target = {
  scheme: 'https',
  host: 'a.test',
  port: 443,
  pathAndQuery: '/',
  targetUri: 'https://a.test/',
  address: 'a.test:443',
} as const

describe('a server with a certificate', () => {
  test.each(['127.0.0.1', 'localhost'])(
    'that is valid for %s is trusted, and the connection is described',
    async host => {
      const server = await start('valid')
      const url = server.url.replace('127.0.0.1', host)
      const sent = send(
        { url, headers: fields(['Host', 'h'], ['Connection', 'close']) },
        { choosePath: trusting(server.authorityCertificatePem) },
      )
      const { response, connection, timings } = await answered(sent)
      expect(JSON.parse(sent.bodies.bytesOf(response).toString())).toMatchObject({
        protocol: 'TLSv1.3',
        serverName: host === 'localhost' ? 'localhost' : false,
      })
      expect(connection).toMatchObject({
        remoteAddress: '127.0.0.1',
        remotePort: server.port,
        tls: { protocol: 'TLSv1.3' },
      })
      expect(connection.tls?.cipher).toMatch(/^TLS_/)
      expect(connection.tls?.certificates[0]).toMatchObject({
        subject: 'CN=127.0.0.1',
        issuer: 'CN=Testkit authority',
      })
      const phases = [timings.connectMs, timings.tlsMs, timings.waitingMs, timings.downloadMs].map(
        ms => ms ?? -1,
      )
      for (const ms of phases) expect(ms).toBeGreaterThanOrEqual(0)
      expect(phases.reduce((sum, ms) => sum + ms, timings.dnsMs ?? 0)).toBeLessThanOrEqual(timings.totalMs)
    },
  )

  test.each([
    ['valid', false, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /authority/],
    ['expired', true, 'CERT_HAS_EXPIRED', /expired/],
    ['wrongHost', true, 'ERR_TLS_CERT_ALTNAME_INVALID', /another host/],
    ['selfSigned', true, 'DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/],
  ] as const)(
    '%s (authority trusted: %s) fails as %s, and gets no request',
    async (kind, isTrusted, code, words) => {
      const server = await start(kind)
      const choosePath = isTrusted ? trusting(server.authorityCertificatePem) : trusting()
      const { failure } = await failedSend(send({ url: server.url }, { choosePath }))
      expect(failure).toMatchObject({ kind: 'tls', code, step: 'tls', address: `127.0.0.1:${server.port}` })
      expect(describeSendFailure(failure).sentence).toMatch(words)
      expect(server.requests).toHaveLength(0)
    },
  )

  test('is asked for no higher version of TLS than the settings allow', async () => {
    const server = await start('valid')
    for (const [maxVersion, protocol] of [
      ['1.2', 'TLSv1.2'],
      ['1.3', 'TLSv1.3'],
    ] as const) {
      const { tls } = await trusting(server.authorityCertificatePem)(target)
      const choosePath = async () => ({ proxy: null, tls: { ...tls, maxVersion } })
      const headers = fields(['Host', 'h'], ['Connection', 'close'])
      const { connection } = await answered(send({ url: server.url, headers }, { choosePath }))
      expect(connection.tls?.protocol).toBe(protocol)
    }
  })

  test('is verified whatever the environment says', async () => {
    const server = await start('selfSigned')
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      expect((await failedSend(send({ url: server.url }))).failure.kind).toBe('tls')
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
  })
})

test('a port that does not speak TLS is named', async () => {
  const server = await startRaw([
    connection => connection.receiveBytes(1),
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    connection => connection.end(),
  ])
  const { failure } = await failedSend(send({ url: server.url.replace('http:', 'https:') }))
  expect(failure).toMatchObject({ kind: 'tls', step: 'tls', code: 'ERR_SSL_WRONG_VERSION_NUMBER' })
  expect(describeSendFailure(failure).sentence).toMatch(/does not speak TLS/)
})

test('a server that closes the connection during the handshake is named', async () => {
  const server = await startRaw([connection => connection.receiveBytes(1), connection => connection.end()])
  const { failure } = await failedSend(send({ url: server.url.replace('http:', 'https:') }))
  expect(failure).toMatchObject({ kind: 'tls', step: 'tls', code: 'ECONNRESET' })
})
