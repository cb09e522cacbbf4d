import { lookup } from 'node:dns'
import type { OutboundMessage } from '@parley/engine'
import type { ConnectionInfo, SendStep } from '@parley/model'
import type { HttpConnection } from '../http-connection.ts'
import { Http1Connection } from '../http1/http1-connection.ts'
import { Http2Connection } from '../http2/http2-connection.ts'
import { http2NotSpoken } from '../http2/http2-failure.ts'
import { startBackgroundTimer } from '../start-timer.ts'
import { systemCode } from '../transport-error.ts'
import type { TransportOptions } from '../transport-options.ts'
import type { ConnectionEvents } from './connection-events.ts'
import { directPath, type NetworkPath, pathKey } from './network-path.ts'
import { type OpenConnection, openConnection } from './open-connection.ts'

/**
 * A connection for one exchange, and the time of each step of opening it: null for a step that was not
 * needed.
 */
export interface AcquiredConnection {
  readonly connection: HttpConnection
  readonly info: ConnectionInfo
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
}

export interface AcquireOptions {
  /** Aborts the attempt, with its reason. */
  readonly signal: AbortSignal
  /** Requires a connection that was never used before. */
  readonly isFresh: boolean
  /** Whether an HTTP proxy opens a tunnel to the target also if it could forward the request. */
  readonly isTunneled: boolean
  /** Called as each step begins. */
  onStep(step: SendStep): void
}

/** Many servers close a connection that is idle for longer, some of them without notice. */
const maxIdleMs = 15_000
/** When more connections than this are idle, the oldest is closed. */
const maxIdleConnections = 64
/** The server's own limit may run out while a request is on its way. */
const serverLimitMarginMs = 1000

/** An idle connection and what the pool knows about it. */
interface KeptConnection {
  readonly key: string
  readonly connection: Http1Connection | Http2Connection
  /**
   * HTTP/2 was offered when the connection was opened, so its negotiated protocol is also valid for `auto`.
   */
  readonly isNegotiated: boolean
  stopTimer(): void
}

/**
 * Keeps connections open after an exchange, so that the next one to the same origin need not open its own.
 */
export class ConnectionPool {
  readonly #options: TransportOptions
  readonly #all = new Set<HttpConnection>()
  /** Idle HTTP/1.1 connections, the most recently used last. */
  readonly #idle: KeptConnection[] = []
  /** HTTP/2 connections, busy or not: each serves many exchanges. */
  readonly #shared = new Map<string, KeptConnection & { readonly connection: Http2Connection }>()

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** Returns a kept connection if there is one, otherwise a new one. */
  async acquire(message: OutboundMessage, options: AcquireOptions): Promise<AcquiredConnection> {
    const { choosePath } = this.#options
    const path = choosePath === undefined ? directPath : await choosePath(message.target)
    const kept = options.isFresh ? null : this.#take(message, keyOf(message, path))
    if (kept === null) return this.#open(message, path, options)
    const info = { ...kept.info, isReused: true }
    return { connection: kept, info, dnsMs: null, connectMs: null, tlsMs: null }
  }

