import {
  describeSendFailure,
  failed,
  type OAuth2Auth,
  type OAuth2Parameter,
  ok,
  type Result,
  type Row,
  row,
} from '@parley/model'
import { encodeStrictly } from '../../../../basics/encode-strictly.ts'
import { applyOverrides } from '../../../apply-overrides.ts'
import { buildMessage } from '../../../build-message.ts'
import type {
  MessageSecret,
  OAuthEndpoint,
  OriginChoices,
  RenderedSecrets,
} from '../../../gate/message-secrets.ts'
import { PassedMessage } from '../../../gate/passed-message.ts'
import { isHeaderValue } from '../../../message/header-syntax.ts'
import type { RequestTarget } from '../../../message/outbound-message.ts'
import { preparationFailure } from '../../../preparation-failure.ts'
import type { EffectiveSettings } from '../../../request-context.ts'
import { mask } from '../../auth-preview.ts'
import type { AuthPorts } from '../../auth-scheme.ts'
import type { HeldToken } from '../../auth-session.ts'
import { withParams } from '../../with-params.ts'
import { basicCredentials } from '../basic.ts'
import { MemoryBodyStore } from './memory-body-store.ts'
import { readTokenResponse, type TokenResponseMembers } from './read-token-response.ts'

/** Why a server gave no token, in its own words if it sent some. Contains no secret. */
export interface TokenRefusal {
  /** An error code of RFC 6749 §5.2 such as `invalid_client`; empty if the server sent none. */
  readonly error: string
  readonly reason: string
  readonly isCancelled: boolean
}

/** Everything needed to send a request to an OAuth endpoint. */
export interface TokenSetting {
  readonly auth: OAuth2Auth
  readonly settings: EffectiveSettings
  /** Who chose the URLs of the authorization. */
  readonly origins: OriginChoices
  readonly secrets: RenderedSecrets
  readonly ports: AuthPorts
  readonly signal: AbortSignal
}

/** A form for an OAuth endpoint, and the secrets in it that are not fields of the authorization. */
export interface EndpointRequest {
  readonly way: 'tokenRequest' | 'tokenRenewal' | 'deviceAuthorization'
  readonly endpoint: OAuthEndpoint
  readonly parameters: readonly Row[]
  readonly secrets: readonly MessageSecret[]
}

/** Requests a token from the token endpoint (RFC 6749 §4). */
export async function requestToken(
  setting: TokenSetting,
  request: EndpointRequest,
): Promise<Result<HeldToken, TokenRefusal>> {
  const answer = await sendToEndpoint(setting, request)
  if (!answer.ok) return answer
  const accessToken = answer.value.get('access_token') ?? ''
  const idToken = answer.value.get('id_token') ?? ''
  if (accessToken === '' && idToken === '')
    return failed(refusal('', 'The server’s response has no access_token'))
  // Checked here because a held token is sent repeatedly, also where messages are no longer checked.
  if (!isHeaderValue(accessToken) || !isHeaderValue(idToken))
    return failed(refusal('', 'The server’s response has a token that cannot be sent in a header'))
  const seconds = Number(answer.value.get('expires_in') || Number.NaN)
  const expiresAt = setting.ports.clock.now() + seconds * 1000
  return ok({
    accessToken,
    idToken,
    refreshToken: answer.value.get('refresh_token') ?? '',
    expiresAt: Math.abs(expiresAt) <= latestTime ? expiresAt : null,
  })
}

/** The latest time that a date can have, in milliseconds since the epoch (ECMA-262 §21.4.1.1). */
const latestTime = 8.64e15

/**
 * Sends a form to an OAuth endpoint through the normal transport, so that proxy, certificates and User-Agent
 * apply. Redirects are not followed, because the form contains the client secret.
 */
export async function sendToEndpoint(
  setting: TokenSetting,
  request: EndpointRequest,
): Promise<Result<TokenResponseMembers, TokenRefusal>> {
  const { auth, ports, signal } = setting
  const { parameters } = request
  const message = await endpointMessage(setting, request)
  const passed = message.ok ? await PassedMessage.pass(message.value, ports, signal) : message
  if (!passed.ok) {
    const isCancelled = passed.failure.kind === 'cancelled'
    return failed({ ...refusal('', describeSendFailure(passed.failure).sentence), isCancelled })
  }
  const store = new MemoryBodyStore(signal)
  const sent = await ports.transport.send(passed.value, unobserved, store.signal, store)
  if (store.isTooLarge && !signal.aborted)
    return failed(refusal('', 'The server’s response is larger than 1 MB'))
  const hide = secretMasker([...parameters, ...auth.additionalParameters], auth)
  if (!sent.ok) {
    const { failure } = sent.failure
    const { sentence } = describeSendFailure({ ...failure, subject: hide(failure.subject) })
    return failed({ error: '', reason: sentence, isCancelled: failure.kind === 'cancelled' })
  }
  const { statusCode, reasonPhrase } = sent.value.response
  const members = readTokenResponse(store.text())
  const error = members.get('error') ?? ''
  if (error !== '') {
    const description = members.get('error_description') ?? ''
    const said = refusal(error, hide(description === '' ? error : `${error}: ${description}`))
    return failed(withHint(said, auth))
  }
  if (statusCode >= 300) {
    const said = refusal('', hide(`The server responded with ${statusCode} ${reasonPhrase}`.trim()))
    return failed(withHint(said, auth))
  }
  return ok(members)
}

