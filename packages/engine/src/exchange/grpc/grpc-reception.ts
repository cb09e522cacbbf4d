import { failed, type GrpcState, type HeaderField, ok, type Response, type SendFailure } from '@parley/model'
import { linkedController } from '../../basics/linked-controller.ts'
import { longestWaitMs } from '../../basics/longest-wait-ms.ts'
import { isTextContentType } from '../../prepare/kinds/grpc/call-protocol.ts'
import { isDeadlineExceeded } from '../../prepare/kinds/grpc/deadline.ts'
import { FrameError, FrameReader } from '../../prepare/kinds/grpc/framing/frames.ts'
import { Base64Reader, readWebTrailers } from '../../prepare/kinds/grpc/framing/grpc-web.ts'
import type { GrpcCodec } from '../../prepare/kinds/grpc/grpc-codec.ts'
import { isGrpcContent, mediaTypeOf, readGrpcStatus } from '../../prepare/kinds/grpc/grpc-status.ts'
import type { Wait } from '../../prepare/ports/engine-ports.ts'
import type {
  BodyStore,
  BodyWriter,
  ExchangeObserver,
  FailedSend,
  Transport,
  TransportResult,
} from '../../prepare/ports/transport.ts'
import { exchangeSoFar, unanswered } from '../live/limited-outcome.ts'
import { MessageTexts } from './message-texts.ts'
import type { StreamCall } from './stream-call.ts'

/**
 * What is received of a gRPC stream that nobody watches: up to its end or to one of these. Its messages are then one list,
 * and scripts run after it.
 */
export interface StreamBounds {
  readonly messages: number
  readonly timeMs: number
  readonly wait: Wait
}

/** How the messages of a server are received. */
export interface ReceptionOptions {
  readonly maxMessageBytes: number
  /** 0: none. */
  readonly deadlineMs: number
  /** Where a stream is cut off. Its messages are then a list instead of lines. */
  readonly bounds?: StreamBounds
  /** Gets what arrives as well. The messages of a stream are stored by it alone. */
  readonly call?: Pick<StreamCall, 'onResponse' | 'onMessage'>
}

/**
 * Returns a transport that stores the messages of a response as JSON in place of its content: of a stream one on each line, or
 * all in a list if it is bounded, else the only one. A response that is not gRPC stays as it is. The response says how the call ended.
 */
export function receivingTransport(
  transport: Transport,
  codec: GrpcCodec,
  options: ReceptionOptions,
): Transport {
  return {
    ...transport,
    async send(passed, observer, signal, bodyStore) {
      const own = linkedController(signal)
      const reception = new GrpcReception(codec, options, () => own.abort())
      const storeOf = (store: BodyStore) =>
        reception.storeIn(typeof bodyStore === 'function' ? bodyStore(store) : (bodyStore ?? store))
      const endTime = reception.beginTime()
      const sent = await transport.send(passed, reception.observe(observer), own.signal, storeOf)
      endTime()
      own.unlink()
      return reception.finish(sent)
    },
  }
}

/** Where a response is stored: messages as texts, anything else as it is. */
interface MessageStore {
  readonly writer: BodyWriter
  readonly texts: MessageTexts
}

/** Receives the response of one call. */
class GrpcReception {
  readonly #codec: GrpcCodec
  readonly #options: ReceptionOptions
  readonly #stop: () => void
  #response: Response | null = null
  /** Whether the content of the response is messages. */
  #hasMessages = false
  #reader: FrameReader | null = null
  #base64: Base64Reader | null = null
  /** Those in the content. */
  #trailers: readonly HeaderField[] = []
  #messageCount = 0
  /** Why nothing more is received; null: it is. */
  #reachedBound: 'messages' | 'time' | null = null
  #fault: Pick<SendFailure, 'code' | 'subject'> | null = null

  constructor(codec: GrpcCodec, options: ReceptionOptions, stop: () => void) {
    this.#codec = codec
    this.#options = options
    this.#stop = stop
  }

