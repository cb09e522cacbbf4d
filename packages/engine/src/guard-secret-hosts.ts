import type { SendFailure } from '@parley/model'
import { fillUrl, MissingPathVariableError } from './message/fill-path-variables.ts'
import { parseTarget } from './message/parse-target.ts'
import type { EnginePorts } from './ports.ts'
import { preparationFailure } from './preparation-failure.ts'
import type { PreparedRequest } from './render-with-secrets.ts'
import type { ResolvedRequest, ScriptOutcome } from './stages.ts'
import { Substitution, SubstitutionError } from './variables/substitute.ts'
import type { VariableScope } from './variables/variable-scope.ts'

/**
 * Where scripts decide the host and the request holds a secret that is withheld from them, the host of the
 * engine says whether it may go there (product decisions): a script could else have the secret sent to itself.
 * The same for where a token is asked for. Null: it may.
 */
export async function guardSecretHosts(
  { resolved, scripted, rendered }: PreparedRequest,
  ports: EnginePorts,
  signal: AbortSignal,
): Promise<SendFailure | null> {
  const { secretHosts } = ports
  if (secretHosts === undefined || rendered.withheld.length === 0) return null
  const { target, tokens } = hostsOfScripts(resolved, scripted, ports)
  const names = rendered.withheld.map(one => one.name)
  for (const host of new Set([target, ...tokens])) {
    if (host === null || (await secretHosts.mayReceive(host, names, signal))) continue
    if (signal.aborted) return preparationFailure('cancelled', 'CANCELLED', '')
    return preparationFailure('refused', 'SECRET_HOST_NOT_ALLOWED', names.join(', '), host)
  }
  return null
}

/** Whether it was a script that chose where the request goes. */
export function isHostOfScript(
  resolved: ResolvedRequest,
  scripted: ScriptOutcome,
  ports: EnginePorts,
): boolean {
  return hostsOfScripts(resolved, scripted, ports).target !== null
}

/** The hosts that are not those which stand there without what scripts set; null: it is the same one, or none. */
function hostsOfScripts(resolved: ResolvedRequest, { scopes }: ScriptOutcome, ports: EnginePorts) {
  const typed = hostsOf(resolved, scopes.map(withoutScripts), ports)
  const [target = null, ...tokens] = hostsOf(resolved, scopes, ports).map((host, at) =>
    host === typed[at] ? null : host,
  )
  return { target, tokens }
}

/** A scope with what was typed alone: what scripts set is of the session or of this send. */
function withoutScripts(scope: VariableScope): VariableScope {
  if (scope.name !== 'session' && scope.name !== 'send') return scope
  return { ...scope, values: new Map([...scope.values].filter(([, value]) => !value.isLiteral)) }
}

/** Where the request goes, and where it has its token from; null: nowhere. */
function hostsOf(
  { request, auth }: ResolvedRequest,
  scopes: readonly VariableScope[],
  ports: EnginePorts,
): readonly (string | null)[] {
  const tokenUrls =
    auth.type === 'oauth2' ? [auth.tokenUrl, auth.refreshTokenUrl, auth.deviceAuthorizationUrl] : []
  return [request.url, ...tokenUrls].map(url => {
    const substitution = new Substitution(scopes, ports)
    try {
      const parsed = parseTarget(
        fillUrl(url, request.pathParams, text => substitution.fill(text)),
        ports.hostNames,
      )
      return parsed.ok ? `${parsed.value.target.host}:${parsed.value.target.port}` : null
    } catch (error) {
      if (error instanceof MissingPathVariableError || error instanceof SubstitutionError) return null
      throw error
    }
  })
}
