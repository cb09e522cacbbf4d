import { type HttpRequest, newHttpRequest, row } from '@parley/model'

/** HTTP preset to POST, with a GraphQL body and its `Content-Type` (behaviour 1). */
export function newGraphQlDraft(): HttpRequest {
  return newHttpRequest({
    method: 'POST',
    headers: [row('Content-Type', 'application/json')],
    body: { type: 'graphql', query: '', variables: '' },
  })
}
