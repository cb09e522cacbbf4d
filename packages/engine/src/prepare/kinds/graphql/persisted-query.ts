import { type GraphQlBody, graphQlRequestJson, type JsonNode, readJsonTree } from '@parley/model'
import { sha, toHex, utf8 } from '../../../basics/hashing.ts'
import type { RenderedRequest } from '../../rendered-request.ts'
import { isSubscription, withOperationName } from './graphql-operations.ts'

/** Returns the hash by which a server may know a query: SHA-256 of its text as UTF-8, in lower case. */
export async function persistedQueryHash(query: string): Promise<string> {
  return toHex(await sha('SHA-256', utf8(query)))
}

/**
 * Returns the extensions of a request with the hash of its query (Apollo, automatic persisted queries); the rest of
 * them stays as typed. Null if they are not a JSON object.
 */
export function withPersistedQuery(extensions: string, hash: string): string | null {
  const entry = `"persistedQuery":{"version":1,"sha256Hash":${JSON.stringify(hash)}}`
  if (extensions.trim() === '') return `{${entry}}`
  const { root, errorAt } = readJsonTree(extensions, { allowsVariables: true })
  if (root?.kind !== 'object' || errorAt !== null) return null
  const existing = root.members.findLast(({ key }) => key === 'persistedQuery')
  if (existing !== undefined)
    return extensions.slice(0, existing.keyRange.from) + entry + extensions.slice(existing.value.to)
  const end = root.to - 1
  return `${extensions.slice(0, end)}${root.members.length === 0 ? '' : ','}${entry}${extensions.slice(end)}`
}

/**
 * Returns the first message's request of a persisted query, which has the hash in place of the query. Null if the
 * request has no hash, or that of another query, which the server would run instead; and for a subscription, whose
 * response may be a stream of events.
 */
export async function withoutKnownQuery(rendered: RenderedRequest): Promise<RenderedRequest | null> {
  const { body, bodyParams } = rendered
  if (body.type !== 'graphql' || body.query.trim() === '' || isSubscription(body)) return null
  const hash = memberOf(persistedQueryOf(body), 'sha256Hash')
  if (hash?.kind !== 'string' || hash.text.toLowerCase() !== (await persistedQueryHash(body.query)))
    return null
  const isKept = ({ name }: { readonly name: string }) => name !== 'query'
  return {
    ...rendered,
    body: { ...withOperationName(body), query: '' },
    ...(bodyParams === undefined
      ? {}
      : {
          bodyParams: { params: bodyParams.params.filter(isKept), marked: bodyParams.marked.filter(isKept) },
        }),
  }
}

/** Returns the JSON of a request, with the name of its operation if it has several; a blank query is omitted if the extensions have a hash in its place. */
export function graphQlRequestText(body: GraphQlBody): string {
  return graphQlRequestJson(
    withOperationName(body),
    body.query.trim() !== '' || persistedQueryOf(body) === null,
  )
}

/** Returns whether a response says that the server does not know the query of a hash. */
export function asksForQuery(responseText: string): boolean {
  const { root } = readJsonTree(responseText)
  const errors = memberOf(root, 'errors')
  if (errors?.kind !== 'array') return false
  return errors.items.some(error => {
    const code = memberOf(memberOf(error, 'extensions'), 'code')
    return (
      isText(memberOf(error, 'message'), 'PersistedQueryNotFound') ||
      isText(code, 'PERSISTED_QUERY_NOT_FOUND')
    )
  })
}

function persistedQueryOf({ extensions = '' }: GraphQlBody): JsonNode | null {
  if (!extensions.includes('persistedQuery')) return null
  const entry = memberOf(readJsonTree(extensions, { allowsVariables: true }).root, 'persistedQuery')
  return entry?.kind === 'object' ? entry : null
}

function memberOf(node: JsonNode | null | undefined, name: string): JsonNode | null {
  return node?.kind === 'object' ? (node.members.findLast(({ key }) => key === name)?.value ?? null) : null
}

function isText(node: JsonNode | null, text: string): boolean {
  return node?.kind === 'string' && node.text === text
}
