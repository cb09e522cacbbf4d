import type { HttpRequest } from '@parley/model'
import type { RequestContext } from '../../prepare/request-context.ts'
import { authSource, headersAbove, variableScopes } from '../../prepare/resolve-request.ts'
import type { DynamicSources } from '../../prepare/variables/dynamic-variables.ts'
import { Substitution, SubstitutionError } from '../../prepare/variables/substitute.ts'

/** Generated values are the same in each key. */
const fixedSources: DynamicSources = {
  clock: { now: () => 0, monotonic: () => 0 },
  random: { uuid: () => '00000000-0000-4000-8000-000000000000', integer: () => 0 },
}

/**
 * Returns all that a server is asked with as one text: it may describe other services to other users. Null if variables in it
 * cannot be filled in. It may contain secrets, so it stays in memory.
 */
export function reflectionKey(request: HttpRequest, context: RequestContext): string | null {
  const asked = [
    request.url,
    request.headers,
    headersAbove(context),
    authSource(request, context.ancestors).auth,
    request.settings,
  ]
  const typed = JSON.stringify(asked)
  if (!typed.includes('{{')) return typed
  try {
    return new Substitution(variableScopes(request, context), fixedSources).fill(typed)
  } catch (error) {
    if (error instanceof SubstitutionError) return null
    throw error
  }
}
