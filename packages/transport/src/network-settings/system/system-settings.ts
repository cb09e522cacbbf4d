import type { RequestTarget } from '@parley/engine'
import type { ProxyServer } from '../../connection/network-path.ts'
import { TransportError } from '../../transport-error.ts'
import { isBypassed } from '../is-bypassed.ts'

/** The proxy settings of an operating system. */
export interface SystemSettings {
  /** The address of the PAC file; empty: none. */
  readonly pacUrl: string
  /** The proxy for targets of this scheme; null: none. */
  readonly http: ProxyServer | null
  readonly https: ProxyServer | null
  /** The proxy for targets without one of their own. */
  readonly socks: ProxyServer | null
  /** The hosts reached directly, in the format of Bypass. */
  readonly bypass: string
  /**
   * Whether the user wants WPAD detection, which Parley does not support (ADR 23); false on systems where it
   * is on by default.
   */
  readonly isDetected: boolean
}

/** Settings that reach everything directly. */
export const noSystemProxy: SystemSettings = {
  pacUrl: '',
  http: null,
  https: null,
  socks: null,
  bypass: '',
  isDetected: false,
}

/**
 * Returns the proxy of the settings for a target, ignoring their PAC file; null: a direct connection. Throws
 * if the proxy would have to be detected.
 */
export function systemServerFor(
  { http, https, socks, bypass, isDetected }: SystemSettings,
  target: Pick<RequestTarget, 'scheme' | 'host' | 'port'>,
): ProxyServer | null {
  if (isBypassed(bypass, target)) return null
  const server = (target.scheme === 'https' ? https : http) ?? socks
  if (server === null && isDetected) throw new TransportError('proxy', 'PROXY_NOT_DETECTED')
  return server
}

/** Returns null if the host or the port is missing. */
export function serverOf(
  type: ProxyServer['type'],
  host: string,
  port: number,
  user: { readonly username: string; readonly password: string } = { username: '', password: '' },
): ProxyServer | null {
  const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
  return host === '' || !isPort ? null : { type, host: host.replace(/^\[|\]$/g, ''), port, ...user }
}
