import { createSecureServer } from 'node:http2'
import { describeSendFailure } from '@parley/model'
import { createAuthority } from '@parley/testkit'
import { afterEach, expect, test } from 'vitest'
import { failureOf } from '../transport-error.ts'
import { closeKeptConnections, failedSend, send } from '../transport-fixture.testkit.ts'
import { directPath } from './network-path.ts'

afterEach(closeKeptConnections)

const authority = createAuthority()
const extraAuthorities = [authority.certificatePem]
const identity = authority.issue({ usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] })

const ways = (['TLSv1.2', 'TLSv1.3'] as const).flatMap(version =>
  (['1.1', '2'] as const).map(httpVersion => ({ version, httpVersion })),
)

test.each(ways)(
  'a server that requires a client certificate is named over $version and HTTP/$httpVersion',
  async ({ version, httpVersion }) => {
    const server = createSecureServer({
      cert: identity.certificatePem,
      key: identity.privateKeyPem,
      ca: authority.certificatePem,
      requestCert: true,
      rejectUnauthorized: true,
      allowHTTP1: true,
      minVersion: version,
      maxVersion: version,
    })
    server.on('session', session => session.on('error', () => {}))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const tls = { ...directPath.tls, extraAuthorities }
    const { failure } = await failedSend(
      send(
        { url: `https://127.0.0.1:${port}/`, httpVersion },
        { choosePath: async () => ({ proxy: null, tls }) },
      ),
    )
    await new Promise(resolve => server.close(resolve))
    const { sentence, nextStep } = describeSendFailure(failure)
    expect(failure).toMatchObject({ kind: 'tls', step: 'tls' })
    expect(sentence).toContain('client certificate')
    expect(nextStep).toContain('Settings → Certificates')
  },
)

test.each([
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'unknown ca'],
  ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'bad certificate'],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'certificate expired'],
  ['ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', 'access denied'],
])('%s is about the client certificate', (code, words) => {
  const error = Object.assign(new Error('alert'), { code })
  const failure = failureOf(error, { step: 'response', address: 'a.test:443', elapsedMs: 1 })
  expect(failure).toMatchObject({ kind: 'tls', step: 'tls', code: 'CLIENT_CERTIFICATE_REFUSED' })
  expect(describeSendFailure(failure).sentence).toContain(words)
})
