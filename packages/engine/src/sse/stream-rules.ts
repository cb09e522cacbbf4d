import { isPassingFailure, type ReconnectingHost, responseOf } from '../live/keep-connected.ts'
import { longestWaitMs } from '../longest-wait-ms.ts'
import type { SendOutcome } from '../ports.ts'
import { isEventStream } from './is-event-stream.ts'

/** How long a stream that does not say so waits before the next connection. */
const defaultRetryMs = 3000
/** A server that asks for less is not asked more often (WHATWG HTML §9.2.3 allows a longer delay). */
const leastRetryMs = 50
const maxRetryMs = 60_000

/**
 * When a stream is connected again (WHATWG HTML §9.2.3): when it ends or breaks. Every response that is no event stream
 * ends it.
 * @param retryMs - returns what the server asked for after a connection; null: nothing
 * @param random - from 0 to below 1
 */
export function streamRules(
  retryMs: () => Promise<number | null>,
  random: () => number,
): Pick<ReconnectingHost, 'wasOpen' | 'mayFollow' | 'delayMs'> {
  return {
    wasOpen: isStreamOf,
    mayFollow: outcome =>
      isStreamOf(outcome) ? outcome.ok || isPassingFailure(outcome) : isUnanswered(outcome),
    delayMs: async (_outcome, failures) => delayOf((await retryMs()) ?? defaultRetryMs, failures, random()),
  }
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