const unobserved = { onRequestContent() {}, onResponse() {} }

const noOverrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }

const parameterKinds = {
  tokenRequest: 'token',
  tokenRenewal: 'refresh',
  deviceAuthorization: 'authorization',
} as const satisfies Record<EndpointRequest['way'], OAuth2Parameter['request']>

async function endpointMessage(
  { auth, settings, origins, secrets, ports }: TokenSetting,
  { way, endpoint, parameters, secrets: further }: EndpointRequest,
) {
  const extra = (placement: OAuth2Parameter['placement']) =>
    auth.additionalParameters
      .filter(one => one.request === parameterKinds[way] && one.placement === placement && one.name !== '')
      .map(({ name, value }) => row(name, value))
  const client = clientAuthentication(auth)
  const url = auth[endpoint].trim()
  const built = await buildMessage(
    {
      stage: 'rendered',
      method: 'POST',
      url,
      headers: [row('Accept', 'application/json'), ...client.headers, ...extra('header')],
      cookies: [],
      body: { type: 'urlEncoded', fields: [...parameters, ...client.fields, ...extra('body')] },
      auth: { type: 'none' },
      settings: { ...settings, initiator: 'user', followRedirects: false },
      notices: [],
      secrets: { url: [], rows: [], body: [...secrets.auth, ...further], auth: [], known: secrets.known },
      origins: { ...origins, request: origins[endpoint] },
      marked: { method: 'POST', url },
    },
    { ...ports, files: noFiles },
  )
  if (!built.ok) return built
  const target: RequestTarget = withParams(built.value.target, extra('query'))
  const { auth: _auth, secrets: _secrets, origins: _origins, generatedNames: _names, ...fields } = built.value
  const authorized = { stage: 'authorized', credentials: [], answerResponse: null, signed: null } as const
  const message = { ...fields, ...authorized, target, gateFacts: { ...fields.gateFacts, way } }
  return ok(applyOverrides(message, { overrides: noOverrides }))
}

const noFiles = {
  lengthBytes: async (filePath: string) => failed(preparationFailure('file', 'FILE_NOT_READ', filePath)),
}

/**
 * ID and secret are form-encoded before Basic (RFC 6749 §2.3.1). A client without a secret sends its ID in
 * the form.
 */
function clientAuthentication({ clientId, clientSecret, clientAuthentication: placement }: OAuth2Auth): {
  readonly headers: readonly Row[]
  readonly fields: readonly Row[]
} {
  if (placement === 'header' && clientSecret !== '') {
    const value = basicCredentials(encodeStrictly(clientId), encodeStrictly(clientSecret))
    return { headers: [row('Authorization', value)], fields: [] }
  }
  const secret = clientSecret === '' ? [] : [row('client_secret', clientSecret)]
  return { headers: [], fields: [row('client_id', clientId), ...secret] }
}

/** A secret in the header may have printable ASCII characters alone (RFC 6749 appendix A.2). */
function withHint(refused: TokenRefusal, auth: OAuth2Auth): TokenRefusal {
  const isInHeader = auth.clientAuthentication === 'header'
  if (!isInHeader || !Array.from(auth.clientSecret).some(one => one > '~')) return refused
  return { ...refused, reason: `${withoutEnd(refused.reason)}. ${nonAsciiHint}` }
}

const withoutEnd = (text: string) => (text.endsWith('.') ? text.slice(0, -1) : text)

const nonAsciiHint =
  'The client secret has characters that are not ASCII, which OAuth 2.0 does not allow, and which many servers cannot read in the Authorization header: send it in the body, or have it replaced'

const maxReasonCharacters = 300

function refusal(error: string, reason: string): TokenRefusal {
  const shown = reason.length > maxReasonCharacters ? `${reason.slice(0, maxReasonCharacters)}…` : reason
  return { error, reason: shown, isCancelled: false }
}

/**
 * Returns a function that masks the secrets of a request in a server's text, which may repeat them in any
 * encoding.
 */
function secretMasker(
  parameters: readonly Pick<Row, 'name' | 'value'>[],
  { clientId, clientSecret, password }: OAuth2Auth,
): (text: string) => string {
  const sentSecrets = parameters.filter(({ name }) => secretNames.test(name)).map(({ value }) => value)
  const secrets = [clientSecret, password, ...sentSecrets].filter(secret => secret !== '')
  const basic = basicCredentials(encodeStrictly(clientId), encodeStrictly(clientSecret)).replace('Basic ', '')
  const forms = [
    basic,
    ...secrets.flatMap(one => [one, encodeStrictly(one), encodeURIComponent(one.toWellFormed())]),
  ]
  const longestFirst = forms.toSorted((one, other) => other.length - one.length)
  return text => longestFirst.reduce((shown, form) => shown.replaceAll(form, mask), text)
}

/** Names of parameters whose values are secret. */
const secretNames = /^code$|code_verifier|device_code|secret|token|assertion|password|key/i
