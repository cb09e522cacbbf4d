import type { GraphQlBody } from '@parley/model'
import { type JsonValue, member, textMember, textOf } from '../json-value.ts'

/** Returns the body that other clients describe by the members of a GraphQL request. */
export function graphQlBodyOf(value: JsonValue | undefined): GraphQlBody {
  const operationName = textMember(value, 'operationName')
  const extensions = textOf(member(value, 'extensions'))
  return {
    type: 'graphql',
    query: textMember(value, 'query'),
    variables: textOf(member(value, 'variables')),
    ...(operationName === '' ? {} : { operationName }),
    ...(extensions === '' ? {} : { extensions }),
  }
}
