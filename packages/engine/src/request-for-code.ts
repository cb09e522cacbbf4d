import type { EffectiveAuth, HttpBody, HttpRequest, Row } from '@parley/model'
import { chosenBody } from './render-request.ts'
import { resolveRequest } from './resolve-request.ts'
import type { RequestContext } from './stages.ts'
import type { DynamicSources } from './variables/dynamic-variables.ts'
import { fillStrings } from './variables/fill-strings.ts'
import { Substitution, SubstitutionError } from './variables/substitute.ts'
import { isWithheld, type VariableScope } from './variables/variable-scope.ts'

/** What code is generated for: a request with all that it inherits (spec 4.2). */
export interface CodeSource {
  readonly method: string
  readonly url: string
  readonly pathParams: readonly Row[]
  readonly headers: readonly Row[]
  readonly cookies: readonly Row[]
  readonly body: HttpBody
  readonly auth: EffectiveAuth
}

/** A request for code, and the names in it that were to be filled in and stay `{{names}}`. */
export interface RequestForCode {
  readonly source: CodeSource
  /** Secrets: their values stand in no code (attacks SE5). */
  readonly secretNames: readonly string[]
  /** Names that no scope knows, and those whose values lead back to themselves. */
  readonly unknownNames: readonly string[]
}

/**
 * A request as code is generated for it, by the rules that a send goes by: what it inherits is brought in,
 * and where `fillsVariables` every `{{name}}` with a value that is no secret is filled in. Never fails.
 */
export function requestForCode(
  request: HttpRequest,
  context: RequestContext,
  sources: DynamicSources,
  fillsVariables: boolean,
): RequestForCode {
  const resolved = resolveRequest(request, context)
  const { headers, auth } = resolved
  const scopes = resolved.scopes.map(withSecretsWithheld)
  const { method, url, pathParams, cookies } = request
  const source = { method, url, pathParams, headers, cookies, body: chosenBody(request), auth }
  if (!fillsVariables) return { source, secretNames: [], unknownNames: [] }
  const substitution = new Substitution(scopes, sources, 'keep')
  const filled = fillStrings(source, { fill: text => fillOrKeep(substitution, text) })
  return { source: filled, ...keptNames(filled, scopes) }
}

/** Every secret is withheld, also one that scripts may read: code is copied and passed on. */
function withSecretsWithheld(scope: VariableScope): VariableScope {
  const { withheldNames = [], secretNames = [] } = scope
  return { ...scope, withheldNames: new Set([...withheldNames, ...secretNames]) }
}

function fillOrKeep(substitution: Substitution, text: string): string {
  try {
    return substitution.fill(text)
  } catch (error) {
    if (error instanceof SubstitutionError) return text
    throw error
  }
}

function keptNames(source: CodeSource, scopes: readonly VariableScope[]) {
  const names = new Set<string>()
  fillStrings(source, {
    fill(text) {
      for (const [, name = ''] of text.matchAll(/\{\{([^{}]+)\}\}/g)) if (name.trim()) names.add(name.trim())
      return text
    },
  })
  const isSecret = (name: string) => isWithheld(scopes, name)
  return {
    secretNames: [...names].filter(isSecret),
    unknownNames: [...names].filter(name => !isSecret(name)),
  }
}
