import type { HttpBody } from '@parley/model'

/** The body of a GraphQL request. */
export type GraphQlBody = Extract<HttpBody, { readonly type: 'graphql' }>