  /** Begins the time of a bounded stream. Returns what ends it. */
  beginTime(): () => void {
    const { bounds } = this.#options
    if (bounds === undefined || !this.#isStream) return () => {}
    const timer = new AbortController()
    void bounds.wait(Math.min(bounds.timeMs, longestWaitMs), timer.signal).then(() => {
      if (!timer.signal.aborted) this.#reachBound('time')
    })
    return () => timer.abort()
  }

  observe(observer: ExchangeObserver): ExchangeObserver {
    return {
      ...observer,
      onRequestContent: bytes => observer.onRequestContent(bytes),
      onResponse: response => {
        if (this.#response === null) this.#begin(response)
        this.#options.call?.onResponse(response)
        observer.onResponse(this.#asStored(response))
      },
    }
  }

  storeIn(store: BodyStore): BodyStore {
    return {
      create: async () => {
        const writer = await store.create()
        const reader = new FrameReader(this.#options.maxMessageBytes, this.#codec.protocol !== 'grpc')
        this.#reader = reader
        const texts = new MessageTexts(writer, this.#isList)
        return {
          handle: writer.handle,
          write: bytes => this.#write(bytes, reader, { writer, texts }),
          close: async () => {
            if (this.#hasMessages) texts.end()
            try {
              await texts.flush()
            } finally {
              await writer.close()
            }
          },
        }
      },
    }
  }

  /** A response is reported again whenever more of it has arrived; its head is the same. */
  #begin(response: Response): void {
    this.#response = response
    this.#hasMessages = isGrpcContent(response, this.#codec.protocol)
    if (isTextContentType(mediaTypeOf(response.headers))) this.#base64 = new Base64Reader()
  }

  finish(sent: TransportResult): TransportResult {
    if (sent.ok && (this.#reader?.isAtBoundary === false || this.#base64?.isAtBoundary === false))
      this.#fail('GRPC_FRAME', 'the response ends within a message')
    if (sent.ok && this.#fault === null) {
      const { trailers } = sent.value.response
      const response = { ...sent.value.response, trailers: [...trailers, ...this.#trailers] }
      return ok({ ...sent.value, response: { ...this.#asStored(response), grpc: this.#stateOf(response) } })
    }
    if (!sent.ok && this.#fault === null && this.#reachedBound !== null) return this.#cutOff(sent.failure)
    const { attempt, response: received } = sent.ok
      ? { attempt: sent.value, response: sent.value.response }
      : sent.failure
    const response = received && this.#asStored(received)
    const failure = sent.ok ? null : sent.failure.failure
    const position = {
      step: failure?.step ?? ('response' as const),
      address: failure?.address ?? addressOf(sent),
      elapsedMs: failure?.elapsedMs ?? 0,
    }
    if (this.#fault !== null)
      return failed({ failure: { kind: 'protocol', ...this.#fault, ...position }, attempt, response })
    const { deadlineMs } = this.#options
    if (sent.ok) return sent
    if (!isDeadlineExceeded(sent.failure.failure, deadlineMs)) return failed({ ...sent.failure, response })
    const exceeded = { kind: 'timeout', code: 'GRPC_DEADLINE_EXCEEDED', subject: String(deadlineMs) } as const
    return failed({ failure: { ...exceeded, ...position }, attempt, response })
  }

  async #write(bytes: Uint8Array, reader: FrameReader, { writer, texts }: MessageStore): Promise<void> {
    const response = this.#response
    if (this.#isOver || response === null) return
    if (!this.#hasMessages) return writer.write(bytes)
    try {
      // Copied, as the memory may be used again while a message is decompressed.
      const framed = this.#base64 === null ? new Uint8Array(bytes) : this.#base64.push(bytes)
      for (const { bytes: content, isCompressed, isTrailers } of reader.push(framed)) {
        const message = isCompressed ? await reader.decompress(content, encodingOf(response)) : content
        if (isTrailers) {
          this.#trailers = readWebTrailers(message)
          continue
        }
        // A promise for each of many small messages would take longer than the message.
        const written = this.#writeMessage(message, texts, content.byteLength)
        if (written !== null) await written
        if (this.#isOver) return
      }
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      this.#fail(error.code, error.message)
    }
  }

  /** Returns a promise to wait for before the next message, or null. */
  #writeMessage(message: Uint8Array, texts: MessageTexts, wireBytes: number): Promise<void> | null {
    const isStream = this.#isStream
    const text = this.#codec.decode(message, !isStream)
    if (!text.ok) {
      this.#fail('GRPC_MESSAGE_UNREADABLE', text.failure)
      return null
    }
    this.#messageCount += 1
    const { call } = this.#options
    if (call !== undefined && isStream) return call.onMessage(text.value, wireBytes)
    const stored = texts.write(text.value)
    const { bounds } = this.#options
    if (bounds !== undefined && isStream && this.#messageCount >= bounds.messages)
      this.#reachBound('messages')
    const line = call === undefined ? null : this.#codec.decode(message, false)
    return line?.ok ? Promise.all([stored, call?.onMessage(line.value, wireBytes)]).then(() => {}) : stored
  }

  /** Messages are stored as JSON, whatever the server calls them. */
  #asStored(received: Response): Response {
    const response: Response =
      this.#options.call === undefined ? received : { ...received, isOfStreamedCall: true }
    if (!isGrpcContent(response, this.#codec.protocol)) return response
    const mediaType = this.#isStream && !this.#isList ? 'application/x-ndjson' : 'application/json'
    return { ...response, content: { ...response.content, mediaType, charset: '' } }
  }

  get #isStream(): boolean {
    const { type } = this.#codec
    return type === 'serverStreaming' || type === 'bidirectionalStreaming'
  }

  get #isList(): boolean {
    return this.#isStream && this.#options.bounds !== undefined
  }

  get #isOver(): boolean {
    return this.#fault !== null || this.#reachedBound !== null
  }

  #reachBound(bound: 'messages' | 'time'): void {
    if (this.#isOver) return
    this.#reachedBound = bound
    this.#stop()
  }

  /** Returns what a bounded stream had; a server that has not answered at all has failed. */
  #cutOff(failure: FailedSend): TransportResult {
    const exchange = exchangeSoFar(failure)
    if (exchange === null) return failed(unanswered(failure))
    const { bounds } = this.#options
    const words =
      this.#reachedBound === 'time'
        ? `after ${(bounds?.timeMs ?? 0) / 1000} seconds`
        : `after ${bounds?.messages} messages`
    const grpc: GrpcState = {
      code: 1,
      name: 'CANCELLED',
      message: `Parley ended the call ${words}, which is the limit for runs.`,
      details: [],
      messageCount: this.#messageCount,
      isEndedByRun: true,
    }
    return ok({ ...exchange, response: { ...this.#asStored(exchange.response), grpc } })
  }

  #fail(code: string, subject: string): void {
    this.#fault ??= { code, subject }
    this.#stop()
  }

  #stateOf(response: Response): GrpcState {
    return readGrpcStatus(response, this.#messageCount, this.#codec)
  }
}

function encodingOf({ headers }: Response): string {
  const field = headers.find(({ name }) => name.toLowerCase() === 'grpc-encoding')
  return field?.value.trim().toLowerCase() ?? ''
}

function addressOf(sent: TransportResult): string {
  if (!sent.ok) return sent.failure.failure.address
  return /^[^:]+:\/\/([^/?#]*)/.exec(sent.value.request.targetUri)?.[1] ?? ''
}
