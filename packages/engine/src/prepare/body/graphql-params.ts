import type { GraphQlBody, HeaderField, HttpBody } from '@parley/model'
import { withOperationName } from '../kinds/graphql/graphql-operations.ts'

/** Returns whether a request has its GraphQL body in the URL: GET has no content (GraphQL over HTTP, GET). */
export function isGraphQlInUrl(method: string, body: HttpBody): body is GraphQlBody {
  return method === 'GET' && body.type === 'graphql'
}

/** Returns the query parameters of a GraphQL request (GraphQL over HTTP, Request Parameters), without blank ones. */
export function graphQlParams(body: GraphQlBody): readonly HeaderField[] {
  const { query, operationName = '', variables, extensions = '' } = withOperationName(body)
  return [
    { name: 'query', value: query },
    { name: 'operationName', value: operationName },
    { name: 'variables', value: variables },
    { name: 'extensions', value: extensions },
  ].filter(({ value }) => value.trim() !== '')
}
