import { failed, ok, type ResponseContent, type Result, type StreamLimits } from '@parley/model'
import type { CompiledJsonQuery, JsonQuery } from '../format/json-query.ts'
import { longestWaitMs } from '../longest-wait-ms.ts'
import type { Wait } from '../ports.ts'
import { EventReader } from './event-reader.ts'
import { isEventStream } from './is-event-stream.ts'
import { readEvent, type StreamEvent } from './read-event.ts'
import { positionAfter, type StreamPosition } from './stream-position.ts'

/** Limits whose condition is compiled. */
export interface CheckedLimits extends Omit<StreamLimits, 'until'> {
  readonly until: JsonQuery | null
}

/** Returns a condition as `compileJsonCondition` does, whose code a host loads when it is needed. */
export type CompileCondition = (condition: string) => Promise<CompiledJsonQuery>

/** Compiles the condition of limits. Returns a sentence about a condition that is invalid. */
export async function checkLimits(
  limits: StreamLimits,
  compile: CompileCondition,
): Promise<Result<CheckedLimits, string>> {
  if (limits.until.trim() === '') return ok({ ...limits, until: null })
  const compiled = await compile(limits.until)
  if (compiled.isValid) return ok({ ...limits, until: compiled.query })
  return failed(`“${limits.until}” cannot be read at character ${compiled.position + 1}: ${compiled.reason}.`)
}

/** An event before the end of a stream or its limit. */
export interface LimitedEvent extends StreamEvent {
  /** The byte of the latest piece after which the event has ended. */
  readonly endInPiece: number
  /** Whether it reached a limit. */
  readonly isLast: boolean
}

/** The events of a stream over all its connections, up to the first limit that it reaches. */
export class LimitedStream {
  readonly #limits: CheckedLimits
  readonly #wait: Wait
  readonly #end: () => void
  readonly #timer = new AbortController()
  #reader = new EventReader()
  #position: StreamPosition = { lastEventId: '', retryMs: null }
  #hasBegun = false
  #isStream = false
  #hasEnough = false
  #eventCount = 0

  /** @param end - ends the send; called once, when a limit is reached */
  constructor(limits: CheckedLimits, wait: Wait, end: () => void) {
    this.#limits = limits
    this.#wait = wait
    this.#end = end
  }

  /** Whether the latest response is an event stream. */
  get isStream(): boolean {
    return this.#isStream
  }

  /** Whether a limit was reached. */
  get hasEnough(): boolean {
    return this.#hasEnough
  }

  get eventCount(): number {
    return this.#eventCount
  }

  /** Where the stream continues. */
  get position(): StreamPosition {
    return positionAfter(this.#position, this.#reader.position)
  }

  /** Begins the response of a connection, whose content follows. May be called again with the same response. */
  begin(content: Pick<ResponseContent, 'mediaType'>): void {
    this.#isStream = isEventStream(content)
    if (this.#hasBegun || !this.#isStream) return
    this.#hasBegun = true
    const { forMs } = this.#limits
    if (forMs > 0) void this.#finishAfter(forMs)
  }

  /** Ends the events of a connection; what follows is the content of another one. */
  endConnection(): StreamPosition {
    this.#position = this.position
    this.#reader = new EventReader()
    // Until the next response, others may arrive: those to requests of scripts, for example.
    this.#isStream = false
    return this.#position
  }

  /** Returns the events that end in a piece of content. */
  read(piece: Uint8Array): readonly LimitedEvent[] {
    if (!this.#isStream || this.#hasEnough) return []
    const events: LimitedEvent[] = []
    for (const { bytes, endInPiece } of this.#reader.read(piece)) {
      const event = readEvent(bytes)
      const isLast = this.#isLast(event.data)
      events.push({ ...event, endInPiece, isLast })
      if (!isLast) continue
      this.#finish()
      break
    }
    return events
  }

  /** Call when the send has ended. */
  stop(): void {
    this.#timer.abort()
  }

  async #finishAfter(timeMs: number): Promise<void> {
    await this.#wait(Math.min(timeMs, longestWaitMs), this.#timer.signal)
    if (!this.#timer.signal.aborted) this.#finish()
  }

  #finish(): void {
    this.#hasEnough = true
    this.stop()
    this.#end()
  }

  #isLast(data: string): boolean {
    const { events, until } = this.#limits
    this.#eventCount += 1
    const isCounted = events > 0 && this.#eventCount >= events
    return isCounted || (until !== null && (until.matches(data) ?? []).length > 0)
  }
}
