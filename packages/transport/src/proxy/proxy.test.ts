import { createServer, type Server } from 'node:http'
import { describeSendFailure } from '@parley/model'
import {
  type Authority,
  type CertificateKind,
  createAuthority,
  endConnection,
  type HttpProxy,
  holdOpen,
  type SocksProxy,
  startHttpProxy,
  startSocksProxy,
  startTlsServer,
  type TlsServer,
} from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { directPath, type ProxyServer, type TlsTrust } from '../connection/network-path.ts'
import { startHttp2Server } from '../http2/start-http2-server.testkit.ts'
import {
  answered,
  closeKeptConnections,
  failedSend,
  fields,
  rawServers,
  send,
  sharedTransport,
} from '../transport-fixture.testkit.ts'

const startRaw = rawServers()
const closing: { close(): unknown }[] = []
let authority: Authority
let origin: Server
let originPort: number
const seen: { url: string; headers: readonly string[] }[] = []

beforeEach(async () => {
  authority = createAuthority()
  seen.length = 0
  origin = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.rawHeaders })
    request.resume().on('end', () => response.end('hello'))
  })
  originPort = await new Promise(resolve =>
    origin.listen(0, '127.0.0.1', () => {
      const address = origin.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    }),
  )
})

afterEach(async () => {
  closeKeptConnections()
  origin.closeAllConnections()
  await Promise.all([...closing.splice(0), origin].map(one => one.close()))
})

type ProxyKind = ProxyServer['type']
const user = { name: 'ann', password: 'p:ä' }

async function startProxy(kind: ProxyKind, hasUser = false): Promise<HttpProxy | SocksProxy> {
  const access = hasUser ? { user } : {}
  const proxy =
    kind === 'socks5' || kind === 'socks4'
      ? await startSocksProxy(access)
      : await startHttpProxy({ isSecure: kind === 'https', authority, ...access })
  closing.push(proxy)
  return proxy
}

function through(
  type: ProxyKind,
  port: number,
  fields: Partial<ProxyServer> = {},
  tls: Partial<TlsTrust> = {},
) {
  const proxy = { type, host: '127.0.0.1', port, username: '', password: '', ...fields }
  const extraAuthorities = [authority.certificatePem]
  return { choosePath: async () => ({ proxy, tls: { ...directPath.tls, extraAuthorities, ...tls } }) }
}

const kinds = ['http', 'https', 'socks5', 'socks4'] as const

