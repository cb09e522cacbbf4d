import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as startRequest } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { BodyWriter, OutboundMessage, ResponseObserver, TransportResult } from '@parley/engine'
import { failed, ok, type Response, type SendStep } from '@parley/model'
import { connectionInfo } from './connection-info.ts'
import { checkExpansion, contentDecoders } from './content-decoding.ts'
import type { TransportOptions } from './node-transport.ts'
import { type OpenConnection, openConnection } from './open-connection.ts'
import { failureOf, TransportError } from './transport-error.ts'
import { fieldsOf, fieldValue, headerSectionBytes, toWire } from './wire-text.ts'
import { writeContent } from './write-content.ts'

/** A response head of more than this is an error (attacks HT5). */
const maxHeaderBytes = 256 * 1024
/** How often a growing response is told of. */
const growthIntervalMs = 100

/** One request on its way: connect, send, receive; ends in an exchange or a failure, whatever happens. */
export class ExchangeInProgress {
  readonly #message: OutboundMessage
  readonly #options: TransportOptions
  readonly #observer: ResponseObserver
  readonly #startedAt = Date.now()
  readonly #started = performance.now()
  #step: SendStep = 'connect'
  #response: Response | null = null
  #requestEndedAt = 0
  #firstByteAt = 0

  constructor(message: OutboundMessage, options: TransportOptions, observer: ResponseObserver) {
    this.#message = message
    this.#options = options
    this.#observer = observer
  }

  async run(cancel: AbortSignal): Promise<TransportResult> {
    const stop = new AbortController()
    const onCancel = () => stop.abort(new TransportError('cancelled', 'CANCELLED'))
    if (cancel.aborted) onCancel()
    cancel.addEventListener('abort', onCancel, { once: true })
    const { timeoutMs } = this.#message.settings
    const onTimeout = () => stop.abort(new TransportError('timeout', 'REQUEST_TIMEOUT'))
    const timer = timeoutMs > 0 ? setTimeout(onTimeout, timeoutMs) : undefined
    let connection: OpenConnection | null = null
    try {
      connection = await this.#connect(stop.signal)
      const { socket } = connection
      const onStop = () => socket.destroy(stop.signal.reason)
      if (stop.signal.aborted) onStop()
      stop.signal.addEventListener('abort', onStop, { once: true })
      return await this.#exchange(connection)
    } catch (error) {
      const reason = stop.signal.aborted ? stop.signal.reason : error
      const elapsedMs = performance.now() - this.#started
      const address = this.#message.target.address
      const failure = failureOf(reason, { step: this.#step, address, elapsedMs })
      return failed({ failure, response: this.#response })
    } finally {
      connection?.socket.destroy()
      clearTimeout(timer)
      cancel.removeEventListener('abort', onCancel)
    }
  }

  #connect(signal: AbortSignal): Promise<OpenConnection> {
    return openConnection({
      target: this.#message.target,
      connectTimeoutMs: this.#message.settings.connectTimeoutMs,
      isRefused: this.#options.isRefused ?? (() => false),
      certificateAuthorities: this.#options.certificateAuthorities ?? [],
      signal,
      onStep: step => {
        this.#step = step
      },
    })
  }

  async #exchange(connection: OpenConnection): Promise<TransportResult> {
    this.#step = 'request'
    const request = this.#startRequest(connection)
    const incoming = receiveHead(request)
    // The head may come before the content is written, and its failure is the one to tell.
    const written = writeContent(request, this.#message.content).catch(error => request.destroy(error))
    void written.then(() => {
      this.#requestEndedAt = performance.now()
    })
    const head = await incoming
    this.#firstByteAt = performance.now()
    this.#step = 'response'
    const writer = await this.#options.bodyStore.create()
    try {
      await this.#receiveContent(head, writer)
    } finally {
      await writer.close()
    }
    return this.#answered(connection, head)
  }

  #startRequest({ socket }: OpenConnection): ClientRequest {
    const { method, target, headers } = this.#message
    return startRequest({
      method,
      path: target.pathAndQuery,
      headers: headers.flatMap(({ name, value }) => [name, toWire(value)]),
      setDefaultHeaders: false,
      createConnection: () => socket,
      maxHeaderSize: maxHeaderBytes,
    })
  }

  async #receiveContent(head: IncomingMessage, writer: BodyWriter): Promise<void> {
    this.#grow(responseOf(head, writer.handle, 0, 0, false))
    let wireBytes = 0
    let decodedBytes = 0
    let toldAt = performance.now()
    const count = new Transform({
      transform(bytes: Buffer, _encoding, done) {
        wireBytes += bytes.byteLength
        done(null, bytes)
      },
    })
    const store = async (decoded: AsyncIterable<Buffer>) => {
      for await (const bytes of decoded) {
        decodedBytes += bytes.byteLength
        checkExpansion(wireBytes, decodedBytes)
        await writer.write(bytes)
        const now = performance.now()
        if (now - toldAt < growthIntervalMs) continue
        toldAt = now
        this.#grow(responseOf(head, writer.handle, wireBytes, decodedBytes, false))
      }
    }
    try {
      const decoders = contentDecoders(head.headers['content-encoding'] ?? '')
      const decoded: Readable = decoders.at(-1) ?? count
      // A failure anywhere destroys the last stream with its error, where the loop meets it.
      pipeline([head, count, ...decoders], () => {})
      await store(decoded)
      this.#response = responseOf(head, writer.handle, wireBytes, decodedBytes, true)
    } catch (error) {
      this.#response = responseOf(head, writer.handle, wireBytes, decodedBytes, false)
      throw head.complete || error instanceof TransportError ? decodingError(error) : cutShort(error)
    }
  }

  #grow(response: Response): void {
    this.#response = response
    this.#observer.onResponse(response)
  }

