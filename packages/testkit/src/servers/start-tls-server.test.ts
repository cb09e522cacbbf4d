import { get, type RequestOptions } from 'node:https'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createAuthority } from '../certificates/create-authority.ts'
import { startTlsServer, type TlsServer, type TlsServerOptions } from './start-tls-server.ts'

const servers: TlsServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: TlsServerOptions): Promise<TlsServer> {
  const server = await startTlsServer(options)
  servers.push(server)
  return server
}

function ask(url: string, options: RequestOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, ...options }, response => json(response).then(resolve, reject)).on(
      'error',
      reject,
    )
  })
}

test('is trusted by clients that trust its authority, by address and by name', async () => {
  const server = await start({ certificate: 'valid' })
  const options = { ca: server.authorityCertificatePem }
  expect(await ask(server.url, options)).toEqual({ protocol: 'TLSv1.3', serverName: false, clientName: null })
  const byName = await ask(`https://localhost:${server.port}/path`, { ...options, family: 4 })
  expect(byName).toMatchObject({ serverName: 'localhost' })
  expect(server.requests.map(request => request.url)).toEqual(['/', '/path'])
})

test.each([
  ['valid', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', false],
  ['expired', 'CERT_HAS_EXPIRED', true],
  ['wrongHost', 'ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT', true],
] as const)('with the certificate %s fails with %s', async (certificate, code, trustsAuthority) => {
  const server = await start({ certificate })
  const ca = trustsAuthority ? { ca: server.authorityCertificatePem } : {}
  await expect(ask(server.url, ca)).rejects.toMatchObject({ code })
  expect(server.requests).toEqual([])
  expect(await ask(server.url, { rejectUnauthorized: false })).toMatchObject({ protocol: 'TLSv1.3' })
})

test('is not trusted by another authority of the same name', async () => {
  const server = await start({ certificate: 'valid' })
  const ca = createAuthority().certificatePem
  await expect(ask(server.url, { ca })).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
})

test('a self-signed certificate is trusted if it is itself given as an authority', async () => {
  const server = await start({ certificate: 'selfSigned' })
  expect(await ask(server.url, { ca: server.serverCertificatePem })).toMatchObject({ protocol: 'TLSv1.3' })
})

test('asks for a client certificate', async () => {
  const server = await start({ certificate: 'valid', clientCertificate: 'required' })
  const ca = server.authorityCertificatePem
  const { certificatePem: cert, privateKeyPem: key } = server.clientIdentity
  expect(await ask(server.url, { ca, cert, key })).toMatchObject({ clientName: 'Testkit client' })
  await expect(ask(server.url, { ca })).rejects.toThrow()
  const stranger = createAuthority().issue({ usage: 'client', name: 'Stranger' })
  const strange = { ca, cert: stranger.certificatePem, key: stranger.privateKeyPem }
  await expect(ask(server.url, strange)).rejects.toThrow()
  expect(server.requests).toHaveLength(1)

  const asking = await start({ certificate: 'valid', clientCertificate: 'requested' })
  expect(await ask(asking.url, { ca: asking.authorityCertificatePem })).toMatchObject({ clientName: null })
})

test('uses the given authority', async () => {
  const authority = createAuthority('Shared')
  const server = await start({ certificate: 'valid', authority })
  expect(await ask(server.url, { ca: authority.certificatePem })).toMatchObject({ protocol: 'TLSv1.3' })
})
