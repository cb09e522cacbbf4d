import type { AnyAuth, Auth, AuthByType, AuthType, OAuth2Auth } from '@parley/model'
import { entriesOf, isObject, type JsonObject, member } from '../../import/json-value.ts'

/** A security scheme, and the scopes that a request needs. */
export interface SecurityScheme {
  readonly name: string
  /** The scheme; the flow of OAuth 2.0 has no scopes yet. */
  readonly scheme: JsonObject
  readonly scopes: readonly string[]
  /** The part of the authorization that the scheme cannot say; empty if it says all. */
  readonly lost: string
}

/** Returns the security scheme of an authorization; null if OpenAPI has none for it. */
export function securityScheme(auth: Auth): SecurityScheme | null {
  const known: Readonly<Record<string, SecurityWriter<AnyAuth> | undefined>> = securityWriters
  return known[auth.type]?.write(auth) ?? null
}

interface SecurityWriter<One extends AnyAuth> {
  write(auth: One): SecurityScheme
}

/** The schemes that the format has. */
const securityWriters: { readonly [Type in AuthType]?: SecurityWriter<AuthByType[Type]> } = {
  bearer: { write: () => httpScheme('bearer', { scheme: 'bearer' }) },
  basic: { write: () => httpScheme('basic', { scheme: 'basic' }) },
  digest: { write: () => httpScheme('digest', { scheme: 'digest' }) },
  apiKey: {
    write: ({ key, placement }) => ({
      name: `apiKey-${key.replace(/[^\w.-]/g, '-')}`,
      scheme: { type: 'apiKey', in: placement, name: key },
      scopes: [],
      lost: '',
    }),
  },
  oauth2: { write: oauth2Scheme },
  jwt: { write: () => httpScheme('jwt', { scheme: 'bearer', bearerFormat: 'JWT' }) },
}

function httpScheme(name: string, fields: JsonObject, lost = ''): SecurityScheme {
  return { name, scheme: { type: 'http', ...fields }, scopes: [], lost }
}

function oauth2Scheme(auth: OAuth2Auth): SecurityScheme {
  const { grantType, authorizationUrl, tokenUrl, refreshTokenUrl, scope } = auth
  if (grantType === 'pasteAccessToken') return httpScheme('bearer', { scheme: 'bearer' })
  if (grantType === 'deviceCode')
    return httpScheme('bearer', { scheme: 'bearer' }, 'the grant Device code of OAuth 2.0')
  const usesBrowser = grantType === 'authorizationCode' || grantType === 'implicit'
  const flow = {
    ...(usesBrowser ? { authorizationUrl } : {}),
    ...(grantType === 'implicit' ? {} : { tokenUrl }),
    ...(refreshTokenUrl === '' ? {} : { refreshUrl: refreshTokenUrl }),
  }
  return {
    name: 'oauth2',
    scheme: { type: 'oauth2', flows: { [grantType]: flow } },
    scopes: scope.split(' ').filter(one => one !== ''),
    lost: '',
  }
}

/** The security schemes of a document: one for each kind of authorization, with the scopes of all its requests. */
export class SecuritySchemes {
  readonly #schemes = new Map<string, { readonly scheme: JsonObject; readonly scopes: Set<string> }>()

  /** Adds a scheme, and returns the requirement of a request that needs it. */
  requirementOf({ name, scheme, scopes }: SecurityScheme): JsonObject {
    for (let number = 1; ; number += 1) {
      const ownName = number === 1 ? name : `${name}-${number}`
      const known = this.#schemes.get(ownName) ?? { scheme, scopes: new Set() }
      if (JSON.stringify(known.scheme) !== JSON.stringify(scheme)) continue
      for (const scope of scopes) known.scopes.add(scope)
      this.#schemes.set(ownName, known)
      return { [ownName]: scopes }
    }
  }

  /** Returns the schemes by their names. */
  written(): JsonObject {
    return Object.fromEntries(
      [...this.#schemes].map(([name, { scheme, scopes }]) => [name, withScopes(scheme, [...scopes])]),
    )
  }
}

function withScopes(scheme: JsonObject, scopes: readonly string[]): JsonObject {
  const flows = member(scheme, 'flows')
  if (!isObject(flows)) return scheme
  const described = Object.fromEntries(scopes.map(scope => [scope, '']))
  const written = entriesOf(flows).map(([flow, one]) => [
    flow,
    isObject(one) ? { ...one, scopes: described } : one,
  ])
  return { ...scheme, flows: Object.fromEntries(written) }
}
