import { holdOpen, receiveHead, startSink, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { answered, failedSend, rawServers, send } from '../transport-fixture.testkit.ts'
import { isLinkLocal, refuseOwnPorts } from './address-rule.ts'
import { directPath } from './network-path.ts'
import type { HostLookup } from './open-connection.ts'

const start = rawServers()

describe('refuseOwnPorts', () => {
  const isRefused = refuseOwnPorts(new Set([4000]))

  test.each([
    '127.0.0.1',
    '127.255.1.2',
    '0.0.0.0',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::',
    '::ffff:127.0.0.1',
    '::FFFF:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0.0.0.0',
    '0:0:0:0:0:ffff:7f00:0001',
    '::1%lo',
    'localhost',
    'LocalHost.',
    'api.localhost',
  ])('refuses %s on an own port alone', address => {
    expect(isRefused(address, 4000)).toBe(true)
    expect(isRefused(address, 4001)).toBe(false)
  })

  test.each(['128.0.0.1', '10.0.0.1', '::2', 'fe80::1', '::ffff:8.8.8.8', '', 'localhost.test'])(
    'lets %j through',
    address => {
      expect(isRefused(address, 4000)).toBe(false)
    },
  )
})

describe('an own port', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'api.localhost',
    'a.b.localhost.',
    '0.0.0.0',
    '0',
    '127.1',
    '127.9.9.9',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
  ])('is refused as %s, and not even connected to', async host => {
    const server = await start([holdOpen])
    const isRefused = refuseOwnPorts(new Set([server.port]))
    for (const scheme of ['http', 'https']) {
      const { failure } = await failedSend(
        send({ url: `${scheme}://${host}:${server.port}/` }, { isRefused }),
      )
      expect(failure).toMatchObject({
        kind: 'refused',
        code: 'OWN_ADDRESS',
        address: `${host}:${server.port}`,
      })
    }
    // Connections arrive in order, so no earlier one can still be on its way.
    const allowed = send({ url: server.url })
    await server.waitForConnection(0)
    await waitFor(() => server.receivedBytes(0).length > 0, 'the request')
    expect(server.connections).toHaveLength(1)
    allowed.cancel()
    await allowed.result
  })

  test.each(['localhost', 'api.localhost', '127.0.0.1', '[::1]'])(
    'is refused as %s behind a proxy of this computer, which is not asked',
    async host => {
      const proxy = await start([holdOpen])
      for (const type of ['http', 'socks5'] as const) {
        const choosePath = async () => ({
          ...directPath,
          proxy: { type, host: '127.0.0.1', port: proxy.port, username: '', password: '' },
        })
        const isRefused = refuseOwnPorts(new Set([4000]))
        const { failure } = await failedSend(send({ url: `http://${host}:4000/` }, { isRefused, choosePath }))
        expect(failure.code).toBe('OWN_ADDRESS')
      }
      expect(proxy.connections).toEqual([])
    },
  )
})

describe('a link-local address (SB10)', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'FEBF::1%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '2852039166',
    '0xa9fea9fe',
    '025177524776',
    '0251.0376.0251.0376',
    '0xa9.0xfe.0xa9.0xfe',
    '169.254.43518',
    '169.16689662',
    '169.254.169.254.',
    '0XA9.254.0251.254',
  ])('is %s', address => expect(isLinkLocal(address)).toBe(true))

  test.each([
    '169.253.1.1',
    '169.255.0.1',
    'fec0::1',
    '127.0.0.1',
    '',
    '.',
    'localhost',
    'a9fea9fe',
    '169.254.256.1',
    '169.254.0.0.1',
    '08.1',
    '2851995648.example',
    '4294967296',
  ])('is not %j', address => expect(isLinkLocal(address)).toBe(false))

  const lookUp: HostLookup = (_name, _options, callback) =>
    callback(null, [{ address: '169.254.169.254', family: 4 }])
  const refused = { kind: 'refused', code: 'LINK_LOCAL_ADDRESS' }

  test.each(['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', 'metadata.test', '2852039166'])(
    'is refused to scripts as %s',
    async host => {
      for (const scheme of ['http', 'https']) {
        const sent = send({ url: `${scheme}://${host}:80/`, initiator: 'script' }, { lookUp })
        expect((await failedSend(sent)).failure).toMatchObject(refused)
      }
    },
  )

  test.each([
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '[fe80::1]',
    '[::ffff:a9fe:a9fe]',
    '[::169.254.169.254]',
  ])('is refused to scripts behind a proxy as %s, before the proxy is asked', async host => {
    const proxy = await start([holdOpen])
    const server = { type: 'http', host: '127.0.0.1', port: proxy.port, username: '', password: '' } as const
    const choosePath = async () => ({ ...directPath, proxy: server })
    const sent = send({ url: `http://${host}:80/`, initiator: 'script' }, { choosePath })
    expect((await failedSend(sent)).failure).toMatchObject(refused)
    expect(proxy.connections).toEqual([])
  })

  test('by its name behind a proxy is left to the proxy, as a notice says', async () => {
    const proxy = await startSink()
    const server = { type: 'http', host: '127.0.0.1', port: proxy.port, username: '', password: '' } as const
    const choosePath = async () => ({ ...directPath, proxy: server })
    const url = 'http://metadata.test:80/'
    const { notices } = await answered(send({ url, initiator: 'script' }, { choosePath }))
    expect(notices).toEqual([
      { code: 'PROXY_RESOLVES_NAME', host: 'metadata.test', proxy: `http://127.0.0.1:${proxy.port}` },
    ])
    for (const fields of [
      { initiator: 'user' },
      { initiator: 'script', scriptsReachLinkLocal: true },
    ] as const)
      expect((await answered(send({ url, ...fields }, { choosePath }))).notices).toEqual([])
    await proxy.close()
  })

  test('is refused if a server redirects a request of a script to it', async () => {
    const moved = 'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n'
    const server = await start([receiveHead, moved])
    const sent = send({ url: server.url, initiator: 'script', followRedirects: true })
    expect((await failedSend(sent)).failure).toMatchObject(refused)
  })

  test.each([{ initiator: 'user' }, { initiator: 'script', scriptsReachLinkLocal: true }] as const)(
    'is open to %j',
    async fields => {
      const { signal, lookedUp } = firstLookup()
      const sent = send({ url: 'http://metadata.test:1/', ...fields }, { lookUp: lookedUp })
      await signal
      sent.cancel()
      const result = await sent.result
      expect(result.ok || result.failure.failure.code).not.toBe('LINK_LOCAL_ADDRESS')
    },
  )
})

/** Resolves a name to a link-local address, and signals the first lookup. */
function firstLookup(): { readonly signal: Promise<void>; readonly lookedUp: HostLookup } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    signal: promise,
    lookedUp(_name, _options, callback) {
      callback(null, [{ address: '169.254.255.254', family: 4 }])
      resolve()
    },
  }
}
