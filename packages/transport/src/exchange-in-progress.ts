import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http'
import type { BodyWriter, ExchangeObserver, OutboundMessage, TransportResult } from '@parley/engine'
import {
  type Exchange,
  failed,
  type Hop,
  ok,
  type Response,
  type SendStep,
  type SentRequest,
  type Timings,
} from '@parley/model'
import type { TransportOptions } from './node-transport.ts'
import { type OpenConnection, openConnection } from './open-connection.ts'
import { bodyNotStored, receiveContent } from './receive-content.ts'
import { receiveHead } from './receive-head.ts'
import { isFollowed } from './redirect.ts'
import { nothingReceived, responseOfHead } from './response-of-head.ts'
import { failureOf, systemCode, TransportError } from './transport-error.ts'
import { fieldValue, headerSectionBytes, rawHeadersOf } from './wire-text.ts'
import { writeContent } from './write-content.ts'

/** A response head of more than this is an error (attacks HT5). */
const maxHeaderBytes = 256 * 1024
/** Each telling of growth carries the head; one of this size is told of less often. */
const largeHeadBytes = 32 * 1024

/** When the whole send began, its redirects included. */
export interface SendClock {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** By `performance.now()`. */
  readonly started: number
}

/** How one request ended: with the result of the send, or with a redirect that is to be followed. */
export type ExchangeEnd =
  | { readonly kind: 'result'; readonly result: TransportResult }
  | { readonly kind: 'redirect'; readonly response: Response }

/** One request on its way: connect, send, receive; ends in one way or another, whatever happens. */
export class ExchangeInProgress {
  readonly #message: OutboundMessage
  readonly #options: TransportOptions
  readonly #observer: ExchangeObserver
  readonly #hops: readonly Hop[]
  readonly #clock: SendClock
  readonly #signal: AbortSignal
  #step: SendStep = 'connect'
  #response: Response | null = null
  #requestEndedAt: number | null = null
  #firstByteAt = 0

  /** `signal` ends it at once, with its reason; `hops` led to this message. */
  constructor(
    message: OutboundMessage,
    options: TransportOptions,
    observer: ExchangeObserver,
    {
      hops,
      clock,
      signal,
    }: { readonly hops: readonly Hop[]; readonly clock: SendClock; readonly signal: AbortSignal },
  ) {
    this.#message = message
    this.#options = options
    this.#observer = observer
    this.#hops = hops
    this.#clock = clock
    this.#signal = signal
  }

