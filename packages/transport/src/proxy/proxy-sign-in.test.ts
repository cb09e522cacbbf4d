import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { describeNotice, describeSendFailure } from '@parley/model'
import { type HttpProxy, startHttpProxy, startTlsServer, type TlsServer } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { directPath } from '../connection/network-path.ts'
import {
  answered,
  bytesPart,
  closeKeptConnections,
  failedSend,
  fields,
  sharedTransport,
} from '../transport-fixture.testkit.ts'

let secure: TlsServer
let plain: Server
const atPlain: string[] = []
const closing: { close(): unknown }[] = []
const right = { username: 'ada', password: 'p"w:é' }
const none = { username: '', password: '' }

beforeAll(async () => {
  secure = await startTlsServer({ certificate: 'valid' })
  plain = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    atPlain.push(`${request.method} ${Buffer.concat(pieces)}`)
    response.end('through')
  })
  await new Promise<void>(resolve => plain.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await secure.close()
  plain.close()
})

afterEach(async () => {
  closeKeptConnections()
  plain.closeAllConnections()
  atPlain.length = 0
  for (const one of closing.splice(0)) await one.close()
})

type Hash = 'md5' | 'sha256'
const hashed = (hash: Hash, ...parts: readonly string[]) =>
  createHash(hash).update(parts.join(':')).digest('hex')

/** Whether a request answers a challenge for Digest with the right password; the count must rise for each nonce. */
function digestCheck(hash: Hash, counts: Map<string, number> = new Map()) {
  return ({ method = '', url = '', headers }: IncomingMessage, nonce: string): boolean => {
    const value = headers['proxy-authorization'] ?? ''
    const of = (name: string) =>
      new RegExp(`\\b${name}="?((?:[^",\\\\]|\\\\.)*)`).exec(value)?.[1]?.replace(/\\\\(.)/g, '$1') ?? ''
    const count = Number.parseInt(of('nc'), 16)
    const secret = hashed(hash, right.username, 'squid', right.password)
    const line = hashed(hash, method, url)
    const expected = hashed(hash, secret, nonce, of('nc'), of('cnonce'), 'auth', line)
    const isRight = of('response') === expected && of('uri') === url && count > (counts.get(nonce) ?? 0)
    if (isRight) counts.set(nonce, count)
    return isRight
  }
}

const algorithms: Readonly<Record<Hash, string>> = { md5: 'MD5', sha256: 'SHA-256' }
const challengeOf = (hash: Hash, nonce: string, more = '') =>
  `Digest realm="squid", nonce="${nonce}", qop="auth", algorithm=${algorithms[hash]}${more}`

async function start(challenge: (request: IncomingMessage) => readonly string[] | null): Promise<HttpProxy> {
  const proxy = await startHttpProxy({ challenge })
  closing.push(proxy)
  return proxy
}

