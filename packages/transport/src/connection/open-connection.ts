import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { RequestTarget } from '@parley/engine'
import { type ConnectionInfo, isLoopbackName, type SendStep } from '@parley/model'
import { openHttpTunnel } from '../proxy/http-tunnel.ts'
import { ProxyAsks, type ProxySignIn, signInFailure } from '../proxy/proxy-sign-in.ts'
import { openSocksTunnel } from '../proxy/socks-tunnel.ts'
import { startTimer } from '../start-timer.ts'
import { systemCode, TransportError } from '../transport-error.ts'
import { type AddressRule, isLinkLocal } from './address-rule.ts'
import { connectionInfo, tlsInfo } from './connection-info.ts'
import { hostAndPort, type NetworkPath, type ProxyServer, type TlsTrust } from './network-path.ts'
import { startTls, verify } from './start-tls.ts'

/** Looks up all addresses of a name, like `dns.lookup`. */
export type HostLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A connection that is ready for its first byte. */
export interface OpenConnection {
  readonly socket: Socket | TLSSocket
  /** The protocol that TLS negotiated (RFC 7301); null if none was negotiated. */
  readonly alpn: string | null
  /** Read when the connection opened, because a closed socket no longer knows its peer. */
  readonly info: ConnectionInfo
  readonly dnsMs: number | null
  readonly connectMs: number
  readonly tlsMs: number | null
  /** The proxy that forwards requests (RFC 9112 §3.2.2); null if the connection leads to the target or a tunnel. */
  readonly forwardedBy: ProxyServer | null
}

export interface ConnectOptions {
  readonly target: RequestTarget
  readonly path: NetworkPath
  /** Whether an HTTP proxy may forward requests instead of opening a tunnel; false for HTTP/2. */
  readonly mayForward: boolean
  /** The protocols to offer in the TLS handshake, the preferred one first (RFC 7301). */
  readonly protocols: readonly string[]
  /** 0: no limit. */
  readonly connectTimeoutMs: number
  readonly isRefused: AddressRule
  /** Whether link-local addresses are refused as targets. */
  readonly refusesLinkLocal: boolean
  /** Looks up the addresses of a name. */
  readonly lookUp: HostLookup
  readonly signIn: ProxySignIn
  /** Aborts the attempt, with its reason. */
  readonly signal: AbortSignal
  /** Called as each step begins. */
  onStep(step: SendStep): void
}

/**
 * Opens a connection: name → address → TCP → proxy → TLS, each step timed. IPv4 and IPv6 are tried in turn
 * (RFC 8305).
 */
export async function openConnection(options: ConnectOptions): Promise<OpenConnection> {
  const { target, signal } = options
  if (signal.aborted) throw signal.reason
  const refusal = refusalOf(options, target.host, target.port)
  if (refusal !== null) throw refusal
  const attempt = new AbortController()
  const onAbort = () => attempt.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const { proxy } = options.path
  const progress = { isBehindProxy: proxy === null }
  const stopTimer = startTimer(options.connectTimeoutMs, () =>
    attempt.abort(
      proxy === null || progress.isBehindProxy
        ? new TransportError('timeout', 'CONNECT_TIMEOUT')
        : new TransportError('proxy', 'PROXY_TIMEOUT', hostAndPort(proxy)),
    ),
  )
  try {
    return await signedIn(options, progress, attempt.signal)
  } finally {
    stopTimer()
    signal.removeEventListener('abort', onAbort)
  }
}

/** Connects again with an answer if the proxy asks for one that there is. */
async function signedIn(
  options: ConnectOptions,
  progress: { isBehindProxy: boolean },
  signal: AbortSignal,
): Promise<OpenConnection> {
  const { signIn, path } = options
  for (let answers = 0; ; answers += 1)
    try {
      return await connectToTarget(options, progress, signal)
    } catch (error) {
      if (!(error instanceof ProxyAsks) || path.proxy === null) throw error
      if (!(await signIn.accepts(path.proxy, error.fields, answers)))
        throw signInFailure(path.proxy, error.fields)
    }
}

async function connectToTarget(
  options: ConnectOptions,
  progress: { isBehindProxy: boolean },
  signal: AbortSignal,
): Promise<OpenConnection> {
  const { target, path, onStep } = options
  const { proxy } = path
  const tcp = await connectTcp(options, signal)
  const sockets: Socket[] = [tcp.socket]
  try {
    const tunnel = proxy === null ? null : await enterProxy(tcp.socket, proxy, options, signal)
    progress.isBehindProxy = true
    const socket = tunnel?.socket ?? tcp.socket
    sockets.push(socket)
    const connectedAt = performance.now()
    const opened = {
      dnsMs: tcp.dnsMs,
      connectMs: connectedAt - tcp.lookedUpAt,
      forwardedBy: tunnel?.isForwarding ? proxy : null,
    }
    if (target.scheme === 'http')
      return { socket, alpn: null, info: connectionInfo(tcp.socket, proxy), tlsMs: null, ...opened }
    onStep('tls')
    const secured = startTls(socket, { ...target, protocols: options.protocols }, path.tls)
    sockets.push(secured)
    await untilReady(secured, 'secureConnect', signal)
    const info = { ...connectionInfo(tcp.socket, proxy), tls: tlsInfo(secured) }
    if (!path.tls.isTargetExcepted) verify(secured, path.tls, info)
    const tlsMs = performance.now() - connectedAt
    return { socket: secured, alpn: secured.alpnProtocol || null, info, tlsMs, ...opened }
  } catch (error) {
    for (const socket of sockets.reverse()) socket.destroy()
    throw error
  }
}

interface TcpConnection {
  readonly socket: Socket
  readonly dnsMs: number | null
  /** When the address was known, by `performance.now()`; the start of connecting if nothing was looked up. */
  readonly lookedUpAt: number
}

