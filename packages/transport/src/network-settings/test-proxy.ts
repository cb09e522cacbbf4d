import { lookup } from 'node:dns'
import type { RequestTarget } from '@parley/engine'
import { failed, ok, type ProxySettings, type Result, type SendFailure } from '@parley/model'
import { type ProxyServer, proxyText, type TlsTrust } from '../connection/network-path.ts'
import { openConnection } from '../connection/open-connection.ts'
import { failureOf, TransportError } from '../transport-error.ts'
import { proxyOfSettings, type SystemProxy } from './path-of-settings.ts'

/** A name that never resolves (RFC 6761 §6.4): a request for it reaches the proxy and nothing behind it. */
const target: RequestTarget = {
  scheme: 'https',
  host: 'parley.invalid',
  port: 443,
  pathAndQuery: '/',
  targetUri: 'https://parley.invalid/',
  address: 'parley.invalid:443',
}
const limitMs = 10_000
/** Failures which show that the proxy understood the request and accepted the user. */
const answers = new Set(['PROXY_CANNOT_REACH', 'PROXY_REFUSED'])

/** A proxy that responded; `proxy` is null if the system uses a direct connection. */
export interface TestedProxy {
  readonly proxy: string | null
  readonly elapsedMs: number
}

/** Tests a proxy with a request for a name that does not exist (spec 5.4, Test Connection). */
export async function testProxy(
  settings: ProxySettings,
  password: string,
  { systemProxy, trust }: { readonly systemProxy: SystemProxy; trust(): Promise<TlsTrust> },
  signal: AbortSignal,
): Promise<Result<TestedProxy, SendFailure>> {
  const startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  try {
    const proxy = await proxyOfSettings(
      { ...settings, enabled: true, bypass: '' },
      password,
      target,
      systemProxy,
    )
    if (proxy !== null) await ask(proxy, await trust(), signal)
    return ok({ proxy: proxy === null ? null : proxyText(proxy), elapsedMs: elapsedMs() })
  } catch (error) {
    return failed(failureOf(error, { step: 'connect', address: target.address, elapsedMs: elapsedMs() }))
  }
}

async function ask(proxy: ProxyServer, tls: TlsTrust, signal: AbortSignal): Promise<void> {
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
      signal,
      onStep: () => {},
    })
    socket.destroy()
  } catch (error) {
    const isAnswer = error instanceof TransportError && (answers.has(error.code) || error.kind === 'tls')
    if (!isAnswer) throw error
  }
}
