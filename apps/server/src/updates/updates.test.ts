import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultAppSettings } from '@parley/model'
import {
  type FixedAnswer,
  holdOpen,
  type RawConnection,
  type RawServer,
  receiveHead,
  type Sink,
  startHttpProxy,
  startRawServer,
  startSink,
  startTlsServer,
  waitFor,
} from '@parley/testkit'
import { afterEach, expect, test } from 'vitest'
import { watchWindow } from '../watch-window.testkit.ts'
import { json, newer, type PackagedParley, startPackaged } from './packaged-parley.testkit.ts'
import { isUpdatesAddress, readUpdatesAddress } from './updates-address.ts'

let parley: PackagedParley
const closing: { close(): Promise<unknown> }[] = []

afterEach(async () => {
  await parley?.close()
  for (const one of closing.splice(0)) await one.close()
})

async function start(...options: Parameters<typeof startPackaged>): Promise<void> {
  parley = await startPackaged(...options)
}

async function sink(answer: (url: string) => FixedAnswer): Promise<Sink> {
  const started = await startSink(({ url }) => answer(url))
  closing.push(started)
  return started
}

test('is off: nothing is sent before the user asks, and then one request without anything of the user', async () => {
  const server = await sink(() => json(JSON.stringify(newer)))
  await start({ address: `${server.url}/newest.json` })
  await (await fetch(parley.server.origin)).text()
  expect((await parley.client.session.describe()).updatesAddress).toBe(`${server.url}/newest.json`)
  expect(parley.states()).toEqual([])
  expect(server.requests).toEqual([])
  expect(await parley.check()).toEqual({ kind: 'newer', ...newer })
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /newest.json'])
  expect(server.requests[0]?.headers.map(({ name }) => name.toLowerCase()).toSorted()).toEqual([
    'host',
    'user-agent',
  ])
})

test('switched on, each start asks once, and windows that open later see what it found', async () => {
  const server = await sink(() => json(JSON.stringify(newer)))
  await start({ address: server.url }, { about: { checkForUpdates: true } })
  expect(server.requests).toEqual([])
  for (const _ of [1, 2]) await (await fetch(parley.server.origin)).text()
  await waitFor(() => parley.states().at(-1)?.state.kind === 'newer', 'the newest version')
  expect(parley.states().map(({ isAtStart }) => isAtStart)).toEqual([true, true])
  expect(server.requests).toHaveLength(1)
  // Only the first window that opens is to say it.
  for (const isAtStart of [true, false]) {
    const later = await watchWindow(parley.client)
    const event = await waitFor(
      () => later.events.find(({ type }) => type === 'updates'),
      'the event of another window',
    )
    expect(event).toEqual({ type: 'updates', isAtStart, state: { kind: 'newer', ...newer } })
    await later.close()
  }
})

test.each([
  ['a file that is not JSON', '{'],
  ['a list', ['https://updates.example']],
  ['no address', {}],
  ['an address that is no text', { address: 1 }],
  ['a file on the disk', { address: 'file:///etc/passwd' }],
])('%s: there is no address', (_, updates) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-updates-'))
  const text = typeof updates === 'string' ? updates : JSON.stringify(updates)
  writeFileSync(join(folder, 'updates.json'), text)
  expect(readUpdatesAddress(join(folder, 'page'))).toBe(null)
  rmSync(folder, { recursive: true })
})

test.each([
  ['no file', undefined],
  ['an address of the network without TLS', { address: 'http://updates.example/' }],
])('%s: nothing can be asked', async (_, updates) => {
  await start(updates, { about: { checkForUpdates: true } })
  await (await fetch(parley.server.origin)).text()
  expect((await parley.client.session.describe()).updatesAddress).toBe(null)
  expect(await parley.client.updates.check()).toEqual({ isAsked: false })
  expect(parley.states()).toEqual([])
})

test.each([
  ['https://updates.example/parley.json?channel=stable', true],
  ['http://127.0.0.1:8080/', true],
  ['http://127.0.0.1.evil.example/', false],
  ['https://user:password@updates.example/', false],
  ['https://updates.example/{{secret}}', false],
  ['https://updates.example/\nx', false],
  ['javascript:alert(1)', false],
  ['updates.example', false],
  ['', false],
  [`https://updates.example/${'x'.repeat(2000)}`, false],
])('the address %j may be set: %s', (address, isAllowed) => {
  expect(isUpdatesAddress(address)).toBe(isAllowed)
})

const endless = async (connection: RawConnection) => {
  await receiveHead(connection)
  await connection.send('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"version":"')
  for (;;) await connection.send('9'.repeat(10_000))
}
const silent = async (connection: RawConnection) => {
  await receiveHead(connection)
  await connection.send('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"version":')
  await holdOpen(connection)
}

async function raw(script: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  const started = await startRawServer(script)
  closing.push(started)
  return started
}

test('an answer without an end is left (DT1)', async () => {
  const server = await raw(endless)
  await start({ address: server.url })
  expect(await parley.check()).toMatchObject({ kind: 'failed', code: 'UPDATE_TOO_LARGE' })
  await server.waitForConnectionClose(0)
})

test('nobody at the address is a sentence with the reason of a send', async () => {
  const server = await startSink()
  await server.close()
  await start({ address: server.url })
  expect(await parley.check()).toMatchObject({
    kind: 'failed',
    code: 'UPDATE_NOT_REACHED',
    sentence: expect.stringContaining('Nothing is listening at'),
  })
})

test('Cancel closes the connection, and the next check asks again', async () => {
  let isSilent = true
  const server = await raw(async connection => {
    if (isSilent) return silent(connection)
    await receiveHead(connection)
    await connection.send(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${JSON.stringify(newer)}`)
    connection.end()
  })
  await start({ address: server.url })
  await parley.client.updates.check()
  await parley.client.updates.check()
  await server.waitForConnection(0)
  await parley.client.updates.cancel()
  await server.waitForConnectionClose(0)
  expect(parley.states().map(({ state }) => state.kind)).toEqual(['asking', 'none'])
  isSilent = false
  expect(await parley.check()).toEqual({ kind: 'newer', ...newer })
  expect(server.connections).toHaveLength(2)
})

test('the end of Parley ends a check', async () => {
  const server = await raw(silent)
  await start({ address: server.url })
  await parley.client.updates.check()
  await server.waitForConnection(0)
  await parley.window.close()
  await parley.server.close()
  await server.waitForConnectionClose(0)
})

test('goes through the proxy of the settings', async () => {
  const server = await sink(() => json(JSON.stringify(newer)))
  const proxy = await startHttpProxy()
  closing.push(proxy)
  await start(
    { address: server.url },
    {
      proxy: { ...defaultAppSettings.proxy, enabled: true, host: '127.0.0.1', port: proxy.port, bypass: '' },
    },
  )
  expect(await parley.check()).toEqual({ kind: 'newer', ...newer })
  expect(proxy.requestLines).toEqual([`GET ${server.url}/ HTTP/1.1`])
})

test('trusts only the certificates that sends trust', async () => {
  const server = await startTlsServer({ certificate: 'valid' })
  closing.push(server)
  await start({ address: server.url })
  expect(await parley.check()).toMatchObject({ kind: 'failed', code: 'UPDATE_NOT_REACHED' })
  await parley.client.certificates.addAuthority({
    name: 'ca.pem',
    base64: Buffer.from(server.authorityCertificatePem).toString('base64'),
  })
  expect(await parley.check()).not.toMatchObject({ code: 'UPDATE_NOT_REACHED' })
})
