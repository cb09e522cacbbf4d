import type { SendOutcome } from '@parley/engine'
import type { HistoryOutcome, HistorySummary, HttpRequest, Response } from '@parley/model'

/** The origin and time of a send. */
export interface SentFrom {
  /** The UUID of the send and of its entry. */
  readonly id: string
  readonly requestId: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** Converts the engine's outcome to that of an entry. */
export function outcomeOf(sent: SendOutcome): HistoryOutcome {
  return sent.ok ? { state: 'answered', ...sent.value } : { state: 'failed', ...sent.failure }
}

/** Returns the response, or the part that was received. */
export function responseOf(outcome: HistoryOutcome): Response | null {
  return outcome.state === 'answered' ? outcome.exchange.response : outcome.response
}

/** Returns the outcome with another handle for the response's content, if there is one. */
export function withHandle(outcome: HistoryOutcome, handle: string): HistoryOutcome {
  const response = responseOf(outcome)
  if (response === null) return outcome
  const renamed = { ...response, content: { ...response.content, handle } }
  return outcome.state === 'answered'
    ? { ...outcome, exchange: { ...outcome.exchange, response: renamed } }
    : { ...outcome, response: renamed }
}

/** Returns the summary that lists show. For redirects it shows the first request, which the user made. */
export function summaryOf(
  { id, requestId, startedAt }: SentFrom,
  request: HttpRequest,
  sent: SendOutcome,
): HistorySummary {
  const attempt = sent.ok ? sent.value.exchange : sent.failure.attempt
  const first = attempt?.hops[0] ?? attempt?.request
  const elapsedMs = sent.ok ? sent.value.exchange.timings.totalMs : sent.failure.failure.elapsedMs
  return {
    id,
    sentAt: startedAt,
    method: first?.method ?? request.method,
    url: first?.targetUri ?? request.url,
    requestId,
    state: stateOf(sent),
    statusCode: responseOf(outcomeOf(sent))?.statusCode ?? null,
    elapsedMs,
  }
}

function stateOf(sent: SendOutcome): HistorySummary['state'] {
  if (sent.ok) return 'answered'
  return sent.failure.failure.kind === 'cancelled' ? 'cancelled' : 'failed'
}
