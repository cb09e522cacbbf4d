import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { RequestTarget } from '@parley/engine'
import type { ConnectionInfo, SendStep } from '@parley/model'
import { startTimer } from '../start-timer.ts'
import { TransportError } from '../transport-error.ts'
import type { AddressRule } from './address-rule.ts'
import { connectionInfo } from './connection-info.ts'

/** All addresses of a name, as `dns.lookup` gives them. */
export type HostLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A connection that is ready for its first byte. */
export interface OpenConnection {
  readonly socket: Socket | TLSSocket
  /** The protocol that TLS agreed on (RFC 7301); null where there was no such agreement. */
  readonly alpn: string | null
  /** Taken now: a closed socket no longer knows its peer. */
  readonly info: ConnectionInfo
  readonly dnsMs: number | null
  readonly connectMs: number
  readonly tlsMs: number | null
}

export interface ConnectOptions {
  readonly target: RequestTarget
  /** To offer in the TLS handshake, the preferred one first (RFC 7301). */
  readonly protocols: readonly string[]
  /** 0 means none. */
  readonly connectTimeoutMs: number
  readonly isRefused: AddressRule
  /** Finds the addresses of a name. */
  readonly lookUp: HostLookup
  /** Extra certificate authorities, PEM. */
  readonly certificateAuthorities: readonly string[]
  /** Ends the attempt, with its reason. */
  readonly signal: AbortSignal
  /** Told of each step as it begins. */
  onStep(step: SendStep): void
}

/** Name → address → TCP → TLS, each step timed; IPv4 and IPv6 are tried in turn (RFC 8305). */
export async function openConnection(options: ConnectOptions): Promise<OpenConnection> {
  const { target, signal } = options
  if (signal.aborted) throw signal.reason
  if (options.isRefused(target.host, target.port)) throw ownAddress()
  const attempt = new AbortController()
  const onAbort = () => attempt.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const stopTimer = startTimer(options.connectTimeoutMs, () =>
    attempt.abort(new TransportError('timeout', 'CONNECT_TIMEOUT')),
  )
  try {
    return await connectToTarget(options, attempt.signal)
  } finally {
    stopTimer()
    signal.removeEventListener('abort', onAbort)
  }
}

async function connectToTarget(options: ConnectOptions, signal: AbortSignal): Promise<OpenConnection> {
  const startedAt = performance.now()
  let lookedUpAt: number | null = null
  const { target, onStep } = options
  onStep(isIP(target.host) === 0 ? 'dns' : 'connect')
  const refusal = { happened: false }
  const socket = connect({
    host: target.host,
    port: target.port,
    noDelay: true,
    autoSelectFamily: true,
    lookup: guardedLookup(options, refusal, () => {
      lookedUpAt = performance.now()
      onStep('connect')
    }),
  })
  let secured: TLSSocket | null = null
  try {
    await untilReady(socket, 'connect', signal)
    if (options.isRefused(socket.remoteAddress ?? '', target.port)) throw ownAddress()
    const connectedAt = performance.now()
    const dnsMs = lookedUpAt === null ? null : lookedUpAt - startedAt
    const connectMs = connectedAt - (lookedUpAt ?? startedAt)
    if (target.scheme === 'http') {
      return { socket, alpn: null, info: connectionInfo(socket), dnsMs, connectMs, tlsMs: null }
    }
    onStep('tls')
    secured = startTls(socket, options)
    await untilReady(secured, 'secureConnect', signal)
    const tlsMs = performance.now() - connectedAt
    const alpn = secured.alpnProtocol || null
    return { socket: secured, alpn, info: connectionInfo(secured), dnsMs, connectMs, tlsMs }
  } catch (error) {
    secured?.destroy()
    socket.destroy()
    throw refusal.happened ? ownAddress() : error
  }
}

function ownAddress(): TransportError {
  return new TransportError('refused', 'OWN_ADDRESS')
}

/** Addresses that must not be sent to are sorted out before a connection is tried. */
function guardedLookup(
  options: ConnectOptions,
  refusal: { happened: boolean },
  onLookedUp: () => void,
): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    options.lookUp(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      onLookedUp()
      const allowed = addresses.filter(one => !options.isRefused(one.address, options.target.port))
      if (allowed.length === 0 && addresses.length > 0) {
        refusal.happened = true
        return callback(ownAddress(), [])
      }
      if (lookupOptions.all) return callback(null, allowed)
      const first = allowed[0]
      callback(null, first?.address ?? '', first?.family)
    })
  }
}

function startTls(socket: Socket, { target, protocols, certificateAuthorities }: ConnectOptions): TLSSocket {
  return connectTls({
    socket,
    host: target.host,
    ...(isIP(target.host) === 0 ? { servername: target.host.replace(/\.$/, '') } : {}),
    ALPNProtocols: [...protocols],
    // Said here, so that no environment variable can switch it off.
    rejectUnauthorized: true,
    ...(certificateAuthorities.length > 0 ? { ca: [...certificateAuthorities] } : {}),
  })
}

/** Waits for an event, for the socket's end without it, or for the signal, whose reason it throws. */
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
      // A late error of a socket that was given up must not end the process.
      socket.on('error', () => {})
      outcome()
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once(event, onEvent).once('error', onError).once('close', onClose)
  })
}