describe.each(kinds)('through a proxy of the type %s', kind => {
  test('plain HTTP arrives as typed, and the connection names the proxy', async () => {
    const proxy = await startProxy(kind)
    const sent = send(
      {
        url: `http://127.0.0.1:${originPort}/a?b`,
        method: 'POST',
        headers: fields(['Host', 'h'], ['X-A', '1']),
      },
      through(kind, proxy.port),
    )
    const { response, connection, request } = await answered(sent)
    expect(sent.bodies.bytesOf(response).toString()).toBe('hello')
    expect(seen[0]?.url).toBe('/a?b')
    expect(connection).toMatchObject({ proxy: `${kind}://127.0.0.1:${proxy.port}`, remotePort: proxy.port })
    const isForwarded = kind === 'http' || kind === 'https'
    expect(request.requestLine).toBe(
      isForwarded ? `POST http://127.0.0.1:${originPort}/a?b HTTP/1.1` : 'POST /a?b HTTP/1.1',
    )
  })

  test('HTTPS goes through a tunnel, and the chain is that of the target', async () => {
    const proxy = await startProxy(kind)
    const target = await startTlsServer({ certificate: 'valid', authority })
    closing.push(target)
    const sent = send({ url: target.url.replace('127.0.0.1', 'localhost') }, through(kind, proxy.port))
    const { response, connection } = await answered(sent)
    expect(JSON.parse(sent.bodies.bytesOf(response).toString())).toMatchObject({ serverName: 'localhost' })
    expect(connection.tls?.certificates[0]?.subject).toBe('CN=127.0.0.1')
    const asked = 'destinations' in proxy ? proxy.destinations : proxy.requestLines
    expect(asked[0]).toContain(`localhost:${target.port}`)
  })

  test.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['wrongHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)('a certificate that is %s is refused, with its chain (PR1)', async (certificate, code) => {
    const proxy = await startProxy(kind)
    const target = await startTlsServer({ certificate, authority })
    closing.push(target)
    const sent = send({ url: target.url }, through(kind, proxy.port))
    const { failure } = await failedSend(sent)
    const result = await sent.result
    const chain = result.ok ? null : result.failure.attempt?.connection?.tls?.certificates
    expect(failure).toMatchObject({ kind: 'tls', code, step: 'tls' })
    expect(chain?.length).toBeGreaterThan(0)
    expect(target.requests).toHaveLength(0)
  })

  test('user and password are sent, and wrong ones are named', async () => {
    const proxy = await startProxy(kind, true)
    const target = await startTlsServer({ certificate: 'valid', authority })
    closing.push(target)
    const known = { username: user.name, password: user.password }
    await answered(send({ url: target.url }, through(kind, proxy.port, known)))
    const { failure } = await failedSend(
      send({ url: target.url }, through(kind, proxy.port, { username: 'wrong', password: 'wrong' })),
    )
    const code = kind === 'socks4' ? 'PROXY_REFUSED' : 'PROXY_CREDENTIALS_REJECTED'
    expect(failure).toMatchObject({ kind: 'proxy', code })
    expect(describeSendFailure(failure).sentence).not.toContain('wrong')
    expect(describeSendFailure(failure).nextStep).toContain('Settings → Proxy')
  })

  test('a proxy that is down is an error, never a direct connection (HT10, PR2)', async () => {
    const proxy = await startProxy(kind)
    await closing.pop()?.close()
    const { failure } = await failedSend(
      send({ url: `http://127.0.0.1:${originPort}/` }, through(kind, proxy.port)),
    )
    expect(failure).toMatchObject({ kind: 'proxy', code: 'PROXY_UNREACHABLE' })
    expect(failure.subject).toBe(`127.0.0.1:${proxy.port} (ECONNREFUSED)`)
    expect(seen).toEqual([])
  })

  test('a target that the proxy cannot reach is named', async () => {
    const proxy = await startProxy(kind)
    const { failure } = await failedSend(send({ url: 'https://127.0.0.1:1/' }, through(kind, proxy.port)))
    expect(failure).toMatchObject({ kind: 'proxy', code: 'PROXY_CANNOT_REACH', address: '127.0.0.1:1' })
  })

  test('a server that is not a proxy of this type is named', async () => {
    const server = await startRaw([Buffer.from('SSH-2.0-x\r\n\r\n'), holdOpen])
    const url = 'https://127.0.0.1:1/'
    const { failure } = await failedSend(send({ url, connectTimeoutMs: 3000 }, through(kind, server.port)))
    expect(failure.kind).toBe('proxy')
    expect(failure.code).toMatch(/^PROXY_(?:NOT_HTTP|NOT_SOCKS|TLS_FAILED)$/)
  })

  test('a proxy that does not respond is named', async () => {
    const server = await startRaw([holdOpen])
    const url = 'https://127.0.0.1:1/'
    const { failure } = await failedSend(send({ url, connectTimeoutMs: 200 }, through(kind, server.port)))
    const subject = `127.0.0.1:${server.port}`
    expect(failure).toMatchObject({ kind: 'proxy', code: 'PROXY_TIMEOUT', subject })
  })

  test('Cancel ends the send while the proxy does not respond', async () => {
    const server = await startRaw([holdOpen])
    const sent = send({ url: 'https://127.0.0.1:1/' }, through(kind, server.port))
    await server.waitForConnection(0)
    sent.cancel()
    expect((await failedSend(sent)).failure.kind).toBe('cancelled')
    await server.waitForConnectionClose(0)
  })

  test('HTTP/2 is negotiated inside the tunnel', async () => {
    const proxy = await startProxy(kind)
    const server = await startHttp2Server('https', stream =>
      stream.respond({ ':status': 200 }, { endStream: true }),
    )
    closing.push(server)
    const trust = { extraAuthorities: [authority.certificatePem, ...server.certificateAuthorities] }
    const { response } = await answered(send({ url: server.url }, through(kind, proxy.port, {}, trust)))
    expect(response.httpVersion).toBe('2')
  })

  test('connections are kept only for the same path', async () => {
    const proxy = await startProxy(kind)
    let path = directPath
    const shared = sharedTransport({ choosePath: async () => path })
    const url = `http://127.0.0.1:${originPort}/`
    const direct = await answered(shared.send({ url }))
    path = await through(kind, proxy.port).choosePath()
    const first = await answered(shared.send({ url }))
    const second = await answered(shared.send({ url }))
    path = directPath
    const again = await answered(shared.send({ url }))
    const reused = [direct, first, second, again].map(one => one.connection.isReused)
    expect(reused).toEqual([false, false, true, true])
    expect(again.connection.proxy).toBe(null)
  })
})

test('credentials for a forwarding proxy are masked in the request as sent', async () => {
  const proxy = await startProxy('http', true)
  const known = { username: user.name, password: user.password }
  const url = `http://127.0.0.1:${originPort}/`
  const { request, response } = await answered(send({ url }, through('http', proxy.port, known)))
  expect(response.statusCode).toBe(200)
  expect(request.headers).toContainEqual({ name: 'Proxy-Authorization', value: '••••••' })
  expect(seen[0]?.headers.join(' ')).not.toContain('Proxy-Authorization')
})

