import type { HttpRequest, Row } from '@parley/model'
import { type IntrospectionAttempt, introspectionQuery } from './introspection-query.ts'

/** Fields that describe the request's own content, which is not sent. */
const contentFields: ReadonlySet<string> = new Set(['content-type', 'content-length', 'transfer-encoding'])

/**
 * Returns the request that asks a server for its schema: the user's own request with its URL, params, headers,
 * cookies and authorization, as a POST with an introspection query.
 */
export function schemaRequest(request: HttpRequest, attempt: IntrospectionAttempt): HttpRequest {
  return {
    ...request,
    // Subscriptions may have the URL of a WebSocket; a schema is asked for over HTTP.
    url: request.url.replace(/^(\s*)ws(?=s?:)/i, '$1http'),
    method: 'POST',
    headers: request.headers.filter(isNotOfContent),
    body: {
      type: 'graphql',
      query: introspectionQuery(attempt),
      variables: '',
      operationName: 'IntrospectionQuery',
    },
  }
}

function isNotOfContent({ name }: Row): boolean {
  return !contentFields.has(name.trim().toLowerCase())
}
