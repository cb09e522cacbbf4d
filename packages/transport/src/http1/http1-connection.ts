import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ByteStream, type OutboundMessage, originOf } from '@parley/engine'
import type { ConnectionInfo, HeaderField } from '@parley/model'
import type { ConnectionEvents } from '../connection/connection-events.ts'
import type { ProxyServer } from '../connection/network-path.ts'
import type { OpenConnection } from '../connection/open-connection.ts'
import { fieldsOf, fieldValue, fromWire, rawHeadersOf } from '../header-fields.ts'
import type { HttpConnection, HttpExchange, ResponseHead } from '../http-connection.ts'
import { maxHeaderBytes } from '../response-limits.ts'
import { startTimer } from '../start-timer.ts'
import { systemCode, TransportError } from '../transport-error.ts'
import { OneSocketAgent } from './one-socket-agent.ts'
import { receiveHead } from './receive-head.ts'
import { ResponseBytes } from './response-bytes.ts'
import { headFaults } from './response-head.ts'
import { SocketStream } from './socket-stream.ts'

/** How long the rest of a request may take to be sent once its response is complete. */
const flushTimeMs = 1000

/** Runs one exchange after another over a socket, with Node's writer and parser of HTTP/1.1 (RFC 9112). */
export class Http1Connection implements HttpConnection {
  readonly info: ConnectionInfo
  /** How long the server took to accept the connection. */
  readonly roundTripMs: number
  readonly forwardedBy: ProxyServer | null
  readonly #socket: OpenConnection['socket']
  readonly #agent: OneSocketAgent
  readonly #events: ConnectionEvents
  #exchange: Http1Exchange | null = null
  #received: ResponseBytes | null = null
  /** What waits for the end of the connection. */
  readonly #waiting = new Set<() => void>()

