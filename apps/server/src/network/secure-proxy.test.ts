import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppData, openSettingsFile } from '@parley/appdata'
import { defaultAppSettings, type ProxySettings } from '@parley/model'
import { createAuthority, type HttpProxy, startHttpProxy } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Network } from './network.ts'

const authority = createAuthority()
let folder: string
let appData: AppData
let proxy: HttpProxy

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-secure-proxy-'))
  writeFileSync(join(folder, 'ca.pem'), authority.certificatePem)
  const opened = await AppData.open(folder, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error('A fresh folder holds no newer database')
  appData = opened.value
  proxy = await startHttpProxy({ isSecure: true, authority })
})

afterEach(async () => {
  await proxy.close()
  await appData.close()
  rmSync(folder, { recursive: true, force: true })
})

async function networkTrusting(...customCaFilePaths: readonly string[]) {
  const settings = await openSettingsFile(folder)
  const { proxy: none, certificates } = defaultAppSettings
  const typed: ProxySettings = {
    ...none,
    enabled: true,
    type: 'https',
    host: '127.0.0.1',
    port: proxy.port,
    bypass: '',
  }
  const changed = {
    ...defaultAppSettings,
    proxy: typed,
    certificates: { ...certificates, customCaFilePaths },
  }
  await settings.write(changed)
  const writeSettings = (next: typeof changed) => settings.write(next)
  return {
    network: new Network({ settings, secrets: appData.secrets, writeSettings, environment: {} }),
    typed,
  }
}

describe('an HTTPS proxy whose certificate a custom CA signed', () => {
  test.each(['http', 'https'] as const)('is trusted for targets over %s', async scheme => {
    const { network } = await networkTrusting(join(folder, 'ca.pem'))
    const path = await network.choosePath({
      scheme,
      host: 'a.test',
      port: 80,
      pathAndQuery: '/',
      targetUri: `${scheme}://a.test/`,
      address: 'a.test:80',
    })
    expect(path.tls.extraAuthorities).toEqual([authority.certificatePem])
    network.close()
  })

  test('is trusted by Test Connection, and not without the CA', async () => {
    const trusting = await networkTrusting(join(folder, 'ca.pem'))
    expect(await trusting.network.test('1', trusting.typed)).toMatchObject({ state: 'connected' })
    trusting.network.close()
    const other = await networkTrusting()
    expect(await other.network.test('2', other.typed)).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('TLS with the proxy'),
    })
    other.network.close()
  })

  test('a CA file that is gone is named by Test Connection', async () => {
    const { network, typed } = await networkTrusting(join(folder, 'gone.pem'))
    expect(await network.test('1', typed)).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('gone.pem'),
    })
    network.close()
  })
})
