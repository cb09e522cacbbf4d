import type { RequestTarget } from '@parley/engine'
import type { ProxyServer } from '../connection/network-path.ts'
import { isBypassed } from './is-bypassed.ts'
import { readProxyUrl } from './read-proxy-url.ts'

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>

/** The proxy settings of the environment for a target. */
export interface EnvironmentProxy {
  /** Whether the environment has a setting for targets of this scheme. */
  readonly isSet: boolean
  /** Null: a direct connection. */
  readonly proxy: ProxyServer | null
}

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, also in lower case, as curl does: upper-case
 * `HTTP_PROXY` is ignored in a process that serves the requests of others (`REQUEST_METHOD`).
 */
export function proxyOfEnvironment(
  environment: ProcessEnvironment,
  target: Pick<RequestTarget, 'scheme' | 'host' | 'port'>,
): EnvironmentProxy {
  const text = proxyText(environment, target.scheme)
  if (text === '') return { isSet: false, proxy: null }
  const bypass = environment.no_proxy ?? environment.NO_PROXY ?? ''
  const withSubdomains = bypass
    .split(',')
    .flatMap(entry => (/^[a-z0-9]/i.test(entry.trim()) ? [entry, `.${entry.trim()}`] : [entry]))
    .join(',')
  return { isSet: true, proxy: isBypassed(withSubdomains, target) ? null : readProxyUrl(text) }
}

function proxyText(environment: ProcessEnvironment, scheme: RequestTarget['scheme']): string {
  const all = environment.all_proxy || environment.ALL_PROXY || ''
  if (scheme === 'https') return environment.https_proxy || environment.HTTPS_PROXY || all
  const capitals = environment.REQUEST_METHOD === undefined ? environment.HTTP_PROXY : undefined
  return environment.http_proxy || capitals || all
}
