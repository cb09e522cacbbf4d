import { holdOpen, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { failedSend, rawServers, send } from '../transport-fixture.testkit.ts'
import { refuseOwnPorts } from './address-rule.ts'

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
