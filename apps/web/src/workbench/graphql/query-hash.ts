import { persistedQueryHash, withPersistedQuery } from '@parley/engine'
import type { GraphQlBody } from './graphql-body.ts'

/** Returns the extensions of a body with the hash of its query, or a sentence that says why there is none. */
export async function withQueryHash({
  query,
  extensions = '',
}: GraphQlBody): Promise<{ readonly extensions: string } | { readonly problem: string }> {
  if (query.trim() === '') return { problem: 'Type the query first' }
  if (/\{\{[^{}]+\}\}/.test(query)) return { problem: 'A query with {{names}} has no fixed hash' }
  const hashed = withPersistedQuery(extensions, await persistedQueryHash(query))
  return hashed === null ? { problem: 'The extensions must be a JSON object' } : { extensions: hashed }
}
