import { graphQlParams, isGraphQlInUrl } from '../../body/graphql-params.ts'
import type { ShortForm } from '../../rendered-request.ts'
import type { FilledParts, FilledRequest } from '../kind-action.ts'
import { asksForQuery, withoutKnownQuery } from './persisted-query.ts'

/** Returns a request whose GraphQL body is in its URL if it is a GET, and whose query may be known by its hash. */
export function prepareGraphQl(filled: FilledRequest, { markedBody }: FilledParts): FilledRequest {
  const { body, method, secrets } = filled
  if (body.type !== 'graphql') return filled
  const whole = { ...filled, shortForm: persistedQuery }
  if (!isGraphQlInUrl(method, body)) return whole
  const shown = markedBody()
  const params = graphQlParams(body)
  return {
    ...whole,
    secrets: { ...secrets, url: [...secrets.url, ...secrets.body], body: [] },
    bodyParams: { params, marked: shown.type === 'graphql' ? graphQlParams(shown) : params },
  }
}

const persistedQuery: ShortForm = { of: withoutKnownQuery, isRefusedBy: asksForQuery }
