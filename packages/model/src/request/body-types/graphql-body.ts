import type { ObjectReader } from '../../opencollection/object-reader.ts'
import { type OpenCollectionObject, objectOf, textUnlessEmpty } from '../../opencollection/value.ts'
import type { GraphQlBody } from '../body.ts'
import type { BodyTypeDescriptor } from './body-type-descriptor.ts'

/** A GraphQL query with variables. In an HTTP request of the schema it is stored as the JSON that is sent. */
export const graphQlBody: BodyTypeDescriptor<GraphQlBody> = {
  label: 'GraphQL',
  empty: { type: 'graphql', query: '', variables: '' },
  mediaType: () => 'application/json',
  file: {
    schemaTypes: [],
    read: readGraphQlBody,
    write: body => ({ type: 'json', data: asJson(body) }),
    extension: {
      read: readGraphQlBody,
      write: body => ({ type: 'graphql', ...writeGraphQlBody(body) }),
    },
  },
}

/** Reads `GraphQLBody`. */
export function readGraphQlBody(reader: ObjectReader): GraphQlBody {
  return { type: 'graphql', query: reader.text('query'), variables: reader.text('variables') }
}

/** Writes `GraphQLBody`. */
export function writeGraphQlBody(body: GraphQlBody): OpenCollectionObject {
  return objectOf({ query: textUnlessEmpty(body.query), variables: textUnlessEmpty(body.variables) })
}

/** The variables are written as typed, because `{{names}}` may replace JSON values. */
function asJson({ query, variables }: GraphQlBody): string {
  const rest = variables.trim() === '' ? '' : `,"variables":${variables}`
  return `{"query":${JSON.stringify(query)}${rest}}`
}
