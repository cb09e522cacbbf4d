import { type Exchange, failed, ok, type StreamLimits, type TestResult } from '@parley/model'
import type { SendOutcome } from '../../prepare/ports/history.ts'
import type { FailedSend } from '../../prepare/ports/transport.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'

/** How long a run waits until a live request reaches its limit, unless the limit itself is a time. */
export const maxLiveWaitMs = 30_000

/** What the events or messages of a live request are called. */
export interface LiveWords {
  readonly one: string
  readonly many: string
  /** `stream` or `connection`. */
  readonly whole: string
  /** `no event stream`. */
  readonly notLive: string
}

/** What a live request did until it ended or a run ended it. */
export interface LiveConclusion {
  readonly limits: StreamLimits
  readonly words: LiveWords
  readonly hasEnough: boolean
  /** Whether its response was a stream, or opened a WebSocket. */
  readonly isLive: boolean
  readonly count: number
  /** Whether the run has waited long enough. */
  readonly isLate: boolean
}

/** The outcome of a request whose limits cannot be read. */
export function invalidLimits(sentence: string): SendOutcome {
  const failure = preparationFailure('invalidRequest', 'INVALID_STREAM_LIMIT', sentence)
  return failed({ failure, attempt: null, response: null })
}

/** Returns the outcome of a send with the test of its limits; a connection that broke has no test. */
export function concluded(outcome: SendOutcome, live: LiveConclusion): SendOutcome {
  const wasEnded = live.hasEnough || live.isLate
  if (!outcome.ok && !wasEnded) return outcome
  const exchange = outcome.ok ? outcome.value.exchange : exchangeSoFar(outcome.failure)
  if (exchange === null) return live.isLate && !outcome.ok ? failed(unanswered(outcome.failure)) : outcome
  const name = `Runs up to ${limitWords(live)}`
  const reason = failureReason(exchange, live)
  const result: TestResult = reason === null ? { passed: true, name } : { passed: false, name, reason }
  return ok({ exchange, tests: { results: [result], scriptErrors: [] } })
}

/** Returns why no limit was reached; null if one was. */
function failureReason({ response }: Exchange, live: LiveConclusion): string | null {
  const { words, hasEnough, isLive, isLate, count } = live
  if (hasEnough) return null
  const { statusCode, reasonPhrase } = response
  if (!isLive) return `The response is ${words.notLive}: ${`${statusCode} ${reasonPhrase}`.trim()}`
  const had = countOf(count, words)
  return isLate
    ? `The ${words.whole} did not reach its limit within ${seconds(maxLiveWaitMs)}: it had ${had}`
    : `The server ended the ${words.whole} after ${had}`
}

function limitWords({ limits: { events, forMs, until }, words }: LiveConclusion): string {
  const article = words.one.startsWith('e') ? 'an' : 'a'
  return [
    ...(events > 0 ? [countOf(events, words)] : []),
    ...(until.trim() === '' ? [] : [`${article} ${words.one} with ${until}`]),
    ...(forMs > 0 ? [seconds(forMs)] : []),
  ].join(' or ')
}

function countOf(count: number, { one, many }: LiveWords): string {
  return `${count} ${count === 1 ? one : many}`
}

function seconds(timeMs: number): string {
  return `${Number((timeMs / 1000).toFixed(3))} s`
}

/** Returns the exchange of a send that was ended on purpose; null if it had no response. */
export function exchangeSoFar({ attempt, response }: FailedSend): Exchange | null {
  if (attempt === null || response === null) return null
  const { request, connection } = attempt
  return request === null || connection === null ? null : { ...attempt, request, connection, response }
}

export function unanswered(send: FailedSend): FailedSend {
  const failure = {
    ...send.failure,
    kind: 'timeout',
    code: 'REQUEST_TIMEOUT',
    elapsedMs: maxLiveWaitMs,
  } as const
  return { ...send, failure }
}
