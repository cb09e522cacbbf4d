import { describeSendFailure, failed, type OAuth2Auth, type Result, row } from '@parley/model'
import { encodeStrictly } from '../../../../basics/encode-strictly.ts'
import { sha, utf8 } from '../../../../basics/hashing.ts'
import { toBase64Url } from '../../../../basics/text/base64.ts'
import type { MessageSecret } from '../../../gate/message-secrets.ts'
import { originOf } from '../../../gate/origin.ts'
import { refusalToSend } from '../../../gate/passed-message.ts'
import { formsOf } from '../../../gate/secret-forms.ts'
import { parseTarget } from '../../../message/parse-target.ts'
import { fieldSecret } from '../../../render-auth.ts'
import type { HeldToken } from '../../auth-session.ts'
import { randomToken } from '../../random-token.ts'
import { requestToken, sendToEndpoint, type TokenRefusal, type TokenSetting } from './request-token.ts'

/** The parts of the host needed for grants with a sign-in. */
export interface SignInHost {
  /**
   * Listens on the loopback interface for the redirect to `callbackUrl`; if it is empty, to a URL that the
   * host chooses. The failure is a sentence for the user.
   */
  listen(callbackUrl: string, state: string): Promise<Result<RedirectListener, string>>
  /** Opens a page in the user's browser. */
  openBrowser(url: string): Promise<void>
  /** Shows the user the code and where to enter it (RFC 8628 §3.3). */
  showDeviceCode(code: DeviceCode): void
  /** Resolves after the time, or immediately when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export interface RedirectListener {
  /** The `redirect_uri` of the authorization request. */
  readonly redirectUri: string
  /**
   * Resolves with the parameters of the first redirect that has the right `state`, or with a sentence that
   * says why there is none.
   */
  redirected(signal: AbortSignal): Promise<Result<ReadonlyMap<string, string>, string>>
  close(): Promise<void>
}

