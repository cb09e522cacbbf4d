import { type ObjectReader, type SchemaNames, schemaNameOf } from '../../opencollection/object-reader.ts'
import {
  listUnlessEmpty,
  type OpenCollectionObject,
  type OpenCollectionValue,
  objectOf,
  textUnlessEmpty,
  unlessEmpty,
} from '../../opencollection/value.ts'
import { defaultsOf } from '../field.ts'
import { type OAuth2, oauth2Fields } from './oauth2-fields.ts'

type GrantType = OAuth2['grantType']
type Parameter = OAuth2['additionalParameters'][number]
type TokenUse = OAuth2['token']

/** The flows of the schema. Device codes are stored as authorization codes, the other flow with a sign-in. */
type Flow = Exclude<GrantType, 'pasteAccessToken' | 'deviceCode'>

const flows: SchemaNames<Flow> = [
  ['client_credentials', 'clientCredentials'],
  ['resource_owner_password_credentials', 'password'],
  ['authorization_code', 'authorizationCode'],
  ['implicit', 'implicit'],
]

const credentialPlacements: SchemaNames<OAuth2['clientAuthentication']> = [
  ['basic_auth_header', 'header'],
  ['body', 'body'],
]

const tokenSources: SchemaNames<TokenUse['source']> = [
  ['access_token', 'accessToken'],
  ['id_token', 'idToken'],
]

const parameterLists: SchemaNames<Parameter['request']> = [
  ['authorizationRequest', 'authorization'],
  ['accessTokenRequest', 'token'],
  ['refreshTokenRequest', 'refresh'],
]

/** Reads `AuthOAuth2` with any flow. */
export function readOAuth2(auth: ObjectReader): OAuth2 {
  const defaults = defaultsOf(oauth2Fields)
  const flow = auth.named('flow', flows, 'clientCredentials')
  const credentials = auth.object('credentials')
  const owner = auth.object('resourceOwner')
  return {
    type: 'oauth2',
    ...defaults,
    grantType: flow,
    authorizationUrl: auth.text('authorizationUrl'),
    tokenUrl: auth.text('accessTokenUrl'),
    refreshTokenUrl: auth.text('refreshTokenUrl'),
    callbackUrl: auth.text('callbackUrl'),
    clientId: credentials.text('clientId'),
    clientSecret: credentials.text('clientSecret'),
    clientAuthentication: credentials.named('placement', credentialPlacements, defaults.clientAuthentication),
    username: owner.text('username'),
    password: owner.text('password'),
    scope: auth.text('scope'),
    state: auth.text('state'),
    pkce: flow === 'authorizationCode' ? readPkce(auth) : defaults.pkce,
    additionalParameters: readParameters(auth.object('additionalParameters')),
    token: readTokenUse(auth, defaults.token),
  }
}

/** Writes `AuthOAuth2`. The extension stores what the flow has no key for. */
export function writeOAuth2(auth: OAuth2): OpenCollectionObject {
  const flow = flowOf(auth.grantType)
  const hasToken = flow !== 'implicit'
  const hasSignIn = flow === 'authorizationCode' || flow === 'implicit'
  return objectOf({
    type: 'oauth2',
    flow: schemaNameOf(flows, flow),
    authorizationUrl: hasSignIn ? textUnlessEmpty(auth.authorizationUrl) : undefined,
    accessTokenUrl: hasToken ? textUnlessEmpty(auth.tokenUrl) : undefined,
    refreshTokenUrl: hasToken ? textUnlessEmpty(auth.refreshTokenUrl) : undefined,
    callbackUrl: hasSignIn ? textUnlessEmpty(auth.callbackUrl) : undefined,
    credentials: writeCredentials(auth, hasToken),
    resourceOwner: flow === 'password' ? writeResourceOwner(auth) : undefined,
    scope: textUnlessEmpty(auth.scope),
    state: hasSignIn ? textUnlessEmpty(auth.state) : undefined,
    pkce: flow === 'authorizationCode' ? writePkce(auth.pkce) : undefined,
    additionalParameters: writeParameters(auth.additionalParameters, flow),
    tokenConfig: writeTokenConfig(auth.token),
    settings: {
      autoFetchToken: auth.token.fetchAutomatically,
      autoRefreshToken: auth.token.refreshAutomatically,
    },
  })
}

