import {
  failed,
  type HttpRequest,
  type OAuth2Auth,
  ok,
  type Result,
  type SendFailure,
  secretFieldsOf,
} from '@parley/model'
import { chooseOrigins } from '../../../gate/choose-origins.ts'
import { preparationFailure, unreadFailure } from '../../../preparation-failure.ts'
import { renderAuth } from '../../../render-auth.ts'
import type { RequestContext } from '../../../request-context.ts'
import { resolveRequest } from '../../../resolve-request.ts'
import { Substitution, SubstitutionError } from '../../../variables/substitute.ts'
import { secretsOf } from '../../../variables/variable-scope.ts'
import type { AuthPorts } from '../../auth-scheme.ts'
import type { HeldToken } from '../../auth-session.ts'
import { isExpired, textOf } from './oauth2.ts'
import { fetchToken, isAutomatic } from './renew-token.ts'
import type { TokenSetting } from './request-token.ts'
import { type SignInHost, signInByCode, signInByDevice } from './sign-in.ts'
import { tokenKey } from './token-key.ts'

/** The ports needed to look up a token; nothing is sent. */
export type TokenPorts = Pick<AuthPorts, 'clock' | 'random' | 'hostNames' | 'authSession'>

/** The token states of behaviour 3 for the Authorization tab. */
export type TokenState =
  | { readonly state: 'none' }
  | { readonly state: 'held' | 'expired'; readonly masked: string; readonly expiresAt: number | null }

/** A request that uses a token, and its context. */
export interface TokenOwner {
  readonly request: HttpRequest
  readonly context: RequestContext
}

/**
 * Gets a new access token (behaviour 5.2) with the grant of the request's own or inherited authorization, after
 * filling in the variables. The token is stored for all requests with the same settings.
 */
export async function getNewAccessToken(
  owner: TokenOwner,
  ports: AuthPorts,
  host: SignInHost,
  signal: AbortSignal,
): Promise<Result<TokenState, SendFailure>> {
  const unread = unreadFailure(owner.context)
  if (unread !== null) return failed(unread)
  const rendered = renderedAuth(owner, ports)
  if (!rendered.ok) return rendered
  const { auth, ...passage } = rendered.value
  const { grantType } = auth
  if (grantType === 'pasteAccessToken' || grantType === 'implicit')
    return failed(
      preparationFailure('authorization', 'AUTH_NOT_SUPPORTED', `OAuth 2.0 ${grantNames[grantType]}`),
    )
  const missing = missingField(auth) ?? missingSecret(owner, auth)
  if (missing !== null) return failed(preparationFailure('authorization', 'AUTH_FIELD_MISSING', missing))
  const { settings } = resolveRequest(owner.request, owner.context)
  const setting: TokenSetting = { auth, ...passage, settings, ports, signal }
  const given = await requestByGrant(setting, host)
  if (!given.ok) {
    const { isCancelled, reason } = given.failure
    return failed(
      isCancelled
        ? preparationFailure('cancelled', 'CANCELLED', '')
        : preparationFailure('authorization', 'TOKEN_NOT_GIVEN', reason),
    )
  }
  // Grants without a sign-in store the token when they fetch it.
  if (!isAutomatic(auth)) await ports.authSession.tokens.hold(await tokenKey(auth), given.value)
  return ok(stateOf(given.value, ports))
}

/** Returns the state of the token held for a request; `none` also if the authorization is not OAuth 2.0. */
export async function tokenState(owner: TokenOwner, ports: TokenPorts): Promise<TokenState> {
  const auth = renderedAuth(owner, ports)
  const held = auth.ok ? await ports.authSession.tokens.held(await tokenKey(auth.value.auth)) : null
  return held === null ? { state: 'none' } : stateOf(held, ports)
}

/** Returns the token that would be sent for a request, for copying; null if no token is held. */
export async function heldToken(owner: TokenOwner, ports: TokenPorts): Promise<string | null> {
  const auth = renderedAuth(owner, ports)
  const held = auth.ok ? await ports.authSession.tokens.held(await tokenKey(auth.value.auth)) : null
  return auth.ok && held !== null ? textOf(auth.value.auth, held) : null
}

/** Removes the held token (behaviour 5.2). */
export async function clearToken(owner: TokenOwner, ports: TokenPorts): Promise<void> {
  const auth = renderedAuth(owner, ports)
  if (auth.ok) await ports.authSession.tokens.clear(await tokenKey(auth.value.auth))
}

/** The grants that ask no server for a token. */
const grantNames = { pasteAccessToken: 'Paste access token', implicit: 'Implicit' } as const

function requestByGrant(setting: TokenSetting, host: SignInHost) {
  if (isAutomatic(setting.auth)) return fetchToken(setting)
  return setting.auth.grantType === 'deviceCode' ? signInByDevice(setting, host) : signInByCode(setting, host)
}

type RenderedSetting = Pick<TokenSetting, 'auth' | 'origins' | 'secrets'>

/**
 * Applies the rules of a send: addresses that depend on values set by scripts count as chosen by a script.
 */
function renderedAuth(
  { request, context }: TokenOwner,
  ports: TokenPorts,
): Result<RenderedSetting, SendFailure> {
  const { auth: typed, scopes } = resolveRequest(request, context)
  if (typed.type !== 'oauth2') return failed(preparationFailure('authorization', 'NO_TOKEN', ''))
  try {
    const { auth, secrets } = renderAuth(typed, new Substitution(scopes, ports))
    return ok({
      auth,
      origins: chooseOrigins({ url: '', typedUrl: '', pathParams: [], auth: typed }, scopes, ports.hostNames),
      secrets: { url: [], rows: [], body: [], auth: secrets, known: secretsOf(scopes) },
    })
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error
    return failed(preparationFailure('template', error.code, error.path.join(' → ')))
  }
}

/** Returns the label of a field that the grant needs and that is empty. */
function missingField(auth: OAuth2Auth): string | null {
  const fields: readonly (readonly [string, string, boolean])[] = [
    ['Authorization URL', auth.authorizationUrl, auth.grantType === 'authorizationCode'],
    ['Device authorization URL', auth.deviceAuthorizationUrl, auth.grantType === 'deviceCode'],
    ['Token URL', auth.tokenUrl, true],
    ['Client ID', auth.clientId, auth.grantType !== 'password'],
  ]
  return fields.find(([, text, isNeeded]) => isNeeded && text.trim() === '')?.[0] ?? null
}

/** Returns the label of a secret field that has no value on this machine. */
function missingSecret({ request, context }: TokenOwner, auth: OAuth2Auth): string | null {
  const listed = context.missingAuthFields?.get(resolveRequest(request, context).auth) ?? []
  const missing = secretFieldsOf(auth).find(({ field, text }) => listed.includes(field) && text === '')
  return missing?.label ?? null
}

/**
 * The number of final characters that are shown, so that users can recognize a token; a short token shows
 * none.
 */
const shownCharacters = 4

function stateOf(held: HeldToken, { clock }: Pick<AuthPorts, 'clock'>): TokenState {
  const { accessToken, idToken, expiresAt } = held
  const text = accessToken || idToken
  const end = text.length >= 4 * shownCharacters ? text.slice(-shownCharacters) : ''
  return { state: isExpired(held, clock.now()) ? 'expired' : 'held', masked: `••••••${end}`, expiresAt }
}
