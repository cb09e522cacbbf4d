import { once } from 'node:events'
import { type ClientHttp2Stream, constants } from 'node:http2'
import type { OutboundMessage } from '@parley/engine'
import type { HeaderField, InterimResponse, SentRequest } from '@parley/model'
import { readWithoutLoss } from '../content/read-without-loss.ts'
import { fieldsOf } from '../header-fields.ts'
import type { HttpExchange, ResponseHead } from '../http-connection.ts'
import { maxInterim } from '../response-limits.ts'
import { TransportError } from '../transport-error.ts'
import type { CountedSocket } from './counted-socket.ts'
import { http2Failure, incomplete, streamReset } from './http2-failure.ts'
import type { Http2Fields } from './request-fields.ts'

interface Http2ExchangeParts extends Http2Fields {
  readonly stream: ClientHttp2Stream
  readonly message: OutboundMessage
  readonly counts: Pick<CountedSocket, 'sent' | 'received'>
  isSpoken(): boolean
  readonly isAgreed: boolean
  /** Returns the error that ended the whole connection, which is more precise than the stream's own error. */
  sessionError(): Error | null
}

/** One stream of an HTTP/2 connection. */
export class Http2Exchange implements HttpExchange {
  readonly requestContent: ClientHttp2Stream
  readonly head: Promise<ResponseHead>
  readonly #parts: Http2ExchangeParts
  readonly #interim: InterimResponse[] = []
  #trailers: HeaderField[] = []
  #hasHead = false
  #reason: Error | null = null
  /** The sent request when the exchange ended, because its counts are dropped then. */
  #finalSent: SentRequest | null = null

  constructor(parts: Http2ExchangeParts) {
    this.#parts = parts
    const { stream } = parts
    this.requestContent = stream
    stream.on('headers', (_headers, _flags, rawHeaders) => this.#addInterim(rawHeaders))
    stream.on('trailers', (_headers, _flags, rawHeaders) => {
      this.#trailers = fieldsOf(rawHeaders)
    })
    this.head = new Promise((resolve, reject) => {
      stream.once('response', (_headers, _flags, rawHeaders) => resolve(this.#begin(rawHeaders)))
      stream.on('error', error => reject(this.#failure(error)))
      stream.once('close', () => {
        if (!this.#hasHead) reject(this.#failure(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
      })
    })
    // The caller may abort an exchange without waiting for its head.
    this.head.catch(() => {})
  }

  continued(): Promise<void> {
    return new Promise(resolve => this.requestContent.once('continue', resolve))
  }

  sent(): SentRequest {
    if (this.#finalSent !== null) return this.#finalSent
    const { message, fields, leftOut } = this.#parts
    const { headerBlocks, dataBytes } = this.#parts.counts.sent.of(this.#streamId)
    return {
      method: message.method,
      targetUri: message.target.targetUri,
      httpVersion: '2',
      requestLine: `${message.method} ${message.target.pathAndQuery} HTTP/2`,
      headers: fields,
      leftOut,
      headerBytes: sum(headerBlocks),
      contentBytes: dataBytes,
    }
  }

  contentWireBytes(): number {
    const { headerBlocks, dataBytes } = this.#received
    return dataBytes + sum(headerBlocks.slice(this.#interim.length + 1))
  }

  trailers(): HeaderField[] {
    return this.#trailers
  }

  faults(): readonly string[] {
    return []
  }

  beginning(): Uint8Array {
    return new Uint8Array()
  }

  takeStream(): null {
    return null
  }

  abort(reason: Error): void {
    this.#reason = reason
    this.#parts.stream.close(constants.NGHTTP2_CANCEL)
    this.#parts.stream.destroy()
  }

  finish(): void {
    const { stream, counts } = this.#parts
    this.#finalSent = this.sent()
    const forget = () => {
      counts.sent.forget(this.#streamId)
      counts.received.forget(this.#streamId)
    }
    if (stream.closed && stream.destroyed) forget()
    else stream.once('close', forget)
    stream.destroy()
  }

  get #streamId(): number {
    return this.#parts.stream.id ?? 0
  }

  get #received() {
    return this.#parts.counts.received.of(this.#streamId)
  }

  #addInterim(rawHeaders: readonly string[]): void {
    const fields = fieldsOf(rawHeaders)
    this.#interim.push({
      statusCode: statusOf(fields),
      reasonPhrase: '',
      headers: withoutPseudoFields(fields),
    })
    if (this.#interim.length > maxInterim)
      this.abort(new TransportError('protocol', 'TOO_MANY_INTERIM', String(maxInterim)))
  }

  #begin(rawHeaders: readonly string[]): ResponseHead {
    this.#hasHead = true
    const fields = fieldsOf(rawHeaders)
    return {
      httpVersion: '2',
      statusCode: statusOf(fields),
      reasonPhrase: '',
      headers: withoutPseudoFields(fields),
      headerBytes: this.#received.headerBlocks[this.#interim.length] ?? 0,
      interim: this.#interim,
      content: this.#content(),
    }
  }

  #content(): AsyncGenerator<Buffer, void, undefined> {
    const nameFailure = (error: unknown) => this.#failure(error)
    return readWithoutLoss(this.#parts.stream, nameFailure, () =>
      this.#checkEnd().catch((error: unknown) => {
        throw nameFailure(error)
      }),
    )
  }

  /** Throws if the stream was cut off, because Node ends its content as if it were complete. */
  async #checkEnd(): Promise<void> {
    const { stream } = this.#parts
    if (this.#received.isEnded) return
    if (!stream.closed) await once(stream, 'close')
    if (this.#received.isReset) throw streamReset(stream.rstCode ?? 0)
    throw incomplete()
  }

  #failure(error: unknown): unknown {
    const cause = this.#reason ?? this.#parts.sessionError() ?? error
    return http2Failure(cause, {
      isSpoken: this.#parts.isSpoken(),
      isAgreed: this.#parts.isAgreed,
      hasHead: this.#hasHead,
    })
  }
}

function statusOf(fields: readonly HeaderField[]): number {
  return Number(fields.find(({ name }) => name === ':status')?.value)
}

function withoutPseudoFields(fields: readonly HeaderField[]): HeaderField[] {
  return fields.filter(({ name }) => !name.startsWith(':'))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
