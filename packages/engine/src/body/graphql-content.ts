import {
  failed,
  type GraphQlBody,
  graphQlRequestJson,
  ok,
  type Result,
  type SendFailure,
} from '@parley/model'
import { preparationFailure } from '../preparation-failure.ts'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/**
 * Returns the request as one JSON object (GraphQL over HTTP, Request Parameters). Variables and extensions
 * are inserted as typed; validation ensures that they cannot end the object.
 */
export function graphQlContent(body: GraphQlBody): Result<BodyContent, SendFailure> {
  const { variables, extensions = '' } = body
  if (!isBlankOrJson(variables))
    return failed(preparationFailure('invalidRequest', 'INVALID_GRAPHQL_VARIABLES', ''))
  if (!isBlankOrJson(extensions))
    return failed(preparationFailure('invalidRequest', 'INVALID_GRAPHQL_EXTENSIONS', ''))
  return ok(textContent({ kind: 'text', text: graphQlRequestJson(body) }, contentTypeOf(body, '')))
}

function isBlankOrJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
