import { createAuthority, startSink, startTlsServer } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { afterEach, describe, expect, test } from 'vitest'
import { directPath, type ProxyServer } from '../connection/network-path.ts'
import { answered, closeKeptConnections, failedSend, send } from '../transport-fixture.testkit.ts'
import {
  type DebianProxy,
  findProxyProgram,
  startMicrosocks,
  startSquid,
  startTinyproxy,
} from './debian-proxies.testkit.ts'

/** Checks agreement with third-party proxies; tests of a proxy that is not installed are skipped. */

const closing: { close(): Promise<void> }[] = []
const user = { name: 'ann', password: 'secret' }

afterEach(async () => {
  closeKeptConnections()
  for (const one of closing.splice(0).reverse()) await one.close()
})

function through(type: ProxyServer['type'], port: number, isKnown: boolean, ...extraAuthorities: string[]) {
  const access = isKnown ? { username: user.name, password: user.password } : { username: '', password: '' }
  const proxy = { type, host: '127.0.0.1', port, ...access }
  return { choosePath: async () => ({ proxy, tls: { ...directPath.tls, extraAuthorities } }) }
}

const squid = 'squid (npm run test:all fetches it, or apt-get install squid-openssl)'
const programs = [
  [
    'tinyproxy',
    'http',
    startTinyproxy,
    'tinyproxy (npm run test:all fetches it, or apt-get install tinyproxy-bin)',
  ],
  [
    'microsocks',
    'socks5',
    startMicrosocks,
    'microsocks (npm run test:all fetches it, or apt-get install microsocks)',
  ],
  ['squid', 'http', startSquid, squid],
] as const

describe.each(programs)('%s', (name, type, startProgram, what) => {
  const program = findProxyProgram(name)
  const start = async (access?: typeof user): Promise<DebianProxy> => {
    const proxy = await startProgram(program ?? '', access)
    closing.push(proxy)
    return proxy
  }

  test('carries requests over HTTP and TLS', needs(program !== null, what), async () => {
    const sink = await startSink()
    const target = await startTlsServer({ certificate: 'valid' })
    closing.push(sink, target)
    const { port } = await start()
    const plain = await answered(send({ url: `${sink.url}/a?b=c` }, through(type, port, false)))
    expect(plain.response.statusCode).toBe(200)
    expect(plain.connection.proxy).toBe(`${type}://127.0.0.1:${port}`)
    expect(sink.requests[0]?.url).toBe('/a?b=c')
    const trusted = through(type, port, false, target.authorityCertificatePem)
    expect((await answered(send({ url: target.url }, trusted))).response.statusCode).toBe(200)
    const { failure } = await failedSend(send({ url: target.url }, through(type, port, false)))
    expect(failure).toMatchObject({ kind: 'tls' })
    expect(target.requests).toHaveLength(1)
  })

  test('accepts only users that it knows', needs(program !== null, what), async () => {
    const target = await startTlsServer({ certificate: 'valid' })
    closing.push(target)
    const { port } = await start(user)
    const trusted = (isKnown: boolean) => through(type, port, isKnown, target.authorityCertificatePem)
    expect((await answered(send({ url: target.url }, trusted(true)))).response.statusCode).toBe(200)
    const { failure } = await failedSend(send({ url: target.url }, trusted(false)))
    expect(failure).toMatchObject({ kind: 'proxy', code: 'PROXY_AUTHENTICATION_REQUIRED' })
  })
})

describe('squid over TLS', () => {
  const program = findProxyProgram('squid')

  test(
    'carries requests, and is trusted only with its certificate',
    needs(program !== null, squid),
    async () => {
      const authority = createAuthority()
      const names = { usage: 'server', name: 'proxy', ipv4Addresses: ['127.0.0.1'] } as const
      const target = await startTlsServer({ certificate: 'valid', authority })
      closing.push(target)
      const proxy = await startSquid(program ?? '', user, authority.issue(names))
      closing.push(proxy)
      const trusted = through('https', proxy.port, true, authority.certificatePem)
      const { response, connection } = await answered(send({ url: target.url }, trusted))
      expect(response.statusCode).toBe(200)
      expect(connection.proxy).toBe(`https://127.0.0.1:${proxy.port}`)
      const { failure } = await failedSend(send({ url: target.url }, through('https', proxy.port, true)))
      expect(failure).toMatchObject({ code: 'PROXY_TLS_FAILED' })
    },
  )
})
