import { createServer, type Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import { needs } from '@parley/testkit/needs'
import { afterEach, describe, expect, test } from 'vitest'
import { answered, closeKeptConnections, failedSend, send } from '../transport-fixture.testkit.ts'
import type { HostLookup } from './open-connection.ts'

const hasIpv6 = Object.values(networkInterfaces()).some(all => all?.some(one => one.address === '::1'))
const servers: Server[] = []

afterEach(async () => {
  closeKeptConnections()
  for (const server of servers.splice(0)) await new Promise(resolve => server.close(resolve))
})

/** Starts a server that listens on one address only. */
async function startOn(host: string): Promise<number> {
  const server = createServer((_, response) => response.end(host))
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Resolves any name to these addresses, in this order. */
function both(...addresses: readonly ('::1' | '127.0.0.1')[]): HostLookup {
  return (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map(address => ({ address, family: address === '::1' ? 6 : 4 })),
    )
}

describe('if this machine has IPv6', needs(hasIpv6, 'the address ::1 (IPv6)'), () => {
  test('an IPv6 address in the URL is reached', async () => {
    const port = await startOn('::1')
    const { connection } = await answered(send({ url: `http://[::1]:${port}/` }))
    expect(connection).toMatchObject({ remoteAddress: '::1', remotePort: port })
  })

  test.each([
    ['127.0.0.1', both('::1', '127.0.0.1')],
    ['::1', both('127.0.0.1', '::1')],
  ])('a name is reached at %s where its first address answers not', async (host, lookUp) => {
    const port = await startOn(host)
    const { connection } = await answered(send({ url: `http://both.test:${port}/` }, { lookUp }))
    expect(connection.remoteAddress).toBe(host)
  })
})

test('a name whose addresses all fail reports the failure of the first', async () => {
  const lookUp = both('127.0.0.1')
  const { failure } = await failedSend(send({ url: 'http://both.test:1/' }, { lookUp }))
  expect(failure).toMatchObject({ kind: 'connect', code: 'ECONNREFUSED', address: 'both.test:1' })
})