/** Connects to the proxy if there is one, otherwise to the target. */
async function connectTcp(options: ConnectOptions, signal: AbortSignal): Promise<TcpConnection> {
  const { path, target, onStep } = options
  const { host, port } = path.proxy ?? target
  const startedAt = performance.now()
  let lookedUpAt: number | null = null
  onStep(isIP(host) === 0 ? 'dns' : 'connect')
  const refused: { error: TransportError | null } = { error: null }
  const socket = connect({
    host,
    port,
    noDelay: true,
    autoSelectFamily: true,
    lookup: guardedLookup(options, port, refused, () => {
      lookedUpAt = performance.now()
      onStep('connect')
    }),
  })
  try {
    await untilReady(socket, 'connect', signal)
    const refusal = refusalOf(options, socket.remoteAddress ?? '', port)
    if (refusal !== null) throw refusal
  } catch (error) {
    socket.destroy()
    if (refused.error !== null) throw refused.error
    throw path.proxy === null || error instanceof TransportError ? error : proxyUnreachable(path.proxy, error)
  }
  const dnsMs = lookedUpAt === null ? null : lookedUpAt - startedAt
  return { socket, dnsMs, lookedUpAt: lookedUpAt ?? startedAt }
}

/** The way through a proxy: a tunnel, or forwarded requests. */
interface EnteredProxy {
  readonly socket: Socket
  readonly isForwarding: boolean
}

async function enterProxy(
  tcpSocket: Socket,
  proxy: ProxyServer,
  { target, path, mayForward, signIn }: ConnectOptions,
  signal: AbortSignal,
): Promise<EnteredProxy> {
  const { host, port } = target
  if (proxy.type === 'socks5' || proxy.type === 'socks4') {
    await openSocksTunnel(tcpSocket, proxy, { host, port }, signal)
    return { socket: tcpSocket, isForwarding: false }
  }
  const socket = proxy.type === 'https' ? await secureProxy(tcpSocket, proxy, path.tls, signal) : tcpSocket
  if (target.scheme === 'http' && mayForward) return { socket, isForwarding: true }
  const authority = hostAndPort({ host, port })
  const authorization = await signIn.authorization(proxy, { method: 'CONNECT', requestTarget: authority })
  await openHttpTunnel(socket, proxy, authority, authorization, signal)
  return { socket, isForwarding: false }
}

async function secureProxy(
  socket: Socket,
  proxy: ProxyServer,
  tls: TlsTrust,
  signal: AbortSignal,
): Promise<TLSSocket> {
  // The client certificate is for the target, not for the proxy.
  const secured = startTls(socket, { ...proxy, protocols: ['http/1.1'] }, { ...tls, clientCertificate: null })
  try {
    await untilReady(secured, 'secureConnect', signal)
    verify(secured, tls, null)
    return secured
  } catch (error) {
    secured.destroy()
    if (error instanceof TransportError && error.kind !== 'tls') throw error
    throw new TransportError('proxy', 'PROXY_TLS_FAILED', `${hostAndPort(proxy)} (${codeOf(error)})`)
  }
}

function proxyUnreachable(proxy: ProxyServer, error: unknown): TransportError {
  return new TransportError('proxy', 'PROXY_UNREACHABLE', `${hostAndPort(proxy)} (${codeOf(error)})`)
}

function codeOf(error: unknown): string {
  return error instanceof TransportError ? error.code : (systemCode(error) ?? 'ECONNRESET')
}

/** Returns the reason to refuse an address, or null if it is allowed. A proxy may have any address. */
function refusalOf(
  { isRefused, refusesLinkLocal, path, target }: ConnectOptions,
  address: string,
  port: number,
): TransportError | null {
  if (isRefused(address, port)) return new TransportError('refused', 'OWN_ADDRESS')
  const isOfTarget = path.proxy === null || address === target.host
  return refusesLinkLocal && isOfTarget && isLinkLocal(address)
    ? new TransportError('refused', 'LINK_LOCAL_ADDRESS')
    : null
}

/** The addresses of every name of the loopback, in the order of RFC 6724; the system's resolver is not asked. */
const loopbackAddresses: readonly LookupAddress[] = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
]

const lookUpLoopback: HostLookup = (_hostname, _options, callback) => callback(null, [...loopbackAddresses])

/** Looks up a name and removes the addresses that must not be reached, before any connection is tried. */
function guardedLookup(
  options: ConnectOptions,
  port: number,
  refused: { error: TransportError | null },
  onLookedUp: () => void,
): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    const lookUp = isLoopbackName(hostname) ? lookUpLoopback : options.lookUp
    lookUp(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      onLookedUp()
      const allowed = addresses.filter(one => refusalOf(options, one.address, port) === null)
      const [first] = addresses
      if (allowed.length === 0 && first !== undefined) {
        refused.error = refusalOf(options, first.address, port)
        return callback(refused.error, [])
      }
      if (lookupOptions.all) return callback(null, allowed)
      callback(null, allowed[0]?.address ?? '', allowed[0]?.family)
    })
  }
}

/** Waits for an event. Rejects if the socket ends first, or with the signal's reason. */
function untilReady(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => settle(() => reject(signal.reason))
    const onEvent = () => settle(resolve)
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () =>
      settle(() => reject(new TransportError(event === 'connect' ? 'connect' : 'tls', 'ECONNRESET')))
    const settle = (outcome: () => void) => {
      signal.removeEventListener('abort', onAbort)
      socket.off(event, onEvent).off('error', onError).off('close', onClose)
      // A late error of an abandoned socket must not end the process.
      socket.on('error', () => {})
      outcome()
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once(event, onEvent).once('error', onError).once('close', onClose)
  })
}
