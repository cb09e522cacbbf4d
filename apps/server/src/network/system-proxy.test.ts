import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppData, openSettingsFile } from '@parley/appdata'
import { defaultAppSettings } from '@parley/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Network } from './network.ts'

let folder: string
let appData: AppData
let server: Server
let pacUrl: string
let pac: { statusCode: number; text: string }
let readCount: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-pac-'))
  const opened = await AppData.open(folder, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error('A fresh folder holds no newer database')
  appData = opened.value
  readCount = 0
  server = createServer((_request, response) => {
    readCount += 1
    response.writeHead(pac.statusCode).end(pac.text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  pacUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/p.pac`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await appData.close()
  rmSync(folder, { recursive: true, force: true })
})

const automatic = () =>
  `org.gnome.system.proxy mode 'auto'\norg.gnome.system.proxy autoconfig-url '${pacUrl}'\n`

async function network(
  desktop = automatic(),
  environment: Readonly<Record<string, string>> = {},
): Promise<Network> {
  const settings = await openSettingsFile(folder)
  const proxy = { ...defaultAppSettings.proxy, enabled: true, type: 'system' } as const
  await settings.write({ ...defaultAppSettings, proxy })
  return new Network({
    settings,
    secrets: appData.secrets,
    writeSettings: changed => settings.write(changed),
    environment,
    system: {
      platform: 'linux',
      runProgram: async () => desktop,
    },
  })
}

const target = (host: string) => ({
  scheme: 'https' as const,
  host,
  port: 443,
  pathAndQuery: '/secret',
  targetUri: `https://${host}/secret`,
  address: `${host}:443`,
})

test('a PAC file of the system decides for each target, and is read once', async () => {
  pac = {
    statusCode: 200,
    text: 'function FindProxyForURL(url, host) { return dnsDomainIs(host, ".corp.test") ? "DIRECT" : "PROXY p.test:3128" }',
  }
  const { choosePath } = await network()
  expect((await choosePath(target('a.corp.test'))).proxy).toBe(null)
  expect((await choosePath(target('a.test'))).proxy).toMatchObject({ host: 'p.test', port: 3128 })
  expect(readCount).toBe(1)
})

test('the file does not learn the path of a request', async () => {
  pac = {
    statusCode: 200,
    text: 'function FindProxyForURL(url) { return url === "https://a.test:443/" ? "PROXY ok.test:1" : "DIRECT" }',
  }
  const { choosePath } = await network()
  expect((await choosePath(target('a.test'))).proxy?.host).toBe('ok.test')
})

test('a file that cannot be read is an error, and is tried again', async () => {
  pac = { statusCode: 404, text: '' }
  const { choosePath } = await network()
  await expect(choosePath(target('a.test'))).rejects.toMatchObject({
    code: 'PAC_FAILED',
    subject: expect.stringContaining('404'),
  })
  pac = { statusCode: 200, text: 'function FindProxyForURL() { return "DIRECT" }' }
  expect((await choosePath(target('a.test'))).proxy).toBe(null)
})

test('a file that is too large, or broken, is an error', async () => {
  pac = { statusCode: 200, text: ' '.repeat(1_100_000) }
  await expect((await network()).choosePath(target('a.test'))).rejects.toMatchObject({ code: 'PAC_FAILED' })
  pac = { statusCode: 200, text: 'nonsense(' }
  await expect((await network()).choosePath(target('a.test'))).rejects.toMatchObject({ code: 'PAC_FAILED' })
})

describe('Test Connection with System Proxy says what a send does', () => {
  const system = { ...defaultAppSettings.proxy, enabled: true, type: 'system' } as const
  const direct = { https: null, http: null }

  test.each([
    { name: 'HTTP_PROXY alone', variables: ['HTTP_PROXY'], proxies: ['http'] },
    { name: 'HTTPS_PROXY alone', variables: ['HTTPS_PROXY'], proxies: ['https'] },
    { name: 'both', variables: ['HTTP_PROXY', 'HTTPS_PROXY'], proxies: ['http', 'https'] },
  ])('$name', async ({ variables, proxies }) => {
    const asked: string[] = []
    const proxy = createServer()
    proxy.on('connect', ({ url }, socket) => {
      asked.push(String(url))
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    const tested = await (await network('', Object.fromEntries(variables.map(name => [name, url])))).test(
      't',
      system,
    )
    expect(tested).toMatchObject({
      state: 'connected',
      ...direct,
      ...Object.fromEntries(proxies.map(scheme => [scheme, expect.stringContaining(url)])),
    })
    expect(asked).toHaveLength(1)
    proxy.close()
  })
})