  async run(): Promise<ExchangeEnd> {
    try {
      const connection = await this.#connect()
      try {
        return await this.#exchange(connection)
      } finally {
        connection.socket.destroy()
      }
    } catch (error) {
      const elapsedMs = performance.now() - this.#clock.started
      const position = { step: this.#step, address: this.#message.target.address, elapsedMs }
      const failure = failureOf(this.#signal.aborted ? this.#signal.reason : error, position)
      return { kind: 'result', result: failed({ failure, response: this.#response }) }
    }
  }

  #connect(): Promise<OpenConnection> {
    return openConnection({
      target: this.#message.target,
      connectTimeoutMs: this.#message.settings.connectTimeoutMs,
      isRefused: this.#options.isRefused ?? (() => false),
      certificateAuthorities: this.#options.certificateAuthorities ?? [],
      signal: this.#signal,
      onStep: step => {
        this.#step = step
      },
    })
  }

  async #exchange(connection: OpenConnection): Promise<ExchangeEnd> {
    const signal = this.#signal
    if (signal.aborted) throw signal.reason
    signal.addEventListener('abort', () => connection.socket.destroy(signal.reason), { once: true })
    this.#step = 'request'
    const request = this.#startRequest(connection)
    request.once('finish', () => {
      this.#requestEndedAt = performance.now()
      this.#step = 'response'
    })
    const incoming = receiveHead(request)
    // The head may come before the content is written, and its failure is the one to tell.
    writeContent(request, this.#message.content).catch((error: unknown) => {
      request.destroy(error instanceof Error ? error : new Error(String(error)))
    })
    const { head, content } = await incoming
    this.#firstByteAt = performance.now()
    this.#step = 'response'
    const begun = responseOfHead(head, '', nothingReceived)
    if (isFollowed(this.#message, begun)) return { kind: 'redirect', response: begun }
    const response = await this.#receive(head, content)
    const exchange: Exchange = {
      request: this.#sentRequest(),
      response,
      timings: this.#timings(connection),
      hops: this.#hops,
      connection: connection.info,
      notices: this.#message.notices,
    }
    return { kind: 'result', result: ok(exchange) }
  }

  #startRequest({ socket }: OpenConnection): ClientRequest {
    const { method, target, headers } = this.#message
    try {
      const request = startRequest({
        method,
        path: target.pathAndQuery,
        headers: rawHeadersOf(headers),
        setDefaultHeaders: false,
        createConnection: () => socket,
        maxHeaderSize: maxHeaderBytes,
      })
      // Node drops fields above its own count in silence; the bytes are limited already.
      request.maxHeadersCount = 0
      keepMethodAsTyped(request, method)
      return request
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new TransportError('invalidRequest', systemCode(error) ?? 'REFUSED_BY_NODE', reason)
    }
  }

  /** The whole response, once it is stored. */
  async #receive(head: IncomingMessage, content: AsyncGenerator<Buffer, void, undefined>): Promise<Response> {
    const writer = await this.#createWriter()
    const begun = responseOfHead(head, writer.handle, nothingReceived)
    const tell = (response: Response) => {
      this.#response = response
      return response
    }
    this.#observer.onResponse(tell(begun))
    const received = await receiveContent({
      content,
      contentEncoding: fieldValue(begun.headers, 'content-encoding'),
      writer,
      signal: this.#signal,
      growthIntervalMs: begun.headerBytes > largeHeadBytes ? 1000 : 100,
      onGrowth: progress =>
        this.#observer.onResponse(tell({ ...begun, content: { ...begun.content, ...progress } })),
    })
    const response = tell(responseOfHead(head, writer.handle, received.progress))
    try {
      await writer.close()
    } catch (error) {
      throw received.error ?? bodyNotStored(error)
    }
    if (received.error !== null) throw received.error
    return response
  }

  async #createWriter(): Promise<BodyWriter> {
    try {
      return await this.#options.bodyStore.create()
    } catch (error) {
      throw bodyNotStored(error)
    }
  }

  #sentRequest(): SentRequest {
    const { method, target, headers, content } = this.#message
    const requestLine = `${method} ${target.pathAndQuery} HTTP/1.1`
    return {
      method,
      targetUri: target.targetUri,
      httpVersion: '1.1',
      requestLine,
      headers,
      leftOut: [],
      headerBytes: headerSectionBytes(requestLine, rawHeadersOf(headers)),
      contentBytes: content.reduce(
        (sum, part) => sum + (part.kind === 'bytes' ? part.bytes.byteLength : part.lengthBytes),
        0,
      ),
    }
  }

  #timings({ dnsMs, connectMs, tlsMs }: OpenConnection): Timings {
    const endedAt = performance.now()
    return {
      startedAt: this.#clock.startedAt,
      dnsMs,
      connectMs,
      tlsMs,
      // A response may begin before the request has ended.
      waitingMs: Math.max(0, this.#firstByteAt - (this.#requestEndedAt ?? this.#firstByteAt)),
      downloadMs: endedAt - this.#firstByteAt,
      totalMs: endedAt - this.#clock.started,
    }
  }
}

/** Methods are case-sensitive (RFC 9110 §9.1), but Node writes all of them in upper case. */
function keepMethodAsTyped(request: ClientRequest, method: string): void {
  const head: unknown = Reflect.get(request, '_header')
  if (request.method === method || typeof head !== 'string') return
  request.method = method
  Reflect.set(request, '_header', method + head.slice(method.length))
}
