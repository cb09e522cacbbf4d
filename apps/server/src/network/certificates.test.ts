import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultAppSettings, newHttpRequest } from '@parley/model'
import { type CertificateKind, outdatedPkcs12, startTlsServer, type TlsServer } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CertificateAdded, NewClientCertificate } from '../contract/index.ts'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

let running: TestServer
let window: WatchedWindow
const targets: TlsServer[] = []

beforeEach(async () => {
  running = await startTestServer()
  window = await watchWindow(running.client)
})

afterEach(async () => {
  await window.close()
  await running.close()
  for (const target of targets.splice(0)) await target.close()
})

async function startTarget(
  certificate: CertificateKind,
  clientCertificate: 'ignored' | 'required' = 'ignored',
) {
  const target = await startTlsServer({ certificate, clientCertificate })
  targets.push(target)
  return target
}

const file = (name: string, content: string | Uint8Array) => ({
  name,
  base64: Buffer.from(content).toString('base64'),
})

async function send(url: string) {
  const sendId = randomUUID()
  const { windowId } = window
  const request = newHttpRequest({ url })
  await running.client.sends.start({ windowId, sendId, requestId: 'r', parentId: null, request })
  return sendId
}

const succeeds = async (url: string) => window.waitForState(await send(url), 'answered')
const fails = async (url: string) => (await window.waitForState(await send(url), 'failed')).failure

const settings = () => window.events.findLast(event => event.type === 'settings')?.settings.certificates

function added(outcome: CertificateAdded): void {
  if (outcome.state === 'failed') throw new Error(`${outcome.sentence} ${outcome.nextStep}`)
}

const pem = ({ clientIdentity }: TlsServer, domain: string): NewClientCertificate => ({
  type: 'pem',
  domain,
  passphrase: '',
  certificate: file('client.pem', clientIdentity.certificatePem),
  privateKey: file('client.key', clientIdentity.privateKeyPem),
})

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

test.skipIf(!existsSync('/usr/bin/openssl'))('a PFX file with its passphrase is sent', async () => {
  const target = await startTarget('valid', 'required')
  const folder = mkdtempSync(join(tmpdir(), 'parley-pfx-'))
  try {
    const path = (name: string) => join(folder, name)
    writeFileSync(path('c.pem'), target.clientIdentity.certificatePem)
    writeFileSync(path('k.pem'), target.clientIdentity.privateKeyPem)
    const names = ['-in', path('c.pem'), '-inkey', path('k.pem'), '-out', path('c.pfx')]
    execFileSync('/usr/bin/openssl', ['pkcs12', '-export', ...names, '-passout', 'pass:canary-7f3a'])
    added(await running.client.certificates.addAuthority(file('ca.pem', target.authorityCertificatePem)))
    const given = {
      type: 'pkcs12',
      domain: '127.0.0.1',
      file: file('c.pfx', readFileSync(path('c.pfx'))),
    } as const
    expect(await running.client.certificates.addClient({ ...given, passphrase: 'wrong' })).toMatchObject({
      state: 'failed',
      nextStep: expect.stringContaining('passphrase'),
    })
    const { bytes, passphrase } = outdatedPkcs12
    expect(
      await running.client.certificates.addClient({ ...given, file: file('old.pfx', bytes), passphrase }),
    ).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('outdated'),
      nextStep: expect.stringContaining('openssl pkcs12 -legacy'),
    })
    added(await running.client.certificates.addClient({ ...given, passphrase: 'canary-7f3a' }))
    await succeeds(target.url)
    for (const entry of readdirSync(running.appDataFolder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name), 'latin1')).not.toContain('canary-7f3a')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
