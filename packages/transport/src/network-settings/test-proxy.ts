import { lookup } from 'node:dns'
import type { RequestTarget } from '@parley/engine'
import { failed, ok, type ProxySettings, type Result, type SendFailure } from '@parley/model'
import { type ProxyServer, proxyText, type TlsTrust } from '../connection/network-path.ts'
import { openConnection } from '../connection/open-connection.ts'
import { ProxySignIn } from '../proxy/proxy-sign-in.ts'
import { failureOf, TransportError } from '../transport-error.ts'
import { proxyOfSettings, type SystemProxy } from './path-of-settings.ts'

/** A name that never resolves (RFC 6761 §6.4): a request for it reaches the proxy and nothing behind it. */
const host = 'parley.invalid'
const targetAt = (scheme: 'http' | 'https', port: number): RequestTarget => ({
  scheme,
  host,
  port,
  pathAndQuery: '/',
  targetUri: `${scheme}://${host}/`,
  address: `${host}:${port}`,
})
/** A system may have a proxy for one scheme only. */
const targets = [targetAt('https', 443), targetAt('http', 80)] as const
const limitMs = 10_000
/** Failures which show that the proxy understood the request and accepted the user. */
const answers = new Set(['PROXY_CANNOT_REACH', 'PROXY_REFUSED'])

/** What was tested: all proxies that the settings name have responded. */
export interface TestedProxies {
  /** The proxy for URLs of each scheme; null: they are sent directly. */
  readonly https: string | null
  readonly http: string | null
  readonly elapsedMs: number
}

/** Tests a proxy with a request for a name that does not exist (behaviour 5.4, Test Connection). */
export async function testProxy(
  settings: ProxySettings,
  password: string,
  { systemProxy, trust }: { readonly systemProxy: SystemProxy; trust(): Promise<TlsTrust> },
  signal: AbortSignal,
): Promise<Result<TestedProxies, SendFailure>> {
  const startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  const tested = new Map<string, string | null>()
  for (const target of targets)
    try {
      const used = { ...settings, enabled: true, bypass: '' }
      const proxy = await proxyOfSettings(used, password, target, systemProxy)
      const text = proxy === null ? null : proxyText(proxy)
      if (proxy !== null && ![...tested.values()].includes(text))
        await ask(target, proxy, await trust(), signal)
      tested.set(target.scheme, text)
    } catch (error) {
      return failed(failureOf(error, { step: 'connect', address: target.address, elapsedMs: elapsedMs() }))
    }
  return ok({ https: tested.get('https') ?? null, http: tested.get('http') ?? null, elapsedMs: elapsedMs() })
}

async function ask(
  target: RequestTarget,
  proxy: ProxyServer,
  tls: TlsTrust,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { socket } = await openConnection({
      target,
      path: { proxy, tls },
      mayForward: false,
      protocols: ['http/1.1'],
      connectTimeoutMs: limitMs,
      isRefused: () => false,
      refusesLinkLocal: false,
      lookUp: lookup,
      signIn: new ProxySignIn(),
      signal,
      onStep: () => {},
    })
    socket.destroy()
  } catch (error) {
    const isAnswer = error instanceof TransportError && (answers.has(error.code) || error.kind === 'tls')
    if (!isAnswer) throw error
  }
}
