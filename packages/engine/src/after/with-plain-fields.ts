import { failed, type HeaderField, ok, type SentRequest } from '@parley/model'
import type { SendOutcome } from '../prepare/ports/history.ts'

/** Returns an outcome whose header fields have only names and values, without the engine's annotations. */
export function withPlainFields(outcome: SendOutcome): SendOutcome {
  if (outcome.ok) {
    const { exchange } = outcome.value
    return ok({ ...outcome.value, exchange: { ...exchange, request: plainRequest(exchange.request) } })
  }
  const { attempt } = outcome.failure
  if (attempt === null || attempt.request === null) return outcome
  return failed({ ...outcome.failure, attempt: { ...attempt, request: plainRequest(attempt.request) } })
}

/** Does the same for a request. */
export function plainRequest(request: SentRequest): SentRequest {
  return { ...request, headers: request.headers.map(plain), leftOut: request.leftOut.map(plain) }
}

function plain({ name, value }: HeaderField): HeaderField {
  return { name, value }
}
