import type { RequestTarget } from '@parley/engine'
import type { CertificateSettings, ProxySettings } from '@parley/model'
import type { NetworkPathChoice, ProxyServer } from '../connection/network-path.ts'
import { TransportError } from '../transport-error.ts'
import { isBypassed } from './is-bypassed.ts'
import { type CertificatePorts, trustOf, trustOfProxy } from './trust-of-settings.ts'

/** Finds the system's proxy for a target; null: none. */
export type SystemProxy = (target: RequestTarget) => Promise<ProxyServer | null>

export interface NetworkSettings {
  readonly proxy: ProxySettings
  /** The proxy's password, kept for this session only (behaviour 5.4). */
  readonly proxyPassword: string
  readonly certificates: CertificateSettings
}

export interface PathOfSettingsPorts extends CertificatePorts {
  /** Returns the current settings. */
  settings(): NetworkSettings
  readonly systemProxy: SystemProxy
}

/** Chooses paths according to Settings → Proxy and Settings → Certificates (behaviour 5.4). */
export function pathOfSettings(ports: PathOfSettingsPorts): NetworkPathChoice {
  return async target => {
    const { proxy, proxyPassword, certificates } = ports.settings()
    const route = await proxyOfSettings(proxy, proxyPassword, target, ports.systemProxy)
    const isOnlyProxySecure = target.scheme === 'http' && route?.type === 'https'
    const tls = await (isOnlyProxySecure
      ? trustOfProxy(certificates, ports)
      : trustOf(certificates, target, ports))
    return { proxy: route, tls }
  }
}

/**
 * Returns the proxy for a target, or null for a direct connection. Rejects if the settings do not name one.
 */
export async function proxyOfSettings(
  { enabled, type, host, port, username, bypass }: ProxySettings,
  password: string,
  target: RequestTarget,
  systemProxy: SystemProxy,
): Promise<ProxyServer | null> {
  if (!enabled || isBypassed(bypass, target)) return null
  if (type === 'system') return systemProxy(target)
  if (host.trim() === '' || port === null) throw new TransportError('proxy', 'PROXY_NOT_CONFIGURED')
  return { type, host: host.trim().replace(/^\[|\]$/g, ''), port, username, password }
}
