import { sha, toHex, utf8 } from '../auth/hashing.ts'
import { readJson } from '../format/read-json.ts'

/** Returns the hash by which a server may know a query: SHA-256 of its text as UTF-8, in lower case. */
export async function persistedQueryHash(query: string): Promise<string> {
  return toHex(await sha('SHA-256', utf8(query)))
}

/**
 * Returns the extensions of a request with the hash of its query (Apollo, automatic persisted queries); what else they
 * have stays as typed. Null where they are not a JSON object.
 */
export function withPersistedQuery(extensions: string, hash: string): string | null {
  const entry = `"persistedQuery":{"version":1,"sha256Hash":${JSON.stringify(hash)}}`
  if (extensions.trim() === '') return `{${entry}}`
  const { root, errorAt } = readJson(extensions)
  if (root?.kind !== 'object' || errorAt !== null) return null
  const existing = root.members.findLast(({ key }) => key === 'persistedQuery')
  if (existing !== undefined)
    return extensions.slice(0, existing.keyRange.from) + entry + extensions.slice(existing.value.to)
  const end = root.to - 1
  return `${extensions.slice(0, end)}${root.members.length === 0 ? '' : ','}${entry}${extensions.slice(end)}`
}

/** A send of a persisted query: whether the query itself was in it, and what the server answered. */
export interface PersistedQuerySend {
  readonly hadQuery: boolean
  readonly responseText: string
}

/** Returns whether to send once more with the query: the server does not know its hash, and did not have the query. */
export function needsQuery({ hadQuery, responseText }: PersistedQuerySend): boolean {
  if (hadQuery) return false
  const { root } = readJson(responseText)
  const errors =
    root?.kind === 'object' ? root.members.findLast(({ key }) => key === 'errors')?.value : undefined
  if (errors?.kind !== 'array') return false
  return errors.items.some(error => {
    if (error.kind !== 'object') return false
    const message = error.members.findLast(({ key }) => key === 'message')?.value
    const extensions = error.members.findLast(({ key }) => key === 'extensions')?.value
    const code =
      extensions?.kind === 'object' ? extensions.members.findLast(({ key }) => key === 'code')?.value : null
    return (
      (message?.kind === 'string' && message.text === 'PersistedQueryNotFound') ||
      (code?.kind === 'string' && code.text === 'PERSISTED_QUERY_NOT_FOUND')
    )
  })
}
