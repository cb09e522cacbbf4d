import type { authSchemes } from './auth-schemes.ts'
import type { AuthOf } from './scheme-descriptor.ts'

type Schemes = typeof authSchemes

/** The types of the Authorization tab (behaviour 5.1). */
export type AuthType = keyof Schemes

/** The authorization of each type; the fields are those of its descriptor. */
export type AuthByType = { readonly [Type in AuthType]: AuthOf<Schemes[Type]> }

/** An authorization as it is set. Text fields take `{{variables}}`. */
export type Auth = AuthByType[AuthType]

/** An authorization after inheritance is resolved. */
export type EffectiveAuth = Exclude<Auth, InheritAuth>

export type InheritAuth = AuthByType['inherit']
export type BearerAuth = AuthByType['bearer']
export type ApiKeyAuth = AuthByType['apiKey']
export type BasicAuth = AuthByType['basic']
export type DigestAuth = AuthByType['digest']
export type WsseAuth = AuthByType['wsse']
export type SignatureV4Auth = AuthByType['signatureV4']
export type OAuth1Auth = AuthByType['oauth1']
export type OAuth1SignatureMethod = OAuth1Auth['signatureMethod']
export type JwtAuth = AuthByType['jwt']
export type HawkAuth = AuthByType['hawk']
export type OAuth2Auth = AuthByType['oauth2']
export type OAuth2GrantType = OAuth2Auth['grantType']
/** An additional parameter of one of the three OAuth requests. */
export type OAuth2Parameter = OAuth2Auth['additionalParameters'][number]
/** Which token is sent, and where. */
export type OAuth2TokenUse = OAuth2Auth['token']