test.each([
  ['http://a.test:80/b', 'http://a.test/b'],
  ['http://a.test:8080/b', 'http://a.test:8080/b'],
  ['http://[::1]:80/b', 'http://[::1]/b'],
])('a forwarding proxy is asked for %s without the default port', async (url, target) => {
  const proxy = await startRaw([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')])
  const { request } = await answered(send({ url }, through('http', proxy.port)))
  expect(request.requestLine).toBe(`GET ${target} HTTP/1.1`)
})

test('a forwarding proxy that asks for a user gives a response', async () => {
  const proxy = await startProxy('http', true)
  const url = `http://127.0.0.1:${originPort}/`
  const { response } = await answered(send({ url }, through('http', proxy.port)))
  expect(response.statusCode).toBe(407)
})

describe('a hostile HTTP proxy', () => {
  const target = 'https://127.0.0.1:1/'
  const status = 'HTTP/1.1 200 OK'
  test.each([
    ['other words before its answer', `SSH-2.0-x\r\n${status}\r\n\r\n`, 'PROXY_NOT_HTTP'],
    ['half an answer', `${status}\r\nX-A: `, 'PROXY_CLOSED'],
    ['a status that is none', 'HTTP/1.1 20 OK\r\n\r\n', 'PROXY_NOT_HTTP'],
    ['another version', 'HTTP/2 200\r\n\r\n', 'PROXY_NOT_HTTP'],
    ['no end of headers', `${status}\r\n${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(70)}`, 'PROXY_NOT_HTTP'],
    ['a challenge again and again', 'HTTP/1.1 407 No\r\n\r\n', 'PROXY_CREDENTIALS_REJECTED'],
  ])('gives %s', async (_, answer, code) => {
    const server = await startRaw([Buffer.from(answer), endConnection])
    const { failure } = await failedSend(
      send({ url: target }, through('http', server.port, { username: 'ann', password: 'p' })),
    )
    expect(failure).toMatchObject({ kind: 'proxy', code })
  })
})

test('a SOCKS5 proxy that forbids the target is named', async () => {
  const proxy = await startSocksProxy({ reply: 2 })
  closing.push(proxy)
  const { failure } = await failedSend(send({ url: 'http://h.test:80/' }, through('socks5', proxy.port)))
  expect(failure).toMatchObject({ kind: 'proxy', code: 'PROXY_REFUSED' })
  expect(proxy.destinations).toEqual(['h.test:80'])
})

describe('trust', () => {
  async function startTarget(
    certificate: CertificateKind,
    clientCertificate: 'ignored' | 'required' = 'ignored',
  ) {
    const target: TlsServer = await startTlsServer({ certificate, clientCertificate, authority })
    closing.push(target)
    return target
  }

  function trusting(tls: Partial<TlsTrust>) {
    return { choosePath: async () => ({ proxy: null, tls: { ...directPath.tls, ...tls } }) }
  }

  test.each(['expired', 'selfSigned', 'wrongHost'] as const)(
    'a certificate that is %s is accepted if verification is off (HT9)',
    async certificate => {
      const target = await startTarget(certificate)
      await answered(send({ url: target.url }, trusting({ isVerified: false })))
    },
  )

  test('authorities are trusted in addition to the default ones', async () => {
    const target = await startTarget('valid')
    const other = createAuthority()
    const extraAuthorities = [other.certificatePem, authority.certificatePem]
    await answered(send({ url: target.url }, trusting({ extraAuthorities })))
  })

  test('a client certificate is presented, and one that cannot be used is named', async () => {
    const target = await startTarget('valid', 'required')
    const extraAuthorities = [authority.certificatePem]
    const { certificatePem: certificate, privateKeyPem: privateKey } = target.clientIdentity
    const clientCertificate = { type: 'pem', certificate, privateKey, passphrase: '' } as const
    const sent = send({ url: target.url }, trusting({ extraAuthorities, clientCertificate }))
    const { response } = await answered(sent)
    expect(JSON.parse(sent.bodies.bytesOf(response).toString())).toMatchObject({
      clientName: 'Testkit client',
    })
    const broken = { ...clientCertificate, privateKey: 'nonsense' }
    const { failure } = await failedSend(
      send({ url: target.url }, trusting({ extraAuthorities, clientCertificate: broken })),
    )
    expect(failure).toMatchObject({ kind: 'tls', code: 'CLIENT_CERTIFICATE_UNUSABLE' })
  })
})
