import type { SendOutcome } from '@parley/engine'
import {
  type HistoryMessages,
  type HistoryOutcome,
  type HistorySummary,
  type HttpRequest,
  kindOfDraft,
  type Response,
  requestKinds,
} from '@parley/model'

/** The origin and time of a send. */
export interface SentFrom {
  /** The UUID of the send and of its entry. */
  readonly id: string
  readonly requestId: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The name of the environment in use; absent: there is none. */
  readonly environment?: string
}

/** The session of a send whose response was a stream. */
export interface SentSession {
  readonly messages: HistoryMessages
  /** The body of the store with its list; null if there is none. The history copies it. */
  readonly logHandle: string | null
}

/** A session with the time of all its connections. */
export interface StoredSession extends SentSession {
  readonly elapsedMs: number
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
  { id, requestId, startedAt, environment, request }: SentFrom & { readonly request: HttpRequest },
  sent: SendOutcome,
  session: StoredSession | null,
): HistorySummary {
  const attempt = sent.ok ? sent.value.exchange : sent.failure.attempt
  const first = attempt?.hops[0] ?? attempt?.request
  const kind = kindOfDraft(request)
  const grpc = responseOf(outcomeOf(sent))?.grpc
  const elapsedMs = sent.ok ? sent.value.exchange.timings.totalMs : sent.failure.failure.elapsedMs
  return {
    id,
    sentAt: startedAt,
    method: first?.method ?? request.method,
    url: first?.targetUri ?? request.url,
    requestId,
    state: stateOf(sent),
    statusCode: responseOf(outcomeOf(sent))?.statusCode ?? null,
    elapsedMs: session?.elapsedMs ?? elapsedMs,
    ...(requestKinds[kind].isExchange ? {} : { kind }),
    ...(session === null ? {} : { messages: session.messages }),
    ...(grpc === undefined ? {} : { callStatus: { code: grpc.code, name: grpc.name } }),
    ...(sent.ok ? {} : { failureCode: sent.failure.failure.code }),
    ...(environment === undefined ? {} : { environment }),
    ...testsOf(sent),
  }
}

function testsOf(sent: SendOutcome): Pick<HistorySummary, 'tests'> {
  const results = sent.ok ? sent.value.tests.results : []
  if (results.length === 0) return {}
  return { tests: { passed: results.filter(({ passed }) => passed).length, total: results.length } }
}

function stateOf(sent: SendOutcome): HistorySummary['state'] {
  if (sent.ok) return 'answered'
  return sent.failure.failure.kind === 'cancelled' ? 'cancelled' : 'failed'
}
