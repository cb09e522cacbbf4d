import type { Item } from '../collection/collection.ts'
import type { BodyVariant, GraphQlBody } from './body.ts'
import { requestKinds } from './kind-descriptors.ts'
import type { GraphQlRequest, HttpRequest } from './request.ts'

/** A request as it travels over HTTP; null: it is none, or a live one, which is no single exchange (spec 1). */
export function httpRequestOf(item: Item): HttpRequest | null {
  if (item.kind === 'http') return item
  if (item.kind !== 'graphql') return null
  const { bodyVariants, ...fields } = item
  return { ...fields, kind: 'http', examples: [], ...(bodyVariants === undefined ? {} : { bodyVariants }) }
}

/**
 * A request with a GraphQL body as files name its kind, so that other clients know it as one; null where it has
 * another body, or something that this kind has no place for.
 */
export function graphQlRequestOf(request: HttpRequest): GraphQlRequest | null {
  const { body, bodyVariants, examples, app, ...fields } = request
  if (body.type !== 'graphql' || examples.length > 0 || app !== undefined) return null
  if (bodyVariants !== undefined && !bodyVariants.every(isGraphQl)) return null
  return { ...fields, kind: 'graphql', body, ...(bodyVariants === undefined ? {} : { bodyVariants }) }
}

function isGraphQl(variant: BodyVariant<HttpRequest['body']>): variant is BodyVariant<GraphQlBody> {
  return variant.body.type === 'graphql'
}

/** Returns what a list of losses calls an item, with its article. */
export function itemPhrase(item: Item): string {
  if (item.kind === 'folder') return 'a folder'
  if (item.kind === 'scriptFile') return 'a script file'
  if (item.kind === 'appFile') return 'a page'
  return `a ${requestKinds[item.kind].name} request`
}