/** The ways through a proxy: a tunnel to a server with TLS, and a request that the proxy forwards. */
const ways = {
  tunnel: () => secure.url,
  forwarded: () => {
    const address = plain.address()
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/a?b=c`
  },
}

function sender(port: number, user: { readonly username: string; readonly password: string }) {
  const proxy = { type: 'http', host: '127.0.0.1', port, ...user } as const
  const tls = { ...directPath.tls, extraAuthorities: [secure.authorityCertificatePem] }
  return sharedTransport({ choosePath: async () => ({ proxy, tls }) })
}

describe.each(Object.entries(ways))('through a proxy with Digest, by a way that is %s', (way, urlOf) => {
  test.each(['md5', 'sha256'] as const)('the right password is accepted (%s)', async hash => {
    const isRight = digestCheck(hash)
    const proxy = await start(request =>
      isRight(request, 'n1') ? null : ['Basic realm="x"', challengeOf(hash, 'n1')],
    )
    const { send, transport } = sender(proxy.port, right)
    const close = fields(['Host', 'h'], ['Connection', 'close'])
    for (const count of [2, 3]) {
      expect((await answered(send({ url: urlOf(), headers: close }))).response.statusCode).toBe(200)
      // The nonce of the first one is used again.
      expect(proxy.requestLines).toHaveLength(count)
    }
    transport.close()
  })

  test('a stale nonce is replaced', async () => {
    const isRight = digestCheck('md5')
    let nonce = 'old'
    const proxy = await start(request => {
      if (isRight(request, nonce)) return null
      const isStale = nonce === 'new'
      return [challengeOf('md5', nonce, isStale ? ', stale=true' : '')]
    })
    const { send, transport } = sender(proxy.port, right)
    const headers = fields(['Host', 'h'], ['Connection', 'close'])
    await answered(send({ url: urlOf(), headers }))
    nonce = 'new'
    expect((await answered(send({ url: urlOf(), headers }))).response.statusCode).toBe(200)
    transport.close()
  })

  test('content arrives once', async () => {
    const isRight = digestCheck('md5')
    const proxy = await start(request => (isRight(request, 'n') ? null : [challengeOf('md5', 'n')]))
    const { send, transport } = sender(proxy.port, right)
    const headers = fields(['Host', 'h'], ['Content-Length', '7'])
    const content = [bytesPart('content')]
    const { response } = await answered(send({ url: urlOf(), method: 'POST', headers, content }))
    expect(response.statusCode).toBe(200)
    if (way === 'forwarded') expect(atPlain).toEqual(['POST content'])
    transport.close()
  })
})

test('content is sent again over another connection, as squid reads no more of one with content that it refused', async () => {
  const isRight = digestCheck('md5')
  const ports: (number | undefined)[] = []
  const proxy = await start(request => {
    ports.push(request.socket.remotePort)
    return isRight(request, 'n') ? null : [challengeOf('md5', 'n')]
  })
  const { send, transport } = sender(proxy.port, right)
  const headers = fields(['Host', 'h'], ['Content-Length', '7'])
  const message = { url: ways.forwarded(), method: 'POST', headers, content: [bytesPart('content')] }
  expect((await answered(send(message))).response.statusCode).toBe(200)
  expect(new Set(ports).size).toBe(2)
  transport.close()
})

/** What a proxy asks for, what Parley has, and what it says. */
const refusals: readonly (readonly [
  what: string,
  challenges: readonly string[],
  user: { readonly username: string; readonly password: string },
  code: string,
  words: RegExp,
  tries: number,
])[] = [
  [
    'Basic, nothing given',
    ['Basic realm="x"'],
    none,
    'PROXY_AUTHENTICATION_REQUIRED',
    /asks for a username/,
    1,
  ],
  ['Basic, a wrong password', ['Basic realm="x"'], right, 'PROXY_CREDENTIALS_REJECTED', /rejected this/, 1],
  [
    'Digest, nothing given',
    [challengeOf('md5', 'n')],
    none,
    'PROXY_AUTHENTICATION_REQUIRED',
    /asks for a user/,
    1,
  ],
  [
    'Digest, a wrong password',
    [challengeOf('md5', 'n')],
    right,
    'PROXY_CREDENTIALS_REJECTED',
    /rejected this/,
    2,
  ],
  ['nothing named, nothing given', [], none, 'PROXY_AUTHENTICATION_REQUIRED', /asks for a username/, 1],
  ['NTLM', ['NTLM'], right, 'PROXY_SIGN_IN_NOT_SUPPORTED', /asks for NTLM, which Parley does not support/, 1],
  [
    'both, nothing given',
    ['Negotiate', 'NTLM'],
    none,
    'PROXY_SIGN_IN_NOT_SUPPORTED',
    /Negotiate or NTLM,/,
    1,
  ],
  [
    'NTLM beside Basic',
    ['NTLM', 'Basic realm="x"'],
    none,
    'PROXY_AUTHENTICATION_REQUIRED',
    /asks for a user/,
    1,
  ],
]

describe.each(Object.entries(ways))('a refusal of a proxy is named, by a way that is %s', (way, urlOf) => {
  test.each(refusals)('%s', async (_what, challenges, user, code, words, tries) => {
    const proxy = await start(() => challenges)
    const { send, transport } = sender(proxy.port, user)
    const sent = send({ url: urlOf() })
    if (way === 'tunnel') {
      const { failure } = await failedSend(sent)
      expect(failure).toMatchObject({ kind: 'proxy', code })
      expect(describeSendFailure(failure).sentence).toMatch(words)
    } else {
      const { response, notices } = await answered(sent)
      expect(response.statusCode).toBe(407)
      expect(notices.map(describeNotice)).toEqual([expect.stringMatching(words)])
    }
    expect(proxy.requestLines).toHaveLength(tries)
    transport.close()
  })
})
