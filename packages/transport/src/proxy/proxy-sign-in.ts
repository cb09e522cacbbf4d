import { randomBytes } from 'node:crypto'
import { type Challenge, digestCredentials, parseChallenges } from '@parley/engine'
import type { HeaderField } from '@parley/model'
import { hostAndPort, type ProxyServer } from '../connection/network-path.ts'
import { TransportError } from '../transport-error.ts'

/** A proxy answered 407 (RFC 9110 §15.5.8). It never leaves this package. */
export class ProxyAsks extends Error {
  readonly fields: readonly HeaderField[]

  constructor(fields: readonly HeaderField[]) {
    super('The proxy asks for credentials')
    this.fields = fields
  }
}

/** A challenge of a proxy, and how often it was answered. */
interface AnsweredChallenge {
  readonly parameters: ReadonlyMap<string, string>
  readonly nonceCount: number
  readonly cnonce: string
}

/** The line of a request that Digest signs. */
interface SignedRequest {
  readonly method: string
  /** As in the request line: `host:port` of CONNECT, otherwise the whole URI. */
  readonly requestTarget: string
}

/** Signs in at proxies with Basic (RFC 7617), or with Digest (RFC 7616) once a proxy has asked for it. */
export class ProxySignIn {
  readonly #challenges = new Map<string, AnsweredChallenge>()

  /** Returns the value of `Proxy-Authorization`; null if the proxy has no credentials. */
  async authorization(proxy: ProxyServer, request: SignedRequest): Promise<string | null> {
    if (!hasUser(proxy)) return null
    const key = keyOf(proxy)
    const known = this.#challenges.get(key)
    if (known === undefined) return basicOf(proxy)
    // Stored at once, because another request may begin before this one is answered.
    const challenge = { ...known, nonceCount: known.nonceCount + 1 }
    this.#challenges.set(key, challenge)
    return (await digestOf(proxy, request, challenge)) ?? basicOf(proxy)
  }

  /**
   * Takes the challenge of a proxy. Returns whether the request may be sent again with an answer to it.
   * @param earlierAnswers - how many challenges were answered for the request
   */
  async accepts(
    proxy: ProxyServer,
    fields: readonly HeaderField[],
    earlierAnswers: number,
  ): Promise<boolean> {
    if (!hasUser(proxy)) return false
    const offered = challengesOf(fields).filter(({ scheme }) => scheme === 'digest')
    // The same challenge again means that user or password are wrong; a stale nonce does not.
    const isStale = offered.some(({ parameters }) => parameters.get('stale')?.toLowerCase() === 'true')
    if (earlierAnswers > (isStale ? 1 : 0)) return false
    for (const { parameters } of offered.slice(0, mostChallenges)) {
      const challenge = { parameters, nonceCount: 0, cnonce: randomBytes(16).toString('hex') }
      const probe = { method: 'CONNECT', requestTarget: '' }
      if ((await digestOf(proxy, probe, { ...challenge, nonceCount: 1 })) === null) continue
      this.#challenges.set(keyOf(proxy), challenge)
      return true
    }
    return false
  }
}

/** Proxies offer one challenge for each algorithm (RFC 7616 §3.7), of which there are six. */
const mostChallenges = 20

/** Returns why a proxy that answered 407 lets nothing through. */
export function signInFailure(proxy: ProxyServer, fields: readonly HeaderField[]): TransportError {
  const address = hostAndPort(proxy)
  const schemes = [...new Set(challengesOf(fields).map(({ scheme }) => scheme))]
  const isSupported = schemes.length === 0 || schemes.some(scheme => supported.has(scheme))
  if (!isSupported)
    return unsupportedSignIn(address, schemes.map(scheme => names[scheme] ?? scheme).join(' or '))
  return new TransportError(
    'proxy',
    hasUser(proxy) ? 'PROXY_CREDENTIALS_REJECTED' : 'PROXY_AUTHENTICATION_REQUIRED',
    address,
  )
}

/** Returns the failure for a proxy that wants another way to sign in than Parley has. */
export function unsupportedSignIn(address: string, wanted: string): TransportError {
  return new TransportError('proxy', 'PROXY_SIGN_IN_NOT_SUPPORTED', `${address} asks for ${wanted}`)
}

const supported: ReadonlySet<string> = new Set(['basic', 'digest'])
const names: Readonly<Record<string, string>> = {
  ntlm: 'NTLM',
  negotiate: 'Negotiate',
  kerberos: 'Kerberos',
  bearer: 'Bearer',
}

function challengesOf(fields: readonly HeaderField[]): readonly Challenge[] {
  return parseChallenges(fields, 'proxy-authenticate')
}

/** Whether credentials are sent to a proxy. */
export function hasUser({ username, password }: ProxyServer): boolean {
  return username !== '' || password !== ''
}

function basicOf({ username, password }: ProxyServer): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`
}

async function digestOf(
  { username, password }: ProxyServer,
  { method, requestTarget }: SignedRequest,
  { parameters, nonceCount, cnonce }: AnsweredChallenge,
): Promise<string | null> {
  const request = {
    method,
    pathAndQuery: requestTarget,
    content: null,
    username,
    password,
    cnonce,
    nonceCount,
  }
  return (await digestCredentials(parameters, request))?.value ?? null
}

function keyOf({ type, host, port, username, password }: ProxyServer): string {
  return JSON.stringify([type, host.toLowerCase(), port, username, password])
}
