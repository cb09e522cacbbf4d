import type { SendFailure } from '@parley/model'
import { fillUrl, MissingPathVariableError } from './message/fill-path-variables.ts'
import { parseTarget } from './message/parse-target.ts'
import type { EnginePorts } from './ports.ts'
import { preparationFailure } from './preparation-failure.ts'
import type { RenderedRequest, RequestTarget, ResolvedRequest } from './stages.ts'
import { Substitution, SubstitutionError } from './variables/substitute.ts'

/** What a request is once it is built, and what it was made of. */
interface GuardedRequest {
  readonly resolved: ResolvedRequest
  readonly rendered: RenderedRequest
  readonly target: RequestTarget
}

/**
 * Where scripts decide the host and the request holds a secret that is withheld from them, the host of the
 * engine says whether it may go there (product decisions): a script could else have the secret sent to itself.
 * Null: it may.
 */
export async function guardSecretHosts(
  { resolved, rendered, target }: GuardedRequest,
  ports: EnginePorts,
): Promise<SendFailure | null> {
  const { secretHosts } = ports
  if (secretHosts === undefined || rendered.withheld.length === 0) return null
  const host = `${target.host}:${target.port}`
  if (hostWithoutScripts(resolved, ports) === host) return null
  const names = rendered.withheld.map(one => one.name)
  if (await secretHosts.mayReceive(host, names)) return null
  return preparationFailure('refused', 'SECRET_HOST_NOT_ALLOWED', names.join(', '), target.address)
}

/** Where the request would go if scripts had set nothing; null: nowhere. */
function hostWithoutScripts({ request, scopes }: ResolvedRequest, ports: EnginePorts): string | null {
  const substitution = new Substitution(
    scopes.filter(scope => scope.name !== 'session'),
    ports,
  )
  try {
    const url = fillUrl(request.url, request.pathParams, text => substitution.fill(text))
    const parsed = parseTarget(url, ports.hostNames)
    return parsed.ok ? `${parsed.value.target.host}:${parsed.value.target.port}` : null
  } catch (error) {
    if (error instanceof MissingPathVariableError || error instanceof SubstitutionError) return null
    throw error
  }
}
