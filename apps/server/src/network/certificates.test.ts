import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultAppSettings } from '@parley/model'
import { expect, test } from 'vitest'
import {
  added,
  fails,
  file,
  pem,
  running,
  settings,
  startTarget,
  succeeds,
  useCertificateServer,
} from './certificates.testkit.ts'

useCertificateServer()

test('an authority that the user added is trusted along with the default ones, until it is removed', async () => {
  const target = await startTarget('valid')
  expect(await fails(target.url)).toMatchObject({ kind: 'tls' })
  added(await running.client.certificates.addAuthority(file('ca.pem', target.authorityCertificatePem)))
  await succeeds(target.url)
  const [path = ''] = settings()?.customCaFilePaths ?? []
  expect(path).toMatch(/^kept:[0-9a-f-]{36}\/ca\.pem$/)
  await running.client.certificates.remove({ filePath: path })
  expect(await fails(target.url)).toMatchObject({ kind: 'tls' })
})

test('a client certificate is sent only to its host, and its key is in no file unencrypted', async () => {
  const target = await startTarget('valid', 'required')
  added(await running.client.certificates.addAuthority(file('ca.pem', target.authorityCertificatePem)))
  added(await running.client.certificates.addClient(pem(target, 'elsewhere.test')))
  expect(await fails(target.url)).toBeDefined()
  added(await running.client.certificates.addClient(pem(target, `127.0.0.1:${target.port}`)))
  await succeeds(target.url)
  const secret = target.clientIdentity.privateKeyPem.split('\n')[1] ?? ''
  const forms = [secret, Buffer.from(target.clientIdentity.privateKeyPem).toString('base64').slice(0, 80)]
  for (const entry of readdirSync(running.appDataFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'latin1')
    for (const form of forms) expect(text.includes(form), entry.name).toBe(false)
  }
  const paths = settings()?.clientCertificates.flatMap(one =>
    one.type === 'pem' ? [one.privateKeyFilePath] : [],
  )
  for (const filePath of paths ?? []) await running.client.certificates.remove({ filePath })
  expect(await fails(target.url)).toBeDefined()
  expect(readFileSync(join(running.appDataFolder, 'secrets.json'), 'utf8')).not.toContain('client.key')
})

test('a file that is no certificate, and the key of another one, are refused with a reason', async () => {
  const { clientIdentity } = await startTarget('valid')
  const other = await startTarget('valid')
  const { client } = running
  expect(await client.certificates.addAuthority(file('ca.pem', 'nothing'))).toMatchObject({ state: 'failed' })
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
  expect(await client.certificates.addAuthority(file('ca.pem', broken))).toMatchObject({ state: 'failed' })
  const wrongKey = { ...pem(other, 'a.test'), privateKey: file('k.pem', clientIdentity.privateKeyPem) }
  expect(await client.certificates.addClient(wrongKey)).toMatchObject({ state: 'failed' })
  expect(await client.certificates.addClient(pem(other, ' '))).toMatchObject({ state: 'failed' })
  expect(settings()).toEqual(defaultAppSettings.certificates)
})

test.each(['expired', 'selfSigned', 'wrongHost'] as const)(
  'an exception allows requests to a server with a certificate that is %s, and to no other one',
  async kind => {
    const [target, other] = [await startTarget(kind), await startTarget(kind)]
    if (kind !== 'selfSigned')
      for (const one of [target, other])
        added(await running.client.certificates.addAuthority(file('ca.pem', one.authorityCertificatePem)))
    const { address } = await fails(target.url)
    const certificates = settings() ?? defaultAppSettings.certificates
    const changed = { ...defaultAppSettings, certificates: { ...certificates, exceptions: [address] } }
    await running.client.settings.write({ settings: changed })
    await succeeds(target.url)
    expect(await fails(other.url)).toMatchObject({ kind: 'tls' })
  },
)