  constructor({ socket, info, forwardedBy, connectMs }: OpenConnection, events: ConnectionEvents) {
    this.roundTripMs = connectMs
    this.#socket = socket
    this.info = info
    this.forwardedBy = forwardedBy
    this.#events = events
    this.#agent = new OneSocketAgent(socket, () => this.#free())
    this.#readThrough(socket)
    socket.on('data', this.#refuseUnasked)
    // The socket of a proxy's tunnel arrives paused.
    socket.resume()
    // Any number of sends may wait, and Node warns of more than ten listeners.
    const settle = () => {
      for (const one of this.#waiting) one()
    }
    socket.once('end', settle).once('close', settle)
    socket.once('close', () => events.onClosed())
  }

  exchange(message: OutboundMessage, proxyAuthorization: string | null): HttpExchange {
    // An idle connection does not keep the program running.
    this.#socket.ref()
    const received = new ResponseBytes()
    this.#received = received
    const writtenBefore = this.#socket.bytesWritten
    const head = requestHead(message, this.forwardedBy !== null, proxyAuthorization)
    const request = this.#start(message.method, head)
    const exchange = new Http1Exchange({
      message,
      head,
      request,
      received,
      writtenBytes: () => this.#socket.bytesWritten - writtenBefore,
      destroySocket: reason => this.#socket.destroy(reason),
      pauseSocket: () => this.#socket.pause(),
      takeSocket: firstBytes => this.#take(firstBytes),
    })
    this.#exchange = exchange
    return exchange
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** Whether neither side has ended the connection, as far as is known. */
  get isOpen(): boolean {
    const { destroyed, readableEnded, writable } = this.#socket
    return !destroyed && !readableEnded && writable
  }

  /** Resolves to whether the connection is still open after a time, as soon as that is known, or when the signal aborts. */
  isOpenAfter(timeMs: number, signal: AbortSignal): Promise<boolean> {
    const socket = this.#socket
    return new Promise(resolve => {
      const settle = () => {
        stopTimer()
        this.#waiting.delete(settle)
        signal.removeEventListener('abort', settle)
        resolve(this.isOpen)
      }
      const stopTimer = startTimer(timeMs, settle)
      this.#waiting.add(settle)
      signal.addEventListener('abort', settle, { once: true })
      if (signal.aborted || socket.destroyed) settle()
    })
  }

  #start(method: string, head: RequestHead): ClientRequest {
    try {
      return startWith(this.#agent, method, head)
    } catch (error) {
      this.#socket.destroy()
      const reason = error instanceof Error ? error.message : String(error)
      throw new TransportError('invalidRequest', systemCode(error) ?? 'REFUSED_BY_NODE', reason)
    }
  }

  /** Lets what arrives go through the response in progress before it reaches Node's parser. */
  #readThrough(socket: OpenConnection['socket']): void {
    const push = socket.push.bind(socket)
    socket.push = (bytes: unknown, encoding?: BufferEncoding): boolean => {
      if (this.#received === null || !Buffer.isBuffer(bytes)) return push(bytes, encoding)
      const passed = this.#received.push(bytes)
      return passed === null || push(passed)
    }
  }

  readonly #refuseUnasked = (): void => {
    // An unexpected response (RFC 9112 §9.2): its bytes could be mistaken for the response to the next
    // request.
    if (this.#received === null) this.#socket.destroy()
  }

  /** Gives the socket away. It stays known as open until it is closed. */
  #take(firstBytes: Buffer): ByteStream {
    this.#socket.off('data', this.#refuseUnasked)
    this.#received = null
    if (firstBytes.byteLength > 0) this.#socket.unshift(firstBytes)
    return new SocketStream(this.#socket)
  }

  #free(): void {
    const exchange = this.#exchange
    this.#exchange = null
    this.#received = null
    exchange?.settle()
    this.#socket.unref()
    if (exchange?.mayKeep) this.#events.onIdle(exchange.serverLimitMs)
    else this.#socket.destroy()
  }
}

/** A request line's target and the header fields, as sent. */
interface RequestHead {
  readonly requestTarget: string
  readonly headers: readonly HeaderField[]
}

/**
 * Returns the head, in absolute form and with the proxy's credentials if a proxy forwards it (RFC 9112
 * §3.2.2).
 */
function requestHead(
  message: OutboundMessage,
  isForwarded: boolean,
  authorization: string | null,
): RequestHead {
  const headers = framedHeaders(message)
  if (!isForwarded) return { requestTarget: message.target.pathAndQuery, headers }
  return {
    requestTarget: forwardedTarget(message),
    headers:
      authorization === null || hasOwnAuthorization(message)
        ? headers
        : [...headers, { name: proxyAuthorizationName, value: authorization }],
  }
}

/** Where a stream ends is known when it has ended, so it is sent in chunks (RFC 9112 §7.1). */
function framedHeaders({ headers, content }: OutboundMessage): readonly HeaderField[] {
  const isStream = content.some(({ kind }) => kind === 'stream')
  const isFramed = headers.some(({ name }) => name.toLowerCase() === 'transfer-encoding')
  return isStream && !isFramed ? [...headers, chunked] : headers
}

const chunked: HeaderField = { name: 'Transfer-Encoding', value: 'chunked' }

const proxyAuthorizationName = 'Proxy-Authorization'

/** Returns the target of a request that a proxy forwards (RFC 9112 §3.2.2). */
export function forwardedTarget({ target }: OutboundMessage): string {
  return `${originOf(target)}${target.pathAndQuery}`
}

/** Returns whether the user typed the credentials for the proxy. */
export function hasOwnAuthorization({ headers }: OutboundMessage): boolean {
  return headers.some(field => field.name.toLowerCase() === 'proxy-authorization')
}

interface Http1ExchangeParts {
  readonly message: OutboundMessage
  readonly head: RequestHead
  readonly request: ClientRequest
  readonly received: ResponseBytes
  writtenBytes(): number
  destroySocket(reason?: Error): void
  pauseSocket(): void
  /** @param firstBytes - what arrived together with the head, and after it */
  takeSocket(firstBytes: Buffer): ByteStream
}

class Http1Exchange implements HttpExchange {
  readonly requestContent: ClientRequest
  readonly head: Promise<ResponseHead>
  readonly #parts: Http1ExchangeParts
  #incoming: IncomingMessage | null = null
  #isSettled = false
  /** What arrived together with the head of a 101 response, and after it; null for other responses. */
  #firstBytes: Buffer | null = null

  constructor(parts: Http1ExchangeParts) {
    this.#parts = parts
    this.requestContent = parts.request
    const onHead = (head: IncomingMessage) => {
      this.#incoming = head
    }
    const onUpgrade = (head: IncomingMessage, _socket: Duplex, firstBytes: Buffer) => {
      this.#incoming = head
      this.#firstBytes = firstBytes
      // What follows is not HTTP. It waits for whoever takes the socket.
      parts.pauseSocket()
    }
    // The listeners are added here and not where the head is awaited, because a short response may end before
    // that code continues.
    parts.request.once('response', onHead).once('upgrade', onUpgrade).once('connect', onUpgrade)
    this.head = this.#receiveHead()
    // The caller may abort an exchange without waiting for its head.
    this.head.catch(() => {})
  }

  /**
   * Returns false if the user typed `Connection: close`, if what follows a faulty response could be a part of it, or if a
   * proxy asked for credentials: squid stops reading a body of more than 64 KiB, and with it all that follows.
   */
  get mayKeep(): boolean {
    if (this.#parts.received.faults.length > 0) return false
    if (this.#incoming?.statusCode === 407 && this.#parts.message.content.length > 0) return false
    return !/(^|,)\s*close\s*(,|$)/i.test(fieldValue(this.#parts.message.headers, 'connection'))
  }

  /**
   * Returns the limit from `Keep-Alive: timeout=5`, which many servers send although no standard defines it.
   */
  get serverLimitMs(): number | null {
    // Not `headers`, for which Node reads all fields into an object.
    const value = fieldValue(fieldsOf(this.#incoming?.rawHeaders ?? []), 'keep-alive')
    const seconds = /timeout\s*=\s*(\d{1,6})/i.exec(value)?.[1]
    return seconds === undefined ? null : Number(seconds) * 1000
  }

  continued(): Promise<void> {
    return new Promise(resolve => this.requestContent.once('continue', resolve))
  }

  sent() {
    const { message, head } = this.#parts
    const { method, target } = message
    const requestLine = `${method} ${head.requestTarget} HTTP/1.1`
    const headerBytes = headerSectionBytes(requestLine, rawHeadersOf(head.headers))
    return {
      method,
      targetUri: target.targetUri,
      httpVersion: '1.1',
      requestLine,
      headers: head.headers.map(field =>
        field === chunked || message.headers.includes(field) ? field : masked(field),
      ),
      leftOut: [],
      headerBytes,
      // Node holds back the head until it knows whether content follows.
      contentBytes: Math.max(0, this.#parts.writtenBytes() - headerBytes),
    }
  }

  contentWireBytes(): number {
    // Bytes after an upgrade are not content of the response.
    return this.#firstBytes !== null ? 0 : this.#parts.received.contentBytes
  }

  trailers(): HeaderField[] {
    return fieldsOf(this.#incoming?.rawTrailers ?? [])
  }

  faults(): readonly string[] {
    return this.#parts.received.faults.map(fault => headFaults[fault])
  }

  beginning(): Uint8Array {
    return this.#parts.received.beginning()
  }

  takeStream(): ByteStream | null {
    return this.#firstBytes && this.#parts.takeSocket(this.#firstBytes)
  }

  abort(reason: Error): void {
    this.#parts.destroySocket(reason)
  }

  settle(): void {
    this.#isSettled = true
  }

  finish(): void {
    if (this.#isSettled) return
    const { request } = this.#parts
    const isOver = request.writableEnded && this.#incoming?.complete === true
    if (this.#firstBytes !== null || !isOver || request.destroyed) {
      this.#parts.destroySocket()
      return
    }
    // The response may be complete a moment before the system reports the last byte sent.
    const stop = startTimer(flushTimeMs, () => this.#parts.destroySocket())
    request.once('close', () => {
      stop()
      if (!this.#isSettled) this.#parts.destroySocket()
    })
  }

  async #receiveHead(): Promise<ResponseHead> {
    const { head, interim, content } = await receiveHead(this.#parts.request)
    return {
      httpVersion: head.httpVersion,
      statusCode: head.statusCode ?? 0,
      reasonPhrase: fromWire(head.statusMessage ?? ''),
      headers: this.#parts.received.fields ?? fieldsOf(head.rawHeaders),
      headerBytes: this.#parts.received.headBytes,
      interim,
      content,
    }
  }
}

/** Masks the field added for a proxy, which is a secret of the settings. */
function masked({ name }: HeaderField): HeaderField {
  return { name, value: '••••••' }
}

/** The socket is open, so Node need not look for a name in the Host header, which takes it two regular expressions. */
const noServerName = { servername: '' }

function startWith(
  agent: OneSocketAgent,
  method: string,
  { requestTarget, headers }: RequestHead,
): ClientRequest {
  const request = startRequest({
    method,
    path: requestTarget,
    headers: rawHeadersOf(headers),
    setDefaultHeaders: false,
    agent,
    maxHeaderSize: maxHeaderBytes,
    ...noServerName,
  })
  // Node silently drops fields above its own limit; the bytes are limited already.
  request.maxHeadersCount = 0
  keepMethodAsTyped(request, method)
  return request
}

/**
 * Keeps the method's case: methods are case-sensitive (RFC 9110 §9.1), but Node writes them all in upper
 * case.
 */
function keepMethodAsTyped(request: ClientRequest, method: string): void {
  const head: unknown = Reflect.get(request, '_header')
  if (request.method === method || typeof head !== 'string') return
  request.method = method
  Reflect.set(request, '_header', method + head.slice(method.length))
}

/** Returns the number of bytes that Node writes for a request line and header section (Node's flat list). */
function headerSectionBytes(requestLine: string, rawHeaders: readonly string[]): number {
  const texts = rawHeaders.reduce((sum, text) => sum + text.length, 0)
  // `: ` and the line's end for each field, the request line's end, the empty line.
  return requestLine.length + 2 + texts + (rawHeaders.length / 2) * 4 + 2
}