  #answered(connection: OpenConnection, head: IncomingMessage): TransportResult {
    const { method, target, headers, content, notices } = this.#message
    const response = this.#response ?? responseOf(head, '', 0, 0, false)
    const endedAt = performance.now()
    const requestLine = `${method} ${target.pathAndQuery} HTTP/1.1`
    const waitedFrom = Math.min(this.#requestEndedAt || this.#firstByteAt, this.#firstByteAt)
    return ok({
      request: {
        method,
        targetUri: target.targetUri,
        requestLine,
        headers,
        headerBytes: headerSectionBytes(requestLine, headers),
        contentBytes: content.reduce(
          (sum, part) => sum + (part.kind === 'bytes' ? part.bytes.byteLength : part.lengthBytes),
          0,
        ),
      },
      response: { ...response, trailers: fieldsOf(head.rawTrailers) },
      timings: {
        startedAt: this.#startedAt,
        dnsMs: connection.dnsMs,
        connectMs: connection.connectMs,
        tlsMs: connection.tlsMs,
        waitingMs: this.#firstByteAt - waitedFrom,
        downloadMs: endedAt - this.#firstByteAt,
        totalMs: endedAt - this.#started,
      },
      hops: [],
      connection: connectionInfo(connection.socket),
      notices,
    })
  }
}

/** The final response's head; interim (1xx) ones are passed over. */
function receiveHead(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
    request.once('close', () => reject(new TransportError('protocol', 'ECONNRESET')))
  })
}

function responseOf(
  head: IncomingMessage,
  handle: string,
  wireBytes: number,
  decodedBytes: number,
  isComplete: boolean,
): Response {
  const headers = fieldsOf(head.rawHeaders)
  const statusCode = head.statusCode ?? 0
  const reasonPhrase = head.statusMessage ?? ''
  const contentType = fieldValue(headers, 'content-type')
  return {
    httpVersion: head.httpVersion,
    statusCode,
    reasonPhrase,
    headers,
    trailers: [],
    headerBytes: headerSectionBytes(`HTTP/${head.httpVersion} ${statusCode} ${reasonPhrase}`, headers),
    content: {
      handle,
      mediaType: (contentType.split(';')[0] ?? '').trim().toLowerCase(),
      charset: (/;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? '').toLowerCase(),
      wireBytes,
      decodedBytes,
      isComplete,
    },
  }
}

function cutShort(error: unknown): unknown {
  const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  return isReset ? new TransportError('protocol', 'INCOMPLETE_RESPONSE') : error
}

function decodingError(error: unknown): unknown {
  return error instanceof TransportError ? error : new TransportError('protocol', 'INVALID_CONTENT_CODING')
}
