import type { EffectiveAuth, Row } from '@parley/model'
import { fillUrl, MissingPathVariableError } from '../message/fill-path-variables.ts'
import type { HostNames } from '../message/host-names.ts'
import { parseTarget } from '../message/parse-target.ts'
import type { VariableScope } from '../variables/scope.ts'
import { Substitution, SubstitutionError } from '../variables/substitute.ts'
import type { OAuthEndpoint, OriginChoices, OriginChooser } from './message-secrets.ts'
import { originOf } from './origin.ts'

/** The user chose all origins. */
export const chosenByUser: OriginChoices = {
  request: 'user',
  tokenUrl: 'user',
  refreshTokenUrl: 'user',
  deviceAuthorizationUrl: 'user',
  authorizationUrl: 'user',
}

/** The texts that determine where a request goes. */
export interface TypedAddresses {
  readonly url: string
  /** The URL of the user, from which a script may have made `url`. */
  readonly typedUrl: string
  readonly pathParams: readonly Row[]
  readonly auth: EffectiveAuth
}

/**
 * Returns who chose the origin of each address. A script did if scheme, host or port would differ without the
 * values that scripts and agents set.
 */
export function chooseOrigins(
  { url, typedUrl, pathParams, auth }: TypedAddresses,
  scopes: readonly VariableScope[],
  hostNames: HostNames,
): OriginChoices {
  const typed = scopes.map(withoutScripts)
  if (url === typedUrl && typed.every((scope, at) => scope === scopes[at])) return chosenByUser
  const chooser = (address: string, ofUser = address, params: readonly Row[] = []): OriginChooser =>
    originAt(address, params, scopes, hostNames) === originAt(ofUser, params, typed, hostNames)
      ? 'user'
      : 'script'
  const endpoint = (field: OAuthEndpoint) => (auth.type === 'oauth2' ? chooser(auth[field]) : 'user')
  return {
    request: chooser(url, typedUrl, pathParams),
    tokenUrl: endpoint('tokenUrl'),
    refreshTokenUrl: endpoint('refreshTokenUrl'),
    deviceAuthorizationUrl: endpoint('deviceAuthorizationUrl'),
    authorizationUrl: endpoint('authorizationUrl'),
  }
}

/** Returns the scope without values set by agents, or by scripts, which only the session and this send have. */
function withoutScripts(scope: VariableScope): VariableScope {
  if (scope.isSetByAgent === true) return { ...scope, values: new Map() }
  if (scope.name !== 'session' && scope.name !== 'send') return scope
  const typed = [...scope.values].filter(([, value]) => !value.isLiteral)
  return typed.length === scope.values.size ? scope : { ...scope, values: new Map(typed) }
}

/** Returns null if the address is invalid. */
function originAt(
  address: string,
  pathParams: readonly Row[],
  scopes: readonly VariableScope[],
  hostNames: HostNames,
): string | null {
  const substitution = new Substitution(scopes, unchangingSources)
  try {
    const parsed = parseTarget(
      fillUrl(address, pathParams, text => substitution.fill(text)),
      hostNames,
    )
    return parsed.ok ? originOf(parsed.value.target) : null
  } catch (error) {
    if (error instanceof MissingPathVariableError || error instanceof SubstitutionError) return null
    throw error
  }
}

/** Fixed values, so that dynamic variables give the same text each time. */
const unchangingSources = {
  clock: { now: () => 0, monotonic: () => 0 },
  random: { uuid: () => '00000000-0000-4000-8000-000000000000', integer: () => 0 },
}
