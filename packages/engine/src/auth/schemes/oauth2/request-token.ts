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
import { applyOverrides } from '../../../apply-overrides.ts'
import { buildMessage } from '../../../build-message.ts'
import { PassedMessage } from '../../../gate/passed-message.ts'
import { isHeaderValue } from '../../../message/header-syntax.ts'
import type { HeldToken } from '../../../ports.ts'
import { preparationFailure } from '../../../preparation-failure.ts'
import type {
  EffectiveSettings,
  MessageSecret,
  OAuthEndpoint,
  OriginChoices,
  RenderedSecrets,
  RequestTarget,
} from '../../../stages.ts'
import { mask } from '../../auth-preview.ts'
import type { AuthPorts } from '../../auth-scheme.ts'
import { encodeStrictly } from '../../encode-strictly.ts'
import { withParams } from '../../with-params.ts'
import { basicCredentials } from '../basic.ts'
import { MemoryBodyStore } from './memory-body-store.ts'
import { type AnswerMembers, readTokenAnswer } from './read-token-answer.ts'

/** Why a server gave no token, in words, its own where it has some; no secret is in them. */
export interface TokenRefusal {
  /** Of RFC 6749 §5.2, such as `invalid_client`; empty where the server named none. */
  readonly error: string
  readonly reason: string
  readonly isCancelled: boolean
}

/** What a request to an endpoint of OAuth is sent with. */
export interface TokenSetting {
  readonly auth: OAuth2Auth
  readonly settings: EffectiveSettings
  /** Who chose the addresses of the authorization. */
  readonly origins: OriginChoices
  readonly secrets: RenderedSecrets
  readonly ports: AuthPorts
  readonly signal: AbortSignal
}

/** A form for an endpoint of OAuth, and what is secret in it beyond the authorization's own fields. */
export interface EndpointRequest {
  readonly way: 'tokenRequest' | 'tokenRenewal' | 'deviceAuthorization'
  readonly endpoint: OAuthEndpoint
  readonly parameters: readonly Row[]
  readonly secrets: readonly MessageSecret[]
}

/** Asks the token endpoint (RFC 6749 §4) and reads the token that it gives. */
export async function requestToken(
  setting: TokenSetting,
  request: EndpointRequest,
): Promise<Result<HeldToken, TokenRefusal>> {
  const answer = await askEndpoint(setting, request)
  if (!answer.ok) return answer
  const accessToken = answer.value.get('access_token') ?? ''
  const idToken = answer.value.get('id_token') ?? ''
  if (accessToken === '' && idToken === '')
    return failed(refusal('', 'The answer of the server holds no access_token'))
  // What is held is sent again and again, also where no message is checked any more.
  if (!isHeaderValue(accessToken) || !isHeaderValue(idToken))
    return failed(refusal('', 'The answer of the server holds a token that no header can carry'))
  const seconds = Number(answer.value.get('expires_in') || Number.NaN)
  const expiresAt = setting.ports.clock.now() + seconds * 1000
  return ok({
    accessToken,
    idToken,
    refreshToken: answer.value.get('refresh_token') ?? '',
    expiresAt: Math.abs(expiresAt) <= latestTime ? expiresAt : null,
  })
}

/** In milliseconds since the epoch; no date lies behind it (ECMA-262 §21.4.1.1). */
const latestTime = 8.64e15

/**
 * Sends a form to an endpoint of OAuth through the transport of every send, so that proxy, certificates
 * and User-Agent apply. Redirects are not followed: the form holds the client's secret.
 */
export async function askEndpoint(
  setting: TokenSetting,
  request: EndpointRequest,
): Promise<Result<AnswerMembers, TokenRefusal>> {
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
    return failed(refusal('', 'The answer of the server is larger than 1 MB'))
  const hide = hiding([...parameters, ...auth.additionalParameters], auth)
  if (!sent.ok) {
    const { failure } = sent.failure
    const { sentence } = describeSendFailure({ ...failure, subject: hide(failure.subject) })
    return failed({ error: '', reason: sentence, isCancelled: failure.kind === 'cancelled' })
  }
  const { statusCode, reasonPhrase } = sent.value.response
  const members = readTokenAnswer(store.text())
  const error = members.get('error') ?? ''
  if (error !== '') {
    const description = members.get('error_description') ?? ''
    return failed(refusal(error, hide(description === '' ? error : `${error}: ${description}`)))
  }
  if (statusCode >= 300)
    return failed(refusal('', hide(`The server answered ${statusCode} ${reasonPhrase}`.trim())))
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
  const url = auth[endpoint]
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
  const message = { ...fields, ...authorized, target, cargo: { ...fields.cargo, way } }
  return ok(applyOverrides(message, { overrides: noOverrides }))
}

const noFiles = {
  lengthBytes: async (filePath: string) => failed(preparationFailure('file', 'FILE_NOT_READ', filePath)),
}

/** RFC 6749 §2.3.1: ID and secret are form-encoded before Basic. A client without a secret names itself. */
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

const maxReasonCharacters = 300

function refusal(error: string, reason: string): TokenRefusal {
  const shown = reason.length > maxReasonCharacters ? `${reason.slice(0, maxReasonCharacters)}…` : reason
  return { error, reason: shown, isCancelled: false }
}

/** A server may say what it was told, also in the forms in which it was told. */
function hiding(
  parameters: readonly Pick<Row, 'name' | 'value'>[],
  { clientId, clientSecret, password }: OAuth2Auth,
): (text: string) => string {
  const told = parameters.filter(({ name }) => secretNames.test(name)).map(({ value }) => value)
  const secrets = [clientSecret, password, ...told].filter(secret => secret !== '')
  const basic = basicCredentials(encodeStrictly(clientId), encodeStrictly(clientSecret)).replace('Basic ', '')
  const forms = [
    basic,
    ...secrets.flatMap(one => [one, encodeStrictly(one), encodeURIComponent(one.toWellFormed())]),
  ]
  const longestFirst = forms.toSorted((one, other) => other.length - one.length)
  return text => longestFirst.reduce((shown, form) => shown.replaceAll(form, mask), text)
}

/** Of parameters whose values prove something. */
const secretNames = /^code$|code_verifier|device_code|secret|token|assertion|password|key/i
