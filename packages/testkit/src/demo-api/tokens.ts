import { randomBytes } from 'node:crypto'
import { type Answer, answerFailure, answerJson } from './answer.ts'
import type { Call, Route } from './route.ts'
import { answerTokenError, readTokenRequest, type TokenRequest } from './token-request.ts'

/** The client and user that may request tokens. Public on purpose, because they protect nothing. */
const client = { id: 'demo', secret: 'demo-secret' }
const user = { name: 'demo', password: 'demo-password' }

/** When there are more tokens than this, the oldest are deleted. */
const tokenCountLimit = 10_000

interface Grant {
  readonly subject: string
  readonly scope: string
}

interface AccessToken extends Grant {
  readonly expiresAtMs: number
}

interface TokenStore {
  readonly accessTokens: Map<string, AccessToken>
  readonly refreshTokens: Map<string, Grant>
  readonly lifetimeSeconds: number
}

/**
 * Creates an OAuth 2.0 token endpoint (RFC 6749) and a protected resource. Tokens last as long as the demo
 * API.
 */
export function tokenRoutes(lifetimeSeconds: number): readonly Route[] {
  const store: TokenStore = { accessTokens: new Map(), refreshTokens: new Map(), lifetimeSeconds }
  return [
    {
      method: 'POST',
      path: '/token',
      summary: `Token for client "${client.id}" with secret "${client.secret}", as JSON, form or Basic; grants client_credentials, refresh_token, password (user "${user.name}", password "${user.password}")`,
      handle: call => issueToken(store, call),
    },
    {
      method: 'GET',
      path: '/me',
      summary: 'Who the Bearer token stands for; 401 without one',
      handle: call => showSubject(store, call),
    },
  ]
}

function issueToken(store: TokenStore, call: Call): Answer {
  const read = readTokenRequest(call)
  if (!read.ok) return read.answer
  const { request } = read
  if (request.clientId !== client.id || request.clientSecret !== client.secret) {
    return answerTokenError('invalid_client', 'The client id or secret is wrong', request.usesBasic)
  }
  switch (request.grantType) {
    case 'client_credentials':
      return grantToken(store, { subject: client.id, scope: request.scope ?? 'books' })
    case 'password':
      return grantForPassword(store, request)
    case 'refresh_token':
      return grantForRefreshToken(store, request)
    case undefined:
      return answerTokenError('invalid_request', 'grant_type is missing')
  }
  return answerTokenError('unsupported_grant_type', 'The grant type is not one of those offered')
}

function grantForPassword(store: TokenStore, request: TokenRequest): Answer {
  if (request.username === undefined || request.password === undefined) {
    return answerTokenError('invalid_request', 'username or password is missing')
  }
  if (request.username !== user.name || request.password !== user.password) {
    return answerTokenError('invalid_grant', 'The user name or password is wrong')
  }
  return grantToken(store, { subject: user.name, scope: request.scope ?? 'books' })
}

function grantForRefreshToken(store: TokenStore, request: TokenRequest): Answer {
  if (request.refreshToken === undefined)
    return answerTokenError('invalid_request', 'refresh_token is missing')
  const grant = store.refreshTokens.get(request.refreshToken)
  if (grant === undefined) return answerTokenError('invalid_grant', 'The refresh token is unknown or used up')
  // Each refresh token works once (RFC 9700 §4.14.2), so that a client that keeps the old one fails here.
  store.refreshTokens.delete(request.refreshToken)
  return grantToken(store, grant)
}

function grantToken(store: TokenStore, grant: Grant): Answer {
  const accessToken = randomBytes(24).toString('base64url')
  const refreshToken = randomBytes(24).toString('base64url')
  addBounded(store.accessTokens, accessToken, {
    ...grant,
    expiresAtMs: Date.now() + store.lifetimeSeconds * 1000,
  })
  addBounded(store.refreshTokens, refreshToken, grant)
  const body = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: store.lifetimeSeconds,
    refresh_token: refreshToken,
    scope: grant.scope,
  }
  return answerJson(body, 200, ['Cache-Control', 'no-store', 'Pragma', 'no-cache'])
}

function addBounded<Value>(tokens: Map<string, Value>, token: string, value: Value): void {
  tokens.set(token, value)
  const [oldest] = tokens.keys()
  if (tokens.size > tokenCountLimit && oldest !== undefined) tokens.delete(oldest)
}

function showSubject(store: TokenStore, call: Call): Answer {
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(call.request.headers.authorization ?? '') ?? []
  if (token === undefined) return challenge('missing_token', 'A Bearer token is needed', '')
  const granted = store.accessTokens.get(token)
  if (granted === undefined || granted.expiresAtMs <= Date.now()) {
    return challenge('invalid_token', 'The token is unknown or expired', ', error="invalid_token"')
  }
  const { subject, scope, expiresAtMs } = granted
  return answerJson({ subject, scope, expiresAt: new Date(expiresAtMs).toISOString() })
}

/** RFC 6750 §3: without a token the challenge has no error. */
function challenge(code: string, message: string, errorParameter: string): Answer {
  return answerFailure(401, code, message, ['WWW-Authenticate', `Bearer realm="demo"${errorParameter}`])
}
