import type { RequestTarget } from '@parley/engine'
import type { MaxTlsVersion } from '@parley/model'

/** The way to a target: the proxy, the trusted authorities, and the client certificate. */
export interface NetworkPath {
  /** Null: a direct connection. */
  readonly proxy: ProxyServer | null
  readonly tls: TlsTrust
}

/** A proxy with its credentials (behaviour 5.4). */
export interface ProxyServer {
  readonly type: 'http' | 'https' | 'socks5' | 'socks4'
  /** IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** Empty: no credentials are sent. */
  readonly username: string
  readonly password: string
}

export interface TlsTrust {
  /** False: every certificate is accepted (Settings → Certificates → Disable SSL Verification). */
  readonly isVerified: boolean
  /**
   * True: the target's certificate is accepted because the user made an exception; a proxy's certificate is
   * still verified.
   */
  readonly isTargetExcepted: boolean
  /** The highest version of TLS that is offered; absent: that of Node. */
  readonly maxVersion?: MaxTlsVersion
  /** PEM certificates trusted in addition to the default authorities. */
  readonly extraAuthorities: readonly string[]
  /** The client certificate to present; null: none. */
  readonly clientCertificate: ClientIdentity | null
}

/** A client certificate with its key, as its files hold them. */
export type ClientIdentity =
  | {
      readonly type: 'pem'
      readonly certificate: string
      readonly privateKey: string
      readonly passphrase: string
    }
  | { readonly type: 'pkcs12'; readonly bytes: Uint8Array; readonly passphrase: string }

/**
 * Chooses the path to a target before each send, so that changed settings apply at once. Rejects with a
 * `TransportError` if there is no path, and never falls back to another one.
 */
export type NetworkPathChoice = (target: RequestTarget) => Promise<NetworkPath>

/** The path used when no settings apply. */
export const directPath: NetworkPath = {
  proxy: null,
  tls: { isVerified: true, isTargetExcepted: false, extraAuthorities: [], clientCertificate: null },
}

/** Returns the proxy's address for display, without user and password: `http://proxy.test:3128`. */
export function proxyText({ type, host, port }: ProxyServer): string {
  return `${type}://${hostAndPort({ host, port })}`
}

/** Returns `host:port`, with an IPv6 address in brackets. */
export function hostAndPort({ host, port }: Pick<ProxyServer, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Returns a key that is equal for paths that may share connections. It contains secrets and is only for
 * comparison.
 */
export function pathKey(path: NetworkPath): string {
  return path === directPath
    ? ''
    : JSON.stringify(path, (_, value) => (value instanceof Uint8Array ? [...value] : value))
}
