/** The types of the Authorization tab (spec 5.1 and product decisions). Text fields take `{{variables}}`. */
export type Auth =
  | InheritAuth
  | NoAuth
  | BearerAuth
  | ApiKeyAuth
  | BasicAuth
  | OAuth2Auth
  | SignatureV4Auth
  | DigestAuth
  | OAuth1Auth
  | JwtAuth
  | HawkAuth
  | NtlmAuth
  | WsseAuth

export type AuthType = Auth['type']

/** What remains once inheritance is resolved. */
export type EffectiveAuth = Exclude<Auth, InheritAuth>

/** Inherit from parent: the default of requests and folders. */
export interface InheritAuth {
  readonly type: 'inherit'
}

export interface NoAuth {
  readonly type: 'none'
}

export interface BearerAuth {
  readonly type: 'bearer'
  readonly token: string
}

export interface ApiKeyAuth {
  readonly type: 'apiKey'
  readonly key: string
  readonly value: string
  /** Add to */
  readonly placement: 'header' | 'query'
}

export interface BasicAuth {
  readonly type: 'basic'
  readonly username: string
  readonly password: string
}

/** Digest access authentication (RFC 7616). */
export interface DigestAuth {
  readonly type: 'digest'
  readonly username: string
  readonly password: string
}

export interface NtlmAuth {
  readonly type: 'ntlm'
  readonly username: string
  readonly password: string
  readonly domain: string
}

export interface WsseAuth {
  readonly type: 'wsse'
  readonly username: string
  readonly password: string
}

/** Request signature v4 of a cloud provider (spec 5.1). */
export interface SignatureV4Auth {
  readonly type: 'signatureV4'
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
  readonly region: string
  readonly service: string
  readonly profileName: string
  /** `query`: a presigned URL. */
  readonly placement: 'header' | 'query'
}

/** OAuth 1.0 (RFC 5849). */
export interface OAuth1Auth {
  readonly type: 'oauth1'
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly accessToken: string
  readonly accessTokenSecret: string
  readonly callbackUrl: string
  readonly verifier: string
  readonly signatureMethod: OAuth1SignatureMethod
  readonly privateKey: { readonly source: 'file' | 'text'; readonly value: string }
  readonly timestamp: string
  readonly nonce: string
  readonly version: string
  readonly realm: string
  readonly placement: 'header' | 'query' | 'body'
  readonly includeBodyHash: boolean
}

export type OAuth1SignatureMethod =
  | 'HMAC-SHA1'
  | 'HMAC-SHA256'
  | 'HMAC-SHA512'
  | 'RSA-SHA1'
  | 'RSA-SHA256'
  | 'RSA-SHA512'
  | 'PLAINTEXT'

/** A JSON Web Token that is built and signed here, then sent as a bearer token (RFC 7519). */
export interface JwtAuth {
  readonly type: 'jwt'
  readonly algorithm: string
  readonly secret: string
  readonly isSecretBase64: boolean
  readonly privateKey: string
  /** JSON text as typed. */
  readonly payload: string
  /** JSON text as typed; joined to the generated JOSE header. */
  readonly header: string
  readonly prefix: string
  readonly placement: 'header' | 'query'
  readonly queryName: string
}

export interface HawkAuth {
  readonly type: 'hawk'
  readonly id: string
  readonly key: string
  readonly algorithm: 'sha1' | 'sha256'
  readonly user: string
  readonly nonce: string
  readonly ext: string
  readonly app: string
  readonly dlg: string
  readonly timestamp: string
  readonly includePayloadHash: boolean
}

/** OAuth 2.0 (RFC 6749); spec 5.2 names the first three grant types. */
export interface OAuth2Auth {
  readonly type: 'oauth2'
  readonly grantType: OAuth2GrantType
  /** Access token of the grant type Paste access token. */
  readonly accessToken: string
  readonly authorizationUrl: string
  readonly deviceAuthorizationUrl: string
  readonly tokenUrl: string
  /** Empty: the Token URL. */
  readonly refreshTokenUrl: string
  readonly callbackUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clientAuthentication: 'header' | 'body'
  readonly username: string
  readonly password: string
  readonly scope: string
  /** Empty: a fresh random value for each request. */
  readonly state: string
  /** `off` sends a plain code request. */
  readonly pkce: 'S256' | 'plain' | 'off'
  readonly additionalParameters: readonly OAuth2Parameter[]
  readonly token: OAuth2TokenUse
}

export type OAuth2GrantType =
  | 'pasteAccessToken'
  | 'authorizationCode'
  | 'clientCredentials'
  | 'password'
  | 'deviceCode'
  | 'implicit'

/** An extra parameter of one of the three requests; `audience` and `resource` are such parameters. */
export interface OAuth2Parameter {
  readonly request: 'authorization' | 'token' | 'refresh'
  readonly name: string
  readonly value: string
  readonly placement: 'header' | 'query' | 'body'
}

/** How a token is chosen and where it goes. */
export interface OAuth2TokenUse {
  /** Names the token where several are kept for one setting. */
  readonly id: string
  readonly placement: 'header' | 'query'
  /** `header`: the prefix before the token; `query`: the name of the parameter. */
  readonly placementName: string
  readonly source: 'accessToken' | 'idToken'
  readonly fetchAutomatically: boolean
  readonly refreshAutomatically: boolean
  /** Renew and send again once on 401. */
  readonly renewOnUnauthorized: boolean
}
