import { defaultStreamSettings, type HttpRequest, mayReconnect } from '@parley/model'
import { longestWaitMs } from '../../basics/longest-wait-ms.ts'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import { isPassingFailure, type ReconnectingHost, responseOf } from '../live/keep-connected.ts'
import { isEventStream } from './is-event-stream.ts'
import type { StreamPosition } from './stream-position.ts'

/** How long a stream that does not say so waits before the next connection. */
const defaultRetryMs = 3000
/** A server that asks for less is not asked more often (WHATWG HTML §9.2.3 allows a longer delay). */
const leastRetryMs = 50
const maxRetryMs = 60_000

/** What decides about another connection. */
export interface StreamRules {
  readonly request: HttpRequest
  /** Returns where the stream continues after a connection that has ended; null if there was none. */
  readonly position: () => Promise<StreamPosition | null>
  /** From 0 to below 1. */
  readonly random: () => number
}

/**
 * When a stream is connected again (WHATWG HTML §9.2.3): when it ends or breaks, and the settings allow it for each method that
 * was sent. Every response that is no event stream ends it, and so does the event `[DONE]`.
 */
export function streamRules({
  request,
  position,
  random,
}: StreamRules): Pick<ReconnectingHost, 'wasOpen' | 'mayFollow' | 'delayMs'> {
  let retryMs: number | null = null
  return {
    wasOpen: isStreamOf,
    async mayFollow(outcome) {
      const hasEnded = isStreamOf(outcome) ? outcome.ok || isPassingFailure(outcome) : isUnanswered(outcome)
      if (!hasEnded || !mayRepeat(request, outcome)) return false
      const ended = await position()
      retryMs = ended?.retryMs ?? null
      return ended?.isDone !== true
    },
    delayMs: async (_outcome, failures) => delayOf(retryMs ?? defaultRetryMs, failures, random()),
  }
}

/** A script may have chosen another method, and a redirect may have led from a POST to a GET. */
function mayRepeat({ stream = defaultStreamSettings, method }: HttpRequest, outcome: SendOutcome): boolean {
  const attempt = outcome.ok ? outcome.value.exchange : outcome.failure.attempt
  const sent = [...(attempt?.hops ?? []).map(hop => hop.method), attempt?.request?.method ?? method]
  return sent.every(one => mayReconnect(stream, one))
}

/** Twice as long after each failure, and a fifth more or less, so that many clients do not return together. */
function delayOf(retryMs: number, failures: number, random: number): number {
  const begun = Math.max(leastRetryMs, retryMs)
  const grown = failures === 0 ? begun : Math.min(maxRetryMs, begun * 2 ** failures)
  return Math.min(longestWaitMs, grown * (0.8 + 0.4 * random))
}

function isUnanswered(outcome: SendOutcome): boolean {
  return responseOf(outcome) === null && isPassingFailure(outcome)
}

function isStreamOf(outcome: SendOutcome): boolean {
  const response = responseOf(outcome)
  return response !== null && response.statusCode === 200 && isEventStream(response.content)
}
