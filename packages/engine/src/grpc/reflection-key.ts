import { sha256 } from '@noble/hashes/sha2.js'
import type { HttpRequest } from '@parley/model'
import { toHex, utf8 } from '../auth/hashing.ts'
import { authSource, variableScopes } from '../resolve-request.ts'
import type { RequestContext } from '../stages.ts'
import type { DynamicSources } from '../variables/dynamic-variables.ts'
import { Substitution, SubstitutionError } from '../variables/substitute.ts'

/** Generated values are the same in each key. */
const fixedSources: DynamicSources = {
  clock: { now: () => 0 },
  random: { uuid: () => '00000000-0000-4000-8000-000000000000', integer: () => 0 },
}

/**
 * Returns a digest of all that a server is asked with: it may describe other services to other users. Null if variables in it
 * cannot be filled in.
 */
export function reflectionKey(request: HttpRequest, context: RequestContext): string | null {
  const asked = [
    request.url,
    request.headers,
    context.ancestors.map(({ defaults }) => defaults.headers),
    authSource(request, context.ancestors).auth,
    request.settings,
  ]
  try {
    const scopes = variableScopes(request, context)
    const text = new Substitution(scopes, fixedSources).fill(JSON.stringify(asked))
    return toHex(sha256(utf8(text)))
  } catch (error) {
    if (error instanceof SubstitutionError) return null
    throw error
  }
}
