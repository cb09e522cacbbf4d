import { holdOpen, receiveHead, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { failedSend, rawServers, send } from '../transport-fixture.testkit.ts'
import { isLinkLocal, refuseOwnPorts } from './address-rule.ts'
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
  ])('refuses %s on an own port alone', address => {
    expect(isRefused(address, 4000)).toBe(true)
    expect(isRefused(address, 4001)).toBe(false)
  })

  test.each(['128.0.0.1', '10.0.0.1', '::2', 'fe80::1', '::ffff:8.8.8.8', '', 'localhost'])(
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
    // Connections come in order: with this one there, no other is still on its way.
    const allowed = send({ url: server.url })
    await server.waitForConnection(0)
    await waitFor(() => server.receivedBytes(0).length > 0, 'the request')
    expect(server.connections).toHaveLength(1)
    allowed.cancel()
    await allowed.result
  })

  // Whether a name with a dot at its end is found is up to the resolver of the machine.
  test('is not reached as localhost. either', async () => {
    const server = await start([holdOpen])
    const isRefused = refuseOwnPorts(new Set([server.port]))
    const { failure } = await failedSend(send({ url: `http://localhost.:${server.port}/` }, { isRefused }))
    expect(['refused', 'dns']).toContain(failure.kind)
    expect(server.connections).toHaveLength(0)
  })
})

describe('a link-local address', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'FEBF::1%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
  ])('is %s', address => expect(isLinkLocal(address)).toBe(true))

  test.each(['169.253.1.1', '169.255.0.1', 'fec0::1', '127.0.0.1', '', 'localhost'])('is not %j', address =>
    expect(isLinkLocal(address)).toBe(false),
  )

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

  test('is refused where a server redirects a request of a script to it', async () => {
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

/** Leads to a link-local address, and tells when it did. */
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
