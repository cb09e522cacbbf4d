import { failed, type OAuth2Auth, type Result, type Row, row } from '@parley/model'
import { fieldSecret } from '../../../render-auth.ts'
import type { HeldToken, TokenStore } from '../../auth-session.ts'
import { type EndpointRequest, requestToken, type TokenRefusal, type TokenSetting } from './request-token.ts'
import { tokenKey } from './token-key.ts'

/** Returns whether a grant works without a sign-in. */
export function isAutomatic({ grantType }: OAuth2Auth): boolean {
  return grantType === 'clientCredentials' || grantType === 'password'
}

/** Fetches a token with a grant that needs no sign-in, and stores it. */
export function fetchToken(setting: TokenSetting): Promise<Result<HeldToken, TokenRefusal>> {
  return storeResult(setting, () => requestToken(setting, tokenRequestOf(setting.auth)))
}

/**
 * Replaces an expired or rejected token: with the refresh token if there is one; otherwise, or if that fails,
 * with the grant itself if it needs no sign-in (behaviour 3).
 */
export function renewToken(setting: TokenSetting, held: HeldToken): Promise<Result<HeldToken, TokenRefusal>> {
  return storeResult(setting, async key => {
    const { auth } = setting
    // Another send may have renewed it in the meantime.
    const present = await setting.ports.authSession.tokens.held(key)
    const isOther = present?.accessToken !== held.accessToken || present.idToken !== held.idToken
    if (present !== null && isOther) return { ok: true, value: present }
    if (held.refreshToken === '') {
      if (isAutomatic(auth)) return requestToken(setting, tokenRequestOf(auth))
      return failed({ error: '', reason: 'the server gave no refresh token', isCancelled: false })
    }
    const parameters = [row('grant_type', 'refresh_token'), row('refresh_token', held.refreshToken)]
    const refreshed = await requestToken(setting, {
      way: 'tokenRenewal',
      endpoint: auth.refreshTokenUrl.trim() === '' ? 'tokenUrl' : 'refreshTokenUrl',
      parameters,
      secrets: [fieldSecret('Refresh token', held.refreshToken)],
    })
    if (!refreshed.ok) {
      if (!isAutomatic(auth) || refreshed.failure.isCancelled) return refreshed
      return requestToken(setting, tokenRequestOf(auth))
    }
    // A server that sends no new refresh token wants the client to keep the old one (RFC 6749 §6).
    const refreshToken = refreshed.value.refreshToken || held.refreshToken
    return { ok: true, value: { ...refreshed.value, refreshToken } }
  })
}

function tokenRequestOf(auth: OAuth2Auth): EndpointRequest {
  return { way: 'tokenRequest', endpoint: 'tokenUrl', parameters: grantParameters(auth), secrets: [] }
}

function grantParameters({ grantType, username, password, scope }: OAuth2Auth): readonly Row[] {
  const scopes = scope.trim() === '' ? [] : [row('scope', scope.trim())]
  return grantType === 'password'
    ? [row('grant_type', 'password'), row('username', username), row('password', password), ...scopes]
    : [row('grant_type', 'client_credentials'), ...scopes]
}

type Renewal = Promise<Result<HeldToken, TokenRefusal>>

/** Renewals in progress: servers treat a refresh token that is used twice as stolen. */
const renewalsInProgress = new WeakMap<TokenStore, Map<string, Renewal>>()

async function storeResult(setting: TokenSetting, ask: (key: string) => Renewal): Renewal {
  const { tokens } = setting.ports.authSession
  const key = await tokenKey(setting.auth)
  const renewals = renewalsInProgress.get(tokens) ?? new Map<string, Renewal>()
  renewalsInProgress.set(tokens, renewals)
  const other = renewals.get(key)
  if (other !== undefined) {
    const result = await other
    // The other send was cancelled, but this one was not.
    return !result.ok && result.failure.isCancelled && !setting.signal.aborted
      ? storeResult(setting, ask)
      : result
  }
  const renewal = ask(key).then(async result => {
    if (result.ok) await tokens.hold(key, result.value)
    return result
  })
  renewals.set(key, renewal)
  try {
    return await renewal
  } finally {
    renewals.delete(key)
  }
}
