import { createServer } from 'node:tls'
import { describeSendFailure } from '@parley/model'
import { createAuthority } from '@parley/testkit'
import { expect, test } from 'vitest'
import { failedSend, send } from '../transport-fixture.testkit.ts'
import { directPath } from './network-path.ts'

const authority = createAuthority()
const identity = authority.issue({ usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] })

test.each([
  ['TLSv1', '1.3'],
  ['TLSv1.1', '1.3'],
  ['TLSv1.3', '1.2'],
] as const)('a server that accepts only %s, asked for at most %s, is named', async (version, maxVersion) => {
  const server = createServer({
    cert: identity.certificatePem,
    key: identity.privateKeyPem,
    minVersion: version,
    maxVersion: version,
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const choosePath = async () => ({ proxy: null, tls: { ...directPath.tls, maxVersion } })
  const { failure } = await failedSend(send({ url: `https://127.0.0.1:${port}/` }, { choosePath }))
  expect(failure).toMatchObject({ kind: 'tls', step: 'tls' })
  const { sentence, nextStep } = describeSendFailure(failure)
  expect(sentence).toContain('accepts none of the TLS versions that Parley offers')
  expect(nextStep).toContain('Highest TLS version')
  await new Promise(resolve => server.close(resolve))
})

test('a port with TLS that is asked for HTTP/2 without TLS is named', async () => {
  const server = createServer({ cert: identity.certificatePem, key: identity.privateKeyPem })
  server.on('tlsClientError', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { failure } = await failedSend(send({ url: `http://127.0.0.1:${port}/`, httpVersion: '2' }))
  expect(failure.code).toBe('HTTP2_NOT_SPOKEN')
  expect(describeSendFailure(failure).nextStep).toContain('grpcs://')
  await new Promise(resolve => server.close(resolve))
})
