import type { RequestTarget } from '@parley/engine'

/** How a target is reached: through which proxy, and what is trusted and shown over TLS. */
export interface NetworkPath {
  /** Null: directly. */
  readonly proxy: ProxyServer | null
  readonly tls: TlsTrust
}

/** A proxy with what it wants to know of its user (spec 5.4). */
export interface ProxyServer {
  readonly type: 'http' | 'https' | 'socks5'
  /** IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** Empty: it is not told who asks. */
  readonly username: string
  readonly password: string
}

export interface TlsTrust {
  /** False: whoever answers is believed (Settings → Certificates, Disable SSL Verification). */
  readonly isVerified: boolean
  /** True: the target is believed all the same, by an exception of the user; a proxy on the way is not. */
  readonly isTargetExcepted: boolean
  /** Trusted besides the default ones, PEM. */
  readonly extraAuthorities: readonly string[]
  /** What the client shows of itself; null: nothing. */
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
 * Chooses the path to a target, anew for each send, so that changed settings apply at once. Rejects with a
 * `TransportError` where there is no way: never falls back to another one.
 */
export type NetworkPathChoice = (target: RequestTarget) => Promise<NetworkPath>

/** The path where no settings say otherwise. */
export const directPath: NetworkPath = {
  proxy: null,
  tls: { isVerified: true, isTargetExcepted: false, extraAuthorities: [], clientCertificate: null },
}

/** `http://proxy.test:3128`, for people: without user and password. */
export function proxyText({ type, host, port }: ProxyServer): string {
  return `${type}://${hostAndPort({ host, port })}`
}

/** `host:port`, an IPv6 address in brackets. */
export function hostAndPort({ host, port }: Pick<ProxyServer, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Equal for paths whose connections may serve for each other. Holds secrets: for comparing alone. */
export function pathKey(path: NetworkPath): string {
  return path === directPath
    ? ''
    : JSON.stringify(path, (_, value) => (value instanceof Uint8Array ? [...value] : value))
}
