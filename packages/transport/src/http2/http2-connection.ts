import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import type { OutboundMessage } from '@parley/engine'
import type { ConnectionInfo } from '@parley/model'
import type { ConnectionEvents } from '../connection/connection-events.ts'
import type { OpenConnection } from '../connection/open-connection.ts'
import { rawHeadersOf } from '../header-fields.ts'
import type { HttpConnection, HttpExchange } from '../http-connection.ts'
import { maxHeaderBytes } from '../response-limits.ts'
import { systemCode, TransportError } from '../transport-error.ts'
import { CountedSocket } from './counted-socket.ts'
import { Http2Exchange } from './http2-exchange.ts'
import { http2Fields } from './request-fields.ts'

/** More than the standard's 64 KB, so that a fast server need not wait for window updates (RFC 9113 §6.9). */
const windowBytes = 4 * 1024 * 1024

/** Runs many exchanges at a time over one socket (RFC 9113). */
export class Http2Connection implements HttpConnection {
  readonly info: ConnectionInfo
  readonly forwardedBy = null
  readonly #socket: CountedSocket
  readonly #session: ClientHttp2Session
  readonly #events: ConnectionEvents
  #exchanges = 0
  #isSpoken = false
  #isOpen = true
  #error: Error | null = null

  constructor({ socket, info }: OpenConnection, authority: string, events: ConnectionEvents) {
    this.info = info
    this.#events = events
    this.#socket = new CountedSocket(socket)
    this.#session = connect(authority, {
      createConnection: () => this.#socket,
      // The number of fields is limited by their total bytes.
      maxHeaderListPairs: maxHeaderBytes,
      settings: { enablePush: false, maxHeaderListSize: maxHeaderBytes, initialWindowSize: windowBytes },
    })
    this.#session.once('remoteSettings', () => {
      this.#isSpoken = true
    })
    this.#session.once('connect', () => {
      // This event also arrives after the session was destroyed.
      if (!this.#session.destroyed) this.#session.setLocalWindowSize(windowBytes)
    })
    this.#session.on('error', error => {
      this.#error = error
    })
    // No new exchange begins; those in progress complete.
    this.#session.once('goaway', () => this.#end())
    this.#session.once('close', () => this.#end())
  }

  /** Whether another exchange can begin. */
  get isOpen(): boolean {
    return this.#isOpen && !this.#session.closed && !this.#session.destroyed
  }

  exchange(message: OutboundMessage): HttpExchange {
    const { fields, leftOut } = http2Fields(message)
    const stream = this.#startStream(rawHeadersOf(fields), message.content.length === 0)
    this.#exchanges += 1
    this.#socket.ref()
    stream.once('close', () => this.#endExchange())
    return new Http2Exchange({
      stream,
      message,
      fields,
      leftOut,
      counts: this.#socket,
      isSpoken: () => this.#isSpoken,
      isAgreed: this.info.tls !== null,
      sessionError: () => this.#error,
    })
  }

  destroy(): void {
    this.#session.destroy()
    this.#socket.destroy()
  }

  #startStream(rawHeaders: readonly string[], endStream: boolean): ClientHttp2Stream {
    try {
      return this.#session.request(rawHeaders, { endStream })
    } catch (error) {
      if (this.#exchanges === 0) this.destroy()
      const code = systemCode(error) ?? ''
      if (code === 'ERR_HTTP2_INVALID_SESSION' || code === 'ERR_HTTP2_GOAWAY_SESSION')
        throw new TransportError('protocol', 'HTTP2_STREAM_REFUSED')
      const reason = error instanceof Error ? error.message : String(error)
      throw new TransportError('invalidRequest', code || 'REFUSED_BY_NODE', reason)
    }
  }

  #endExchange(): void {
    this.#exchanges -= 1
    if (this.#exchanges > 0) return
    this.#socket.unref()
    if (this.isOpen) this.#events.onIdle(null)
    else this.destroy()
  }

  #end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    if (this.#exchanges === 0) this.destroy()
    this.#events.onClosed()
  }
}
