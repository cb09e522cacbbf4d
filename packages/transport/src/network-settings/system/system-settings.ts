import type { RequestTarget } from '@parley/engine'
import type { ProxyServer } from '../../connection/network-path.ts'
import { TransportError } from '../../transport-error.ts'
import { isBypassed } from '../is-bypassed.ts'

/** What a system's settings say of proxies. */
export interface SystemSettings {
  /** Where the file is that decides for each target; empty: none does. */
  readonly pacUrl: string
  /** By the scheme of the target; null: none of its own. */
  readonly http: ProxyServer | null
  readonly https: ProxyServer | null
  /** For targets of which no other holds. */
  readonly socks: ProxyServer | null
  /** As in Bypass. */
  readonly bypass: string
  /** The user wants the proxy found by WPAD, which we do not do (ADR 23); false where that is on by default. */
  readonly isDetected: boolean
}

/** Everything is reached directly. */
export const noSystemProxy: SystemSettings = {
  pacUrl: '',
  http: null,
  https: null,
  socks: null,
  bypass: '',
  isDetected: false,
}

/**
 * The proxy of the settings for a target, their PAC file aside; null: it is reached directly. Throws where it
 * would have to be detected.
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

/** Null where no host or no port is named. */
export function serverOf(
  type: ProxyServer['type'],
  host: string,
  port: number,
  user: { readonly username: string; readonly password: string } = { username: '', password: '' },
): ProxyServer | null {
  const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
  return host === '' || !isPort ? null : { type, host: host.replace(/^\[|\]$/g, ''), port, ...user }
}
