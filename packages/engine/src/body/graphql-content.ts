import { failed, type GraphQlBody, ok, type Result, type SendFailure } from '@parley/model'
import { preparationFailure } from '../preparation-failure.ts'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/**
 * GraphQL: query and variables as one JSON object (GraphQL over HTTP, Request Parameters). The variables are
 * inserted as typed, so that numbers, duplicates and order are kept; they are checked to be JSON, so that
 * they cannot close the surrounding object. Blank variables are left out.
 */
export function graphQlContent(body: GraphQlBody): Result<BodyContent, SendFailure> {
  const { query, variables } = body
  const hasVariables = variables.trim() !== ''
  if (hasVariables && !isJson(variables))
    return failed(preparationFailure('invalidRequest', 'INVALID_GRAPHQL_VARIABLES', ''))
  const members = [`"query":${JSON.stringify(query)}`, ...(hasVariables ? [`"variables":${variables}`] : [])]
  return ok(textContent({ kind: 'text', text: `{${members.join(',')}}` }, contentTypeOf(body, '')))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
