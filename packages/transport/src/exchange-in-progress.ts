import type {
  BodyWriter,
  ByteStream,
  ExchangeObserver,
  OutboundMessage,
  PassedMessage,
  SentExchange,
  TransportResult,
} from '@parley/engine'
import {
  type ConnectionInfo,
  failed,
  type Hop,
  type Notice,
  ok,
  type Response,
  type Result,
  type SendAttempt,
  type SendFailure,
  type SendStep,
  type Timings,
} from '@parley/model'
import type { AcquiredConnection, ConnectionPool } from './connection/connection-pool.ts'
import type { ProxyServer } from './connection/network-path.ts'
import { OpeningTimes } from './connection/opening-times.ts'
import { type HeldContent, holdContent } from './content/hold-content.ts'
import { bodyNotStored, receiveContent } from './content/receive-content.ts'
import { writeContent } from './content/write-content.ts'
import { keepCookies, withJarCookies } from './cookies/jar-cookies.ts'
import { fieldValue } from './header-fields.ts'
import type { HttpExchange, ResponseHead } from './http-connection.ts'
import { forwardedTarget, hasOwnAuthorization } from './http1/http1-connection.ts'
import { closedWhileKept, mayBeRepeated, overHttp11 } from './may-be-repeated.ts'
import {
  http11Notice,
  noticesOf,
  proxyNotice,
  receivedText,
  responseNotices,
  withEarlier,
} from './notices-of-exchange.ts'
import { ProxyAsks, signInFailure } from './proxy/proxy-sign-in.ts'
import { isFollowed } from './redirect.ts'
import { nothingReceived, responseOfHead, responseWith, storedAs } from './response-of-head.ts'
import { startBackgroundTimer } from './start-timer.ts'
import { Throttle } from './throttle.ts'
import { failureOf, otherProtocol, TransportError } from './transport-error.ts'
import type { TransportOptions } from './transport-options.ts'

/**
 * Each report of growth carries the head, so growth is reported less often if the head is larger than this.
 */
const largeHeadBytes = 32 * 1024
const growthIntervalMs = 100
/**
 * How long content waits for the 100 response that `Expect` asks for, as servers need not send it (RFC 9110
 * §10.1.1).
 */
const continueTimeMs = 1000

/** The time when the whole send began, before any redirects. */
export interface SendClock {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The start by the clock of `performance.now()`. */
  readonly started: number
}

/** The values that all exchanges of a send share. */
export interface ExchangeSetting {
  readonly pool: ConnectionPool
  readonly options: TransportOptions
  readonly observer: ExchangeObserver
  /** The requests of this send before this message: redirects, challenges, repeated queries. */
  readonly hops: readonly Hop[]
  /** What was wrong with the responses that led to this message. */
  readonly earlier: readonly Notice[]
  /** When this message began, by the clock of `performance.now()`. */
  readonly begun: number
  readonly clock: SendClock
  /** Aborts the exchange at once, with its reason. */
  readonly signal: AbortSignal
  /** Whether the request asks for another protocol, over a connection of its own. */
  readonly isOpening: boolean
}

/**
 * The outcome of one request: the result of the send, a redirect to follow, another round to the same target, or a
 * message that begins from the start.
 */
export type ExchangeEnd =
  | { readonly kind: 'result'; readonly result: TransportResult }
  | (Continued & { readonly kind: 'round'; readonly next: OutboundMessage })
  | (Continued & { readonly kind: 'redirect' })
  /** The content asks for another message to the target of the first one. */
  | (Continued & { readonly kind: 'again'; readonly next: Result<OutboundMessage, SendFailure> })
  | { readonly kind: 'opened'; readonly exchange: SentExchange; readonly stream: ByteStream }

/** A request whose response leads to another one. */
interface Continued {
  readonly response: Response
  readonly attempt: SendAttempt
  /** What is wrong with the response. */
  readonly notices: readonly Notice[]
}

/** One request in progress: it connects, sends and receives, and always settles. */
export class ExchangeInProgress {
  readonly #message: OutboundMessage
  readonly #setting: ExchangeSetting
  #step: SendStep = 'connect'
  #response: Response | null = null
  #requestEndedAt: number | null = null
  #firstByteAt: number | null = null
  #acquired: AcquiredConnection | null = null
  #opening = new OpeningTimes()
  #exchange: HttpExchange | null = null
  #notCoded: readonly string[] = []
  /** Whether the server required HTTP/1.1 for what was sent over HTTP/2. */
  #isOverHttp11 = false
  #statusCode = 0
  #proxyAnswers = 0
  /** Why the proxy that forwards requests answered itself; null: it did not. */
  #refusedBy: TransportError | null = null

