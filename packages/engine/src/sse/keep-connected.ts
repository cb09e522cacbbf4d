import { failed, type Response, type SendFailure, type SendFailureKind } from '@parley/model'
import { longestWaitMs } from '../longest-wait-ms.ts'
import type { SendOutcome } from '../ports.ts'
import { isEventStream } from './is-event-stream.ts'
import type { StreamPosition } from './stream-position.ts'

/** The time between two connections. */
export interface StreamWaiting {
  /** How long it waits. */
  readonly delayMs: number
  /** Why the last connection ended; null: the server ended it. */
  readonly failure: SendFailure | null
}

/** What a stream that is connected again needs. */
export interface StreamHost {
  /**
   * Sends the request.
   * @param lastEventId as the server sent it; null for the first connection
   */
  connect(lastEventId: string | null): Promise<SendOutcome>
  /** Returns where a stream that has ended continues. */
  position(): Promise<StreamPosition | null>
  /** Resolves after a time, or when the signal is aborted. */
  wait(timeMs: number): Promise<void>
  /** Called before it waits for the next connection. */
  onWaiting(waiting: StreamWaiting): void
  /** From 0 to below 1. */
  random(): number
  readonly signal: AbortSignal
}

/** How long a stream that does not say so waits before the next connection. */
const defaultRetryMs = 3000
/** A server that asks for less is not asked more often (WHATWG HTML §9.2.3 allows a longer delay). */
const leastRetryMs = 50
const maxRetryMs = 60_000

/** A connection that failed for one of these reasons may succeed later. */
const passingFailures: ReadonlySet<SendFailureKind> = new Set([
  'dns',
  'connect',
  'tls',
  'timeout',
  'proxy',
  'protocol',
])

/**
 * Connects, and connects again when the stream ends or breaks, until the user stops it (WHATWG HTML §9.2.3). A first
 * connection that fails, and every response that is no event stream, ends it.
 */
export async function keepConnected(host: StreamHost): Promise<SendOutcome> {
  let streamed: SendOutcome | null = null
  let lastEventId: string | null = null
  for (let failures = 0; ; ) {
    const outcome: SendOutcome = await host.connect(lastEventId)
    const isStream = isStreamOf(outcome)
    if (host.signal.aborted) return isStream || streamed === null ? outcome : stopped(streamed)
    if (isStream ? isFinal(outcome) : streamed === null || !isPassing(outcome)) return outcome
    if (isStream) streamed = outcome
    const position = await host.position()
    failures = isStream ? 0 : failures + 1
    lastEventId = position?.lastEventId ?? ''
    const delayMs = delayOf(position?.retryMs ?? defaultRetryMs, failures, host.random())
    host.onWaiting({ delayMs, failure: outcome.ok ? null : outcome.failure.failure })
    await host.wait(delayMs)
    if (host.signal.aborted) return stopped(streamed ?? outcome)
  }
}

/** Twice as long after each failure, and a fifth more or less, so that many clients do not return together. */
function delayOf(retryMs: number, failures: number, random: number): number {
  const begun = Math.max(leastRetryMs, retryMs)
  const grown = failures === 0 ? begun : Math.min(maxRetryMs, begun * 2 ** failures)
  return Math.min(longestWaitMs, grown * (0.8 + 0.4 * random))
}

function isPassing(outcome: SendOutcome): boolean {
  return !outcome.ok && outcome.failure.response === null && !isFinal(outcome)
}

/** Whether a connection failed for a reason that another one would not change, such as a full disk. */
function isFinal(outcome: SendOutcome): boolean {
  return !outcome.ok && !passingFailures.has(outcome.failure.failure.kind)
}

function isStreamOf(outcome: SendOutcome): boolean {
  const response = responseOf(outcome)
  return response !== null && response.statusCode === 200 && isEventStream(response.content)
}

function responseOf(outcome: SendOutcome): Response | null {
  return outcome.ok ? outcome.value.exchange.response : outcome.failure.response
}

/** Returns the outcome of a stream that the user stopped between two connections. */
export function stopped(outcome: SendOutcome): SendOutcome {
  const failure = {
    kind: 'cancelled',
    code: 'CANCELLED',
    step: 'response',
    address: '',
    subject: '',
    elapsedMs: outcome.ok ? outcome.value.exchange.timings.totalMs : outcome.failure.failure.elapsedMs,
  } as const
  if (!outcome.ok) return failed({ ...outcome.failure, failure })
  const { response, ...attempt } = outcome.value.exchange
  return failed({ failure, attempt, response })
}
