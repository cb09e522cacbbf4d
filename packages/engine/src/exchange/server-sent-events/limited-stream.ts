import type { HttpRequest, Response } from '@parley/model'
import type { Wait } from '../../prepare/ports/engine-ports.ts'
import { SubscriptionPartReader, subscriptionBoundary } from '../graphql/subscription-parts.ts'
import { type CheckedLimits, LimitCounter } from '../live/limit-counter.ts'
import { EventReader } from './event-reader.ts'
import { isEventStream } from './is-event-stream.ts'
import { readEvent, type StreamEvent } from './read-event.ts'
import { positionAfter, type StreamPosition, streamStart } from './stream-position.ts'

/** An event of a stream, or a part of the response to a GraphQL subscription, before the end of a stream or its limit. */
export interface LimitedEvent extends Omit<StreamEvent, 'retryMs'> {
  /** The byte of the latest piece after which the event has ended. */
  readonly endInPiece: number
  /** Whether it reached a limit. */
  readonly isLast: boolean
}

/** The events of a stream over all its connections, up to the first limit that it reaches. */
export class LimitedStream {
  readonly #counter: LimitCounter
  #reader = new EventReader()
  #position = streamStart
  #isStream = false
  #parts: SubscriptionPartReader | null = null

  /** @param end - ends the send; called once, when a limit is reached */
  constructor(limits: CheckedLimits, wait: Wait, end: () => void) {
    this.#counter = new LimitCounter(limits, wait, end)
  }

  /** Whether the latest response is an event stream, or a subscription in parts. */
  get isStream(): boolean {
    return this.#isStream
  }

  /** Whether a limit was reached. */
  get hasEnough(): boolean {
    return this.#counter.hasEnough
  }

  get eventCount(): number {
    return this.#counter.count
  }

  /** Where the stream continues. */
  get position(): StreamPosition {
    return positionAfter(this.#position, this.#reader.position)
  }

  /** Begins the response of a connection, whose content follows. May be called again with the same response. */
  begin(request: HttpRequest, response: Pick<Response, 'headers' | 'content'>): void {
    const boundary = subscriptionBoundary(request, response)
    this.#parts = boundary === null ? null : (this.#parts ?? new SubscriptionPartReader(boundary))
    this.#isStream = boundary !== null || isEventStream(response.content)
    if (this.#isStream) this.#counter.begin()
  }

  /** Begins a subscription over a WebSocket, whose results follow one by one. */
  open(): void {
    this.#isStream = true
    this.#counter.begin()
  }

  /** Takes a result of a subscription over a WebSocket. */
  add(data: string): void {
    if (!this.hasEnough) this.#counter.add(data)
  }

  /** Ends the events of a connection; what follows is the content of another one. */
  endConnection(): StreamPosition {
    this.#reader.end()
    this.#position = this.position
    this.#reader = new EventReader()
    // Until the next response, others may arrive: those to requests of scripts, for example. After [DONE] none follows.
    this.#isStream &&= this.#position.isDone
    return this.#position
  }

  /** Returns the events that end in a piece of content. */
  read(piece: Uint8Array): readonly LimitedEvent[] {
    if (!this.#isStream || this.hasEnough) return []
    return this.#parts === null ? this.#readEvents(piece) : this.#readParts(piece, this.#parts)
  }

  #readEvents(piece: Uint8Array): readonly LimitedEvent[] {
    const events: LimitedEvent[] = []
    for (const { bytes, endInPiece } of this.#reader.read(piece)) {
      const event = readEvent(bytes)
      const isLast = this.#counter.add(event.data)
      events.push({ ...event, endInPiece, isLast })
      if (isLast) break
    }
    return events
  }

  #readParts(piece: Uint8Array, reader: SubscriptionPartReader): readonly LimitedEvent[] {
    const events: LimitedEvent[] = []
    for (const { data, isResult, endInPiece } of reader.read(piece)) {
      const isLast = isResult && this.#counter.add(data)
      // As GraphQL over SSE names them.
      events.push({ id: null, event: isResult ? 'next' : 'error', data, endInPiece, isLast })
      if (isLast) break
    }
    return events
  }

  /** Call when the send has ended. */
  stop(): void {
    this.#counter.stop()
  }
}