function flowOf(grantType: GrantType): Flow {
  return flows.find(([, flow]) => flow === grantType)?.[1] ?? 'authorizationCode'
}

function writeCredentials(auth: OAuth2, hasToken: boolean): OpenCollectionObject | undefined {
  const credentials = objectOf({
    clientId: textUnlessEmpty(auth.clientId),
    clientSecret: hasToken ? textUnlessEmpty(auth.clientSecret) : undefined,
    placement: hasToken ? schemaNameOf(credentialPlacements, auth.clientAuthentication) : undefined,
  })
  return unlessEmpty(credentials)
}

function writeResourceOwner(auth: OAuth2): OpenCollectionObject | undefined {
  return unlessEmpty(
    objectOf({ username: textUnlessEmpty(auth.username), password: textUnlessEmpty(auth.password) }),
  )
}

const pkceMethods: SchemaNames<OAuth2['pkce']> = [
  ['S256', 'S256'],
  ['plain', 'plain'],
  ['none', 'off'],
]

/** The grant has PKCE by its name (behaviour 5.2) unless the file turns it off: a server that does not know it ignores it (RFC 7636 §5). */
function readPkce(auth: ObjectReader): OAuth2['pkce'] {
  const pkce = auth.object('pkce')
  const method = pkce.named('method', pkceMethods, 'S256')
  return pkce.flag('disabled') ? 'off' : method
}

function writePkce(pkce: OAuth2['pkce']): OpenCollectionObject {
  return pkce === 'off' ? { disabled: true } : { method: pkce }
}

function readParameters(lists: ObjectReader): readonly Parameter[] {
  return parameterLists.flatMap(([list, request]) =>
    lists.objects(list, entry => ({
      request,
      name: entry.text('name'),
      value: entry.text('value'),
      placement: entry.choice('placement', ['header', 'query', 'body'], 'body'),
    })),
  )
}

function writeParameters(parameters: readonly Parameter[], flow: Flow): OpenCollectionValue | undefined {
  const written = parameterLists
    .filter(([, request]) =>
      request === 'authorization' ? flow !== 'clientCredentials' && flow !== 'password' : flow !== 'implicit',
    )
    .map(([list, request]) => {
      const chosen = parameters.filter(parameter => parameter.request === request)
      return [
        list,
        listUnlessEmpty(chosen, ({ name, value, placement }) => ({ name, value, placement })),
      ] as const
    })
  return unlessEmpty(objectOf(Object.fromEntries(written)))
}

function readTokenUse(auth: ObjectReader, defaults: TokenUse): TokenUse {
  const config = auth.object('tokenConfig')
  const placement = config.object('placement')
  const settings = auth.object('settings')
  return {
    id: config.text('id'),
    ...(placement.has('query')
      ? { placement: 'query', placementName: placement.text('query') }
      : { placement: 'header', placementName: placement.text('header', defaults.placementName) }),
    source: config.named('source', tokenSources, defaults.source),
    fetchAutomatically: settings.flag('autoFetchToken', defaults.fetchAutomatically),
    refreshAutomatically: settings.flag('autoRefreshToken', defaults.refreshAutomatically),
    renewOnUnauthorized: defaults.renewOnUnauthorized,
  }
}

function writeTokenConfig(token: TokenUse): OpenCollectionObject {
  return objectOf({
    id: textUnlessEmpty(token.id),
    placement: { [token.placement]: token.placementName },
    source: schemaNameOf(tokenSources, token.source),
  })
}
