import { failed, type GraphQlBody, ok, type Result, type SendFailure } from '@parley/model'
import { preparationFailure } from '../preparation-failure.ts'
import { type BodyContent, textContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/**
 * GraphQL: query and variables as one JSON object (GraphQL over HTTP, Request Parameters). The
 * variables go in as typed, so that no number, duplicate or order of theirs changes; they are checked
 * so that they cannot end the object they stand in. Blank ones are left out.
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
