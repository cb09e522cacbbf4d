import { lookup } from 'node:dns'
import type { OutboundMessage } from '@parley/engine'
import type { ConnectionInfo, SendStep } from '@parley/model'
import type { HttpConnection } from '../http-connection.ts'
import { Http1Connection } from '../http1/http1-connection.ts'
import { Http2Connection } from '../http2/http2-connection.ts'
import { http2NotSpoken } from '../http2/http2-failure.ts'
import { mayRepeat } from '../may-be-repeated.ts'
import { ProxySignIn } from '../proxy/proxy-sign-in.ts'
import { startBackgroundTimer } from '../start-timer.ts'
import { systemCode } from '../transport-error.ts'
import type { TransportOptions } from '../transport-options.ts'
import type { ConnectionEvents } from './connection-events.ts'
import { IdleRecords } from './idle-records.ts'
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

/** An idle HTTP/1.1 connection. */
interface IdleKept extends KeptConnection {
  readonly connection: Http1Connection
  /** By the clock of `performance.now()`. */
  readonly idleSince: number
  /** How long the server keeps it, as it said; null: it did not say. */
  readonly announcedMs: number | null
}

/**
 * Keeps connections open after an exchange, so that the next one to the same origin need not open its own.
 */
export class ConnectionPool {
  readonly #options: TransportOptions
  readonly #all = new Set<HttpConnection>()
  /** Idle HTTP/1.1 connections, the most recently used last. */
  readonly #idle: IdleKept[] = []
  readonly #records = new IdleRecords()
  /** What proxies asked for. */
  readonly signIn = new ProxySignIn()
  /** HTTP/2 connections, busy or not: each serves many exchanges. */
  readonly #shared = new Map<string, KeptConnection & { readonly connection: Http2Connection }>()

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** Returns a kept connection if there is one, otherwise a new one. */
  async acquire(message: OutboundMessage, options: AcquireOptions): Promise<AcquiredConnection> {
    const { choosePath } = this.#options
    const path = choosePath === undefined ? directPath : await choosePath(message.target)
    const kept = options.isFresh ? null : this.#take(message, keyOf(message, path), options.signal)
    // Only some requests wait for what is known about the connection.
    const connection = kept instanceof Promise ? await kept : kept
    if (connection === null) return this.#open(message, path, options)
    const info = { ...connection.info, isReused: true }
    return { connection, info, dnsMs: null, connectMs: null, tlsMs: null }
  }

  /** Closes every connection, including those with an exchange in progress. */
  close(): void {
    for (const connection of this.#all) connection.destroy()
  }

  /** Returns a kept connection, no longer idle; null: there is none, or none that the request may use. */
  #take(
    message: OutboundMessage,
    key: string,
    signal: AbortSignal,
  ): HttpConnection | null | Promise<HttpConnection | null> {
    const { httpVersion } = message.settings
    const shared = httpVersion === '1.1' ? undefined : this.#shared.get(key)
    // Plain TCP negotiates nothing, so HTTP/2 is spoken there only if the request asks for it.
    if (shared?.connection.isOpen && (shared.isNegotiated || httpVersion === '2')) {
      shared.stopTimer()
      return shared.connection
    }
    if (httpVersion === '2') return null
    const kept = this.#findIdle(message, key)
    if (kept === null) return null
    if (!mayRepeat(message.method)) return this.#takeTrusted(message, key, signal)
    this.#removeIdle(kept)
    return kept.connection
  }

  #findIdle({ target, settings }: OutboundMessage, key: string): IdleKept | null {
    const isPlain = settings.httpVersion === '1.1' || target.scheme === 'http'
    return this.#idle.findLast(one => one.key === key && (one.isNegotiated || isPlain)) ?? null
  }

  /** Returns an idle connection that the server is not about to close; closes those that it may be. */
  async #takeTrusted(
    message: OutboundMessage,
    key: string,
    signal: AbortSignal,
  ): Promise<HttpConnection | null> {
    await untilPolled()
    for (;;) {
      if (signal.aborted) throw signal.reason
      const kept = this.#findIdle(message, key)
      if (kept === null) return null
      const { connection, announcedMs } = kept
      const idleMs = performance.now() - kept.idleSince
      if (!connection.isOpen) {
        this.#forget(connection)
        continue
      }
      const verdict = this.#records.verdict(key, { idleMs, announcedMs, roundTripMs: connection.roundTripMs })
      if (verdict === 'use') {
        this.#removeIdle(kept)
        return connection
      }
      if (verdict === 'doubt') this.#close(kept)
      else if (await connection.isOpenAfter(verdict.watchMs, signal)) {
        await untilPolled()
        if (this.#idle.includes(kept)) this.#records.survived(key, performance.now() - kept.idleSince)
      }
    }
  }

  #removeIdle(kept: IdleKept): void {
    kept.stopTimer()
    const at = this.#idle.indexOf(kept)
    if (at !== -1) this.#idle.splice(at, 1)
  }

  /** Closes an idle connection, which the server then does not do. */
  #close(kept: IdleKept): void {
    this.#removeIdle(kept)
    kept.connection.destroy()
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
        signIn: this.signIn,
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

  #keep(used: Omit<IdleKept, 'stopTimer' | 'idleSince' | 'announcedMs'>, serverLimitMs: number | null): void {
    const limitMs = Math.min(maxIdleMs, (serverLimitMs ?? Number.POSITIVE_INFINITY) - serverLimitMarginMs)
    if (limitMs <= 0) {
      used.connection.destroy()
      return
    }
    const kept: IdleKept = {
      ...used,
      idleSince: performance.now(),
      announcedMs: serverLimitMs,
      stopTimer: startBackgroundTimer(limitMs, () => this.#close(kept)),
    }
    this.#idle.push(kept)
    const [oldest] = this.#idle
    if (this.#idle.length > maxIdleConnections && oldest !== undefined) this.#close(oldest)
  }

  #forget(connection: HttpConnection): void {
    this.#all.delete(connection)
    const kept = this.#idle.find(one => one.connection === connection)
    if (kept !== undefined) {
      this.#removeIdle(kept)
      this.#records.closed(kept.key, performance.now() - kept.idleSince)
    }
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

/** Resolves when everything has been read that had arrived: events are read between the two turns. */
function untilPolled(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(() => setImmediate(resolve))
  })
}

/** Returns a key that is equal for messages that may share a connection. */
function keyOf({ target, settings }: OutboundMessage, path: NetworkPath): string {
  const { scheme, host, port } = target
  // A script could leave a connection in a state in which the next request becomes part of the script's own
  // request.
  return `${settings.initiator} ${scheme}://${host.toLowerCase()}:${port} ${pathKey(path)}`
}