  constructor({ message }: PassedMessage, setting: ExchangeSetting) {
    this.#message = message
    this.#setting = setting
  }

  async run(): Promise<ExchangeEnd> {
    const { signal, clock } = this.#setting
    try {
      return await this.#try(this.#message, false)
    } catch (error) {
      const attempt = this.#attemptSoFar(error instanceof TransportError ? error.connection : null)
      const elapsedMs = performance.now() - clock.started
      const position = { step: this.#step, address: this.#message.target.address, elapsedMs }
      const failure = this.#withReceived(failureOf(signal.aborted ? signal.reason : error, position))
      return { kind: 'result', result: failed({ failure, attempt, response: this.#response }) }
    }
  }

  /** Adds what arrived if it is no response, or none that can be read. */
  #withReceived(failure: SendFailure): SendFailure {
    const isUnread = this.#response === null && (failure.kind === 'protocol' || failure.kind === 'timeout')
    if (!isUnread && !failure.code.startsWith('HPE_')) return failure
    const beginning = this.#exchange?.beginning() ?? new Uint8Array()
    if (beginning.byteLength === 0) return failure
    const spoken = otherProtocol(beginning)
    return spoken === null ? { ...failure, received: receivedText(beginning) } : { ...failure, code: spoken }
  }

  async #try(message: OutboundMessage, isFresh: boolean): Promise<ExchangeEnd> {
    const { pool, signal, isOpening } = this.#setting
    this.#acquired = null
    this.#opening = new OpeningTimes()
    this.#requestEndedAt = null
    this.#firstByteAt = null
    const connection = await pool.acquire(message, {
      signal,
      isFresh: isFresh || isOpening,
      isTunneled: isOpening,
      onStep: step => {
        this.#step = step
        this.#opening.begin(step)
      },
    })
    this.#acquired = connection
    try {
      return await this.#begin(connection)
    } catch (error) {
      if (this.#response !== null || signal.aborted) throw error
      if (error instanceof ProxyAsks) return this.#try(message, isFresh)
      const older = overHttp11(error, message)
      if (older !== null) {
        this.#isOverHttp11 = true
        return this.#try(older, true)
      }
      if (isFresh) throw error
      if (mayBeRepeated(error, message.method, connection.info)) return this.#try(message, true)
      throw closedWhileKept(error, connection.info) ?? error
    }
  }

  async #begin(connection: AcquiredConnection): Promise<ExchangeEnd> {
    const { signal } = this.#setting
    if (signal.aborted) throw signal.reason
    this.#step = 'request'
    const { forwardedBy } = connection.connection
    const authorization = forwardedBy === null ? null : await this.#authorizationFor(forwardedBy)
    if (signal.aborted) throw signal.reason
    const exchange = connection.connection.exchange(withJarCookies(this.#message), authorization)
    this.#exchange = exchange
    const onAbort = () => exchange.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    let isTaken = false
    try {
      const end = await this.#converse(exchange, connection)
      isTaken = end.kind === 'opened'
      return end
    } finally {
      signal.removeEventListener('abort', onAbort)
      if (!isTaken) exchange.finish()
    }
  }

  #authorizationFor(proxy: ProxyServer): Promise<string | null> {
    const requestTarget = forwardedTarget(this.#message)
    return this.#setting.pool.signIn.authorization(proxy, { method: this.#message.method, requestTarget })
  }

  /** Throws if the response is a question of the proxy that the request can be sent again with an answer to. */
  async #answerProxy(proxy: ProxyServer, head: ResponseHead): Promise<void> {
    if (hasOwnAuthorization(this.#message)) return
    if (await this.#setting.pool.signIn.accepts(proxy, head.headers, this.#proxyAnswers)) {
      this.#proxyAnswers += 1
      await drainBriefly(head)
      throw new ProxyAsks(head.headers)
    }
    this.#refusedBy = signInFailure(proxy, head.headers)
  }

  async #converse(exchange: HttpExchange, connection: AcquiredConnection): Promise<ExchangeEnd> {
    exchange.requestContent.once('finish', () => {
      this.#requestEndedAt = performance.now()
      this.#step = 'response'
    })
    // The head may arrive before the content is written; its failure is the one to report.
    this.#writeContent(exchange).catch((error: unknown) => {
      exchange.abort(error instanceof Error ? error : new Error(String(error)))
    })
    const head = await exchange.head
    this.#firstByteAt = performance.now()
    this.#statusCode = head.statusCode
    this.#step = 'response'
    const { forwardedBy } = connection.connection
    if (head.statusCode === 407 && forwardedBy !== null) await this.#answerProxy(forwardedBy, head)
    const keeping = keepCookies(this.#message, head.headers)
    if (keeping !== null) await keeping
    const begun = responseOfHead(head)
    if (isFollowed(this.#message, head)) {
      await drainBriefly(head)
      return { kind: 'redirect', ...this.#continued(begun) }
    }
    const { answerResponse } = this.#message
    const next = answerResponse ? await answerResponse(this.#message, head) : null
    if (this.#setting.signal.aborted) throw this.#setting.signal.reason
    if (next !== null) {
      await drainBriefly(head)
      return { kind: 'round', next, ...this.#continued(begun) }
    }
    const stream = this.#setting.isOpening && head.statusCode === 101 ? exchange.takeStream() : null
    if (stream !== null) {
      const response = responseWith(begun, { ...nothingReceived, isComplete: true })
      return { kind: 'opened', exchange: this.#exchanged(exchange, response, connection), stream }
    }
    const held = this.#message.answerContent === undefined ? null : await this.#hold(head)
    const again = held === null ? null : await this.#answerContent(held)
    if (again !== null) return { kind: 'again', next: again, ...this.#continued(begun) }
    const response = await this.#receive(exchange, head, begun, held)
    return { kind: 'result', result: ok(this.#exchanged(exchange, response, connection)) }
  }

  #exchanged(exchange: HttpExchange, response: Response, { info }: AcquiredConnection): SentExchange {
    return {
      request: exchange.sent(),
      response,
      timings: this.#timings(),
      hops: this.#setting.hops,
      connection: info,
      notices: this.#notices(info),
    }
  }

  readonly #noteNotCoded = (coding: string): void => {
    this.#notCoded = [...this.#notCoded, coding]
  }

  #continued(response: Response): Continued {
    const connection = this.#acquired?.info ?? null
    const whose = `a response that led to another request (${response.statusCode})`
    return { response, attempt: this.#attemptSoFar(), notices: this.#faultNotices(connection, whose) }
  }

  #notices(connection: ConnectionInfo | null): readonly Notice[] {
    const own = [...noticesOf(this.#message, connection), ...this.#faultNotices(connection)]
    return withEarlier(this.#setting.earlier, own)
  }

  #faultNotices(connection: ConnectionInfo | null, whose?: string): readonly Notice[] {
    const faults = this.#exchange?.faults() ?? []
    return [
      ...(this.#refusedBy === null ? [] : [proxyNotice(this.#refusedBy)]),
      ...(this.#isOverHttp11 ? [http11Notice(this.#statusCode, connection)] : []),
      ...responseNotices(faults, this.#notCoded, whose),
    ]
  }

  /** Holds back content that may lead to another message; null for any other. */
  async #hold(head: ResponseHead): Promise<HeldContent | null> {
    const { answerContent } = this.#message
    if (answerContent === undefined || !isJson(head)) return null
    const contentEncoding = fieldValue(head.headers, 'content-encoding')
    const { signal } = this.#setting
    return holdContent(answerContent.longestBytes, head.content, contentEncoding, signal, this.#noteNotCoded)
  }

  async #answerContent({ whole }: HeldContent): Promise<Result<OutboundMessage, SendFailure> | null> {
    if (whole === null) return null
    const next = await this.#message.answerContent?.answer(this.#message, new TextDecoder().decode(whole))
    if (this.#setting.signal.aborted) throw this.#setting.signal.reason
    return next ?? null
  }

  async #writeContent(exchange: HttpExchange): Promise<void> {
    const { content, headers } = this.#message
    const isAsked = content.length > 0 && /100-continue/i.test(fieldValue(headers, 'expect'))
    // A final response instead of a 100 means that the server does not want the content.
    if (isAsked && !(await untilContinued(exchange))) return
    if (content.length === 0) {
      exchange.requestContent.end()
      return
    }
    let sentBytes = 0
    const { observer } = this.#setting
    const growth = new Throttle(growthIntervalMs, () => observer.onRequestContent(sentBytes))
    try {
      // A single piece is written at once, so that there is no growth to report.
      const isSingle = content.length === 1 && content[0]?.kind === 'bytes'
      const onWritten = (bytes: number) => {
        sentBytes += bytes
        if (!isSingle) growth.ask()
      }
      await writeContent(exchange.requestContent, content, onWritten, this.#setting.options.openFile)
    } finally {
      growth.stop()
    }
    if (sentBytes > 0) observer.onRequestContent(sentBytes)
  }

  /** Returns the whole response, once it is stored. */
  async #receive(
    exchange: HttpExchange,
    head: ResponseHead,
    answered: Response,
    held: HeldContent | null,
  ): Promise<Response> {
    const { observer, signal } = this.#setting
    const writer = await this.#createWriter()
    const track = (response: Response) => {
      this.#response = response
      return response
    }
    const begun = track(storedAs(answered, writer.handle))
    observer.onResponse(begun)
    const received = await receiveContent({
      content: held?.content ?? head.content,
      contentEncoding: held === null ? fieldValue(head.headers, 'content-encoding') : '',
      writer,
      wireBytes: () => exchange.contentWireBytes(),
      signal,
      growthIntervalMs: begun.headerBytes > largeHeadBytes ? 10 * growthIntervalMs : growthIntervalMs,
      onContent: observer.onContent?.bind(observer),
      onNotCoded: this.#noteNotCoded,
      onGrowth: progress => observer.onResponse(track(responseWith(begun, progress))),
    })
    const trailers = received.progress.isComplete ? exchange.trailers() : []
    const response = track(responseWith(begun, received.progress, trailers))
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
      return await this.#setting.options.bodyStore.create()
    } catch (error) {
      throw bodyNotStored(error)
    }
  }

  #attemptSoFar(peer: ConnectionInfo | null = null): SendAttempt {
    return {
      request: this.#exchange?.sent() ?? null,
      connection: this.#acquired?.info ?? peer,
      timings: this.#timings(),
      hops: this.#setting.hops,
      notices: this.#notices(this.#acquired?.info ?? peer),
    }
  }

  #timings(): Timings {
    const endedAt = performance.now()
    const { clock, begun, hops } = this.#setting
    const firstByteAt = this.#firstByteAt
    const waitedUntil = firstByteAt ?? (this.#requestEndedAt && endedAt)
    const { dnsMs, connectMs, tlsMs } = this.#acquired ?? this.#opening.until(endedAt)
    return {
      startedAt: clock.startedAt,
      dnsMs,
      connectMs,
      tlsMs,
      // A response may begin before the request has ended.
      waitingMs: waitedUntil && Math.max(0, waitedUntil - (this.#requestEndedAt ?? waitedUntil)),
      downloadMs: firstByteAt && endedAt - firstByteAt,
      totalMs: endedAt - clock.started,
      ...(hops.length === 0 ? {} : { earlierMs: begun - clock.started }),
    }
  }
}

function isJson({ headers }: ResponseHead): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(fieldValue(headers, 'content-type'))
}

/** Content of a redirect up to this size and time is read, so that the connection can be reused. */
const maxDrainedBytes = 64 * 1024
const drainTimeMs = 300

async function drainBriefly(head: ResponseHead): Promise<void> {
  await Promise.race([drain(head), afterTime(drainTimeMs)])
}

/** Reads unwanted content if that is cheaper than a new connection. */
async function drain({ headers, content }: ResponseHead): Promise<void> {
  const length = fieldValue(headers, 'content-length')
  if (!/^\d+$/.test(length) || Number(length) > maxDrainedBytes) return
  try {
    for await (const _ of content);
  } catch {
    // The redirect is valid, however its content ended.
  }
}

/** Waits until content may be sent; returns false if the final response or a failure comes first. */
function untilContinued(exchange: HttpExchange): Promise<boolean> {
  const isOver = () => false
  const allowed = () => true
  return Promise.race([
    exchange.continued().then(allowed),
    exchange.head.then(isOver, isOver),
    afterTime(continueTimeMs).then(allowed),
  ])
}

function afterTime(timeMs: number): Promise<void> {
  return new Promise(resolve => {
    startBackgroundTimer(timeMs, resolve)
  })
}