export interface DeviceCode {
  readonly userCode: string
  readonly verificationUri: string
  /** The URL that includes the code; empty if the server gave none. */
  readonly completeUri: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Gets a token with the Authorization Code grant (RFC 6749 §4.1), with PKCE (RFC 7636) as set. The `state` is
 * always checked.
 */
export async function signInByCode(
  setting: TokenSetting,
  host: SignInHost,
): Promise<Result<HeldToken, TokenRefusal>> {
  const { auth, ports, signal } = setting
  // An imported file can put anything here, and the browser would open it.
  if (!/^https?:\/\//i.test(auth.authorizationUrl.trim()))
    return refused('The Authorization URL does not begin with https:// or http://')
  const state = auth.state.trim() || randomToken(ports.random, 32)
  const listener = await host.listen(auth.callbackUrl.trim(), state)
  if (!listener.ok) return refused(listener.failure)
  try {
    const { redirectUri } = listener.value
    const verifier = auth.pkce === 'off' ? '' : randomToken(ports.random, 64)
    const page = await authorizationUrl(auth, { redirectUri, state, verifier })
    const refusal = await guardSignInPage(setting, page)
    if (refusal !== null) return failed(refusal)
    await host.openBrowser(page)
    const redirected = await listener.value.redirected(signal)
    if (!redirected.ok) return failed({ error: '', reason: redirected.failure, isCancelled: signal.aborted })
    const error = redirected.value.get('error') ?? ''
    const description = redirected.value.get('error_description') ?? ''
    if (error !== '') return refused(description === '' ? error : `${error}: ${description}`, error)
    const code = redirected.value.get('code') ?? ''
    if (redirected.value.get('state') !== state || code === '')
      return refused('The redirect contains no code for this sign-in')
    return await requestToken(setting, {
      way: 'tokenRequest',
      endpoint: 'tokenUrl',
      parameters: [
        row('grant_type', 'authorization_code'),
        row('code', code),
        row('redirect_uri', redirectUri),
        ...(verifier === '' ? [] : [row('code_verifier', verifier)]),
      ],
      secrets: [fieldSecret('Authorization code', code)],
    })
  } finally {
    await listener.value.close()
  }
}

/**
 * Asks before the browser opens a page whose URL contains withheld secrets, if a script chose its origin
 * (`signInPage`).
 */
async function guardSignInPage(
  { auth, origins, secrets, ports, signal }: TokenSetting,
  page: string,
): Promise<TokenRefusal | null> {
  if (origins.authorizationUrl === 'user') return null
  const parsed = parseTarget(page, ports.hostNames)
  const isInPage = ({ text }: MessageSecret) => formsOf(text).isIn(page)
  const carried = secrets.auth.filter(secret => secret.isWithheld && secret.text !== '' && isInPage(secret))
  const origin = parsed.ok ? originOf(parsed.value.target) : auth.authorizationUrl
  const refusal = await refusalToSend({ origin, secrets: carried, chosenBy: 'script' }, ports, signal)
  if (refusal === null) return null
  const { sentence } = describeSendFailure(refusal)
  return { error: '', reason: sentence, isCancelled: refusal.kind === 'cancelled' }
}

async function authorizationUrl(
  auth: OAuth2Auth,
  { redirectUri, state, verifier }: { redirectUri: string; state: string; verifier: string },
): Promise<string> {
  const challenge = auth.pkce === 'S256' ? toBase64Url(await sha('SHA-256', utf8(verifier))) : verifier
  const extra = auth.additionalParameters.filter(one => one.request === 'authorization' && one.name !== '')
  const parameters = [
    ['response_type', 'code'],
    ['client_id', auth.clientId],
    ['redirect_uri', redirectUri],
    ['scope', auth.scope.trim()],
    ['state', state],
    ['code_challenge', challenge],
    ['code_challenge_method', challenge === '' ? '' : auth.pkce],
    ...extra.map(({ name, value }) => [name, value] as const),
  ] as const
  const query = parameters
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .join('&')
  const url = auth.authorizationUrl.trim().replace(/#.*$/s, '')
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}

/** The polling interval if the server names none (RFC 8628 §3.2), and the increase for `slow_down`. */
const pollSeconds = 5
/** Limits the interval, whatever the server says. */
const pollLimits = { least: 1, most: 60 }
/** The lifetime of a code if the server names none. */
const codeSeconds = 900

/**
 * Gets a token with the Device Authorization Grant (RFC 8628): polls until the user has entered the code or
 * it has expired.
 */
export async function signInByDevice(
  setting: TokenSetting,
  host: SignInHost,
): Promise<Result<HeldToken, TokenRefusal>> {
  const { auth, ports, signal } = setting
  const scope = auth.scope.trim() === '' ? [] : [row('scope', auth.scope.trim())]
  const begun = await sendToEndpoint(setting, {
    way: 'deviceAuthorization',
    endpoint: 'deviceAuthorizationUrl',
    parameters: scope,
    secrets: [],
  })
  if (!begun.ok) return begun
  const text = (name: string) => begun.value.get(name) ?? ''
  const seconds = (name: string, fallback: number) => Number(text(name)) || fallback
  const deviceCode = text('device_code')
  if (deviceCode === '' || text('user_code') === '') return refused('The server’s response has no code')
  const validMs = seconds('expires_in', codeSeconds) * 1000
  const validUntil = ports.clock.monotonic() + validMs
  host.showDeviceCode({
    userCode: text('user_code'),
    verificationUri: text('verification_uri') || text('verification_url'),
    completeUri: text('verification_uri_complete'),
    expiresAt: ports.clock.now() + validMs,
  })
  let intervalSeconds = seconds('interval', pollSeconds)
  const parameters = [
    row('grant_type', 'urn:ietf:params:oauth:grant-type:device_code'),
    row('device_code', deviceCode),
  ]
  for (;;) {
    const pauseSeconds = Math.min(Math.max(intervalSeconds, pollLimits.least), pollLimits.most)
    await host.wait(pauseSeconds * 1000, signal)
    if (signal.aborted) return failed({ error: '', reason: 'The sign-in was cancelled', isCancelled: true })
    if (ports.clock.monotonic() >= validUntil) return refused('The code has expired', 'expired_token')
    const answer = await requestToken(setting, {
      way: 'tokenRequest',
      endpoint: 'tokenUrl',
      parameters,
      secrets: [fieldSecret('Device code', deviceCode)],
    })
    if (answer.ok) return answer
    if (answer.failure.error === 'slow_down') intervalSeconds += pollSeconds
    else if (answer.failure.error !== 'authorization_pending') return answer
  }
}

function refused(reason: string, error = ''): Result<never, TokenRefusal> {
  return failed({ error, reason, isCancelled: false })
}
