import { failed, type HeaderField, type Notice, type OAuth2Auth, ok } from '@parley/model'
import { encodeStrictly } from '../../../../basics/encode-strictly.ts'
import type { AnswerResponse, RequestTarget } from '../../../message/outbound-message.ts'
import { preparationFailure } from '../../../preparation-failure.ts'
import { fieldSecret } from '../../../render-auth.ts'
import { type AuthPreview, authorizationHeader, mask, nothingAdded, placedField } from '../../auth-preview.ts'
import {
  type AppliedAuth,
  type AuthScheme,
  nothingApplied,
  secretHeader,
  secretParam,
} from '../../auth-scheme.ts'
import type { HeldToken } from '../../auth-session.ts'
import type { SchemeAction } from '../../scheme-action.ts'
import { fetchToken, isAutomatic, renewToken } from './renew-token.ts'
import type { TokenSetting } from './request-token.ts'
import { tokenKey } from './token-key.ts'

/**
 * OAuth 2.0 (RFC 6749): sends the held token. Fetches a missing one if the grant needs no sign-in, and renews
 * an expired one. If renewal fails, it sends the old token with a notice (behaviour 3).
 */
const applyOAuth2: AuthScheme<OAuth2Auth> = async (auth, message, ports, signal) => {
  if (auth.grantType === 'implicit')
    return failed(preparationFailure('authorization', 'AUTH_NOT_SUPPORTED', 'OAuth 2.0 Implicit'))
  if (auth.grantType === 'pasteAccessToken') return ok(placed(auth, auth.accessToken.trim()))
  const { settings, origins, secrets } = message
  const setting: TokenSetting = { auth, settings, origins, secrets, ports, signal }
  const held = await ports.authSession.tokens.held(await tokenKey(auth))
  if (held === null) {
    if (!isAutomatic(auth) || !auth.token.fetchAutomatically)
      return failed(preparationFailure('authorization', 'NO_TOKEN', ''))
    if (auth.tokenUrl.trim() === '')
      return failed(preparationFailure('authorization', 'AUTH_FIELD_MISSING', 'Token URL'))
    const fetched = await fetchToken(setting)
    if (!fetched.ok) {
      const { reason, isCancelled } = fetched.failure
      return failed(
        isCancelled
          ? preparationFailure('cancelled', 'CANCELLED', '')
          : preparationFailure('authorization', 'TOKEN_NOT_RECEIVED', reason),
      )
    }
    return ok(withRenewal(setting, fetched.value, []))
  }
  if (!isExpired(held, ports.clock.now())) return ok(withRenewal(setting, held, []))
  const renewed = auth.token.refreshAutomatically ? await renewToken(setting, held) : renewalSwitchedOff
  if (renewed.ok) return ok(withRenewal(setting, renewed.value, []))
  return ok(withRenewal(setting, held, [{ code: 'TOKEN_NOT_RENEWED', reason: renewed.failure.reason }]))
}

const renewalSwitchedOff = failed({ reason: 'automatic renewal is turned off' })

/** Returns whether a token has expired. */
export function isExpired({ expiresAt }: HeldToken, nowMs: number): boolean {
  return expiresAt !== null && nowMs >= expiresAt
}

function withRenewal(setting: TokenSetting, held: HeldToken, notices: readonly Notice[]): AppliedAuth {
  const { auth } = setting
  const applied = placed(auth, textOf(auth, held))
  const answerResponse = auth.token.renewOnUnauthorized ? renewOnce(setting, held) : null
  const secrets = [fieldSecret('Access token', textOf(auth, held))]
  return { ...applied, secrets, notices, answerResponse }
}

/** Implements the setting "Renew and send again once on 401". */
function renewOnce(setting: TokenSetting, held: HeldToken): AnswerResponse {
  let isAsked = false
  return async (message, { statusCode }) => {
    if (statusCode !== 401 || isAsked) return null
    isAsked = true
    const { auth } = setting
    const renewed = await renewToken(setting, held)
    if (!renewed.ok) return null
    const { headers, credentials } = placed(auth, textOf(auth, renewed.value))
    const isOld = (field: HeaderField) =>
      headers.some(one => one.name.toLowerCase() === field.name.toLowerCase())
    return {
      ...message,
      headers: [...message.headers.filter(field => !isOld(field)), ...headers],
      target: withOtherToken(message.target, auth, textOf(auth, held), textOf(auth, renewed.value)),
      credentials,
    }
  }
}

/** Returns the token to send: the access token or the ID token, as set. */
export function textOf({ token }: OAuth2Auth, held: HeldToken): string {
  return token.source === 'idToken' && held.idToken !== '' ? held.idToken : held.accessToken
}

function placed({ token: { placement, placementName } }: OAuth2Auth, token: string): AppliedAuth {
  if (token === '') return nothingApplied
  if (placement === 'query') return secretParam(placementName.trim() || 'access_token', token)
  return secretHeader('Authorization', `${placementName.trim()} ${token}`.trim(), token)
}

function withOtherToken(target: RequestTarget, auth: OAuth2Auth, old: string, token: string): RequestTarget {
  if (auth.token.placement === 'header') return target
  const name = encodeStrictly(auth.token.placementName.trim() || 'access_token')
  const change = (text: string) =>
    text.replace(`${name}=${encodeStrictly(old)}`, () => `${name}=${encodeStrictly(token)}`)
  const { pathAndQuery, targetUri, shownUri } = target
  return {
    ...target,
    pathAndQuery: change(pathAndQuery),
    targetUri: change(targetUri),
    ...(shownUri === undefined ? {} : { shownUri: change(shownUri) }),
  }
}

export function previewOAuth2(auth: OAuth2Auth): AuthPreview {
  const { placement, placementName } = auth.token
  if (auth.grantType === 'pasteAccessToken' && auth.accessToken.trim() === '') return nothingAdded
  return placement === 'header'
    ? authorizationHeader(`${placementName.trim()} ${mask}`.trim())
    : placedField('query', placementName.trim() || 'access_token', mask)
}

/** The implementation of the scheme. */
export const oauth2Action: SchemeAction<OAuth2Auth> = {
  apply: applyOAuth2,
  preview: previewOAuth2,
  validity: 'unlimited',
  /** The token is sent, not the credentials it was requested with. */
  sendsFields: ({ grantType }) => grantType === 'pasteAccessToken',
}