  /** Closes every connection, including those with an exchange in progress. */
  close(): void {
    for (const connection of this.#all) connection.destroy()
  }

  #take({ target, settings }: OutboundMessage, key: string): HttpConnection | null {
    const { httpVersion } = settings
    const shared = httpVersion === '1.1' ? undefined : this.#shared.get(key)
    // Plain TCP negotiates nothing, so HTTP/2 is spoken there only if the request asks for it.
    if (shared?.connection.isOpen && (shared.isNegotiated || httpVersion === '2')) {
      shared.stopTimer()
      return shared.connection
    }
    if (httpVersion === '2') return null
    const at = this.#idle.findLastIndex(
      one => one.key === key && (one.isNegotiated || httpVersion === '1.1' || target.scheme === 'http'),
    )
    const kept = at === -1 ? undefined : this.#idle.splice(at, 1)[0]
    kept?.stopTimer()
    return kept?.connection ?? null
  }

  async #open(
    message: OutboundMessage,
    path: NetworkPath,
    options: AcquireOptions,
  ): Promise<AcquiredConnection> {
    const { target, settings } = message
    const key = keyOf(message, path)
    const opened = await this.#connect(message, path, options)
    const isHttp2 = opened.alpn === 'h2' || (settings.httpVersion === '2' && target.scheme === 'http')
    if (settings.httpVersion === '2' && !isHttp2) {
      opened.socket.destroy()
      throw http2NotSpoken()
    }
    const connection = isHttp2 ? this.#addHttp2(opened, message, key) : this.#addHttp1(opened, message, key)
    const { info, dnsMs, connectMs, tlsMs } = opened
    return { connection, info, dnsMs, connectMs, tlsMs }
  }

  async #connect(
    { target, settings }: OutboundMessage,
    path: NetworkPath,
    options: AcquireOptions,
  ): Promise<OpenConnection> {
    try {
      return await openConnection({
        target,
        path,
        mayForward: settings.httpVersion !== '2' && !options.isTunneled,
        protocols: protocolsOf[settings.httpVersion],
        connectTimeoutMs: settings.connectTimeoutMs,
        isRefused: this.#options.isRefused ?? (() => false),
        refusesLinkLocal: settings.initiator === 'script' && !settings.scriptsReachLinkLocal,
        lookUp: this.#options.lookUp ?? lookup,
        signal: options.signal,
        onStep: options.onStep,
      })
    } catch (error) {
      const isNoProtocol = systemCode(error) === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'
      throw isNoProtocol && settings.httpVersion === '2' ? http2NotSpoken() : error
    }
  }

  #addHttp1(opened: OpenConnection, { settings }: OutboundMessage, key: string): HttpConnection {
    const isNegotiated = settings.httpVersion === 'auto'
    const events: ConnectionEvents = {
      onIdle: serverLimitMs => this.#keep({ key, connection, isNegotiated }, serverLimitMs),
      onClosed: () => this.#forget(connection),
    }
    const connection = new Http1Connection(opened, events)
    this.#all.add(connection)
    return connection
  }

  #addHttp2(opened: OpenConnection, { target }: OutboundMessage, key: string): HttpConnection {
    const connection = new Http2Connection(opened, target.targetUri, {
      onIdle: () => {
        const kept = this.#shared.get(key)
        if (kept?.connection !== connection) {
          connection.destroy()
          return
        }
        const stopTimer = startBackgroundTimer(maxIdleMs, () => connection.destroy())
        this.#shared.set(key, { ...kept, stopTimer })
      },
      onClosed: () => this.#forget(connection),
    })
    this.#all.add(connection)
    // Exchanges that began at the same time may each have opened a connection; the first one stays.
    if (!this.#shared.get(key)?.connection.isOpen) {
      const isNegotiated = target.scheme === 'https'
      this.#shared.set(key, { key, connection, isNegotiated, stopTimer: () => {} })
    }
    return connection
  }

  #keep(kept: Omit<KeptConnection, 'stopTimer'>, serverLimitMs: number | null): void {
    const limitMs = Math.min(maxIdleMs, (serverLimitMs ?? Number.POSITIVE_INFINITY) - serverLimitMarginMs)
    if (limitMs <= 0) {
      kept.connection.destroy()
      return
    }
    this.#idle.push({ ...kept, stopTimer: startBackgroundTimer(limitMs, () => kept.connection.destroy()) })
    if (this.#idle.length > maxIdleConnections) this.#idle[0]?.connection.destroy()
  }

  #forget(connection: HttpConnection): void {
    this.#all.delete(connection)
    const at = this.#idle.findIndex(one => one.connection === connection)
    if (at !== -1) this.#idle.splice(at, 1)[0]?.stopTimer()
    for (const [key, kept] of this.#shared) {
      if (kept.connection !== connection) continue
      kept.stopTimer()
      this.#shared.delete(key)
    }
  }
}

/** The protocols offered in the TLS handshake (RFC 7301). */
const protocolsOf = {
  auto: ['h2', 'http/1.1'],
  '1.1': ['http/1.1'],
  '2': ['h2'],
} as const satisfies Record<OutboundMessage['settings']['httpVersion'], readonly string[]>

/** Returns a key that is equal for messages that may share a connection. */
function keyOf({ target, settings }: OutboundMessage, path: NetworkPath): string {
  const { scheme, host, port } = target
  // A script could leave a connection in a state in which the next request becomes part of the script's own
  // request.
  return `${settings.initiator} ${scheme}://${host.toLowerCase()}:${port} ${pathKey(path)}`
}
