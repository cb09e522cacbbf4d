import { type Answer, answerJson } from './answer.ts'
import { isRecord } from './read-json.ts'
import type { Call } from './route.ts'

/** The parameters of a token request (RFC 6749 §4, §6); absent ones are `undefined`. */
export interface TokenRequest {
  readonly grantType: string | undefined
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
  /** Whether the client's credentials were in the Authorization field. */
  readonly usesBasic: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly refreshToken: string | undefined
  readonly scope: string | undefined
}

/** A token request, or the response that refuses it. */
export type ReadTokenRequest =
  | { readonly ok: true; readonly request: TokenRequest }
  | { readonly ok: false; readonly answer: Answer }

/** The errors of RFC 6749 §5.2 that this endpoint uses. */
export type TokenErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type'

/** Returns an error response of the token endpoint, in the form of RFC 6749 §5.2 and not of the demo API. */
export function answerTokenError(code: TokenErrorCode, description: string, challengeBasic = false): Answer {
  const challenge = challengeBasic ? ['WWW-Authenticate', 'Basic realm="demo"'] : []
  const fields = ['Cache-Control', 'no-store', 'Pragma', 'no-cache', ...challenge]
  return answerJson(
    { error: code, error_description: description },
    code === 'invalid_client' ? 401 : 400,
    fields,
  )
}

/**
 * Reads a token request from a form (RFC 6749 §4.4.2) or from JSON (behaviour 4.10). The client's credentials are
 * in the content or in Basic, never both (§2.3). JSON may omit `grant_type`, as the token request of behaviour
 * 4.10 does: it then means `client_credentials`.
 */
export function readTokenRequest(call: Call): ReadTokenRequest {
  const refuse = (description: string): ReadTokenRequest => ({
    ok: false,
    answer: answerTokenError('invalid_request', description),
  })
  const mediaType = (call.request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  const isJson = mediaType === 'application/json'
  if (!isJson && mediaType !== 'application/x-www-form-urlencoded') {
    return refuse('The content must be application/x-www-form-urlencoded or application/json')
  }
  const text = call.content.toString('utf8')
  const parameters = isJson ? readJsonParameters(text) : readFormParameters(text)
  if (typeof parameters === 'string') return refuse(parameters)
  const authorization = call.request.headers.authorization
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  if (authorization !== undefined && basic === undefined) {
    return { ok: false, answer: answerTokenError('invalid_client', 'Only Basic credentials are read', true) }
  }
  if (basic !== undefined && parameters.has('client_secret')) {
    return refuse('The client must authenticate in one way only')
  }
  return {
    ok: true,
    request: {
      grantType: parameters.get('grant_type') ?? (isJson ? 'client_credentials' : undefined),
      clientId: basic?.id ?? parameters.get('client_id'),
      clientSecret: basic?.secret ?? parameters.get('client_secret'),
      usesBasic: basic !== undefined,
      username: parameters.get('username'),
      password: parameters.get('password'),
      refreshToken: parameters.get('refresh_token'),
      scope: parameters.get('scope'),
    },
  }
}

/** Returns the parameters, or an error message. */
function readFormParameters(text: string): ReadonlyMap<string, string> | string {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) return `${name} stands more than once`
    // RFC 6749 §3.2: a parameter without a value counts as omitted.
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}

function readJsonParameters(text: string): ReadonlyMap<string, string> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'The content is not JSON'
  }
  if (!isRecord(value)) return 'The content must be a JSON object'
  const parameters = new Map<string, string>()
  for (const [name, parameter] of Object.entries(value)) {
    if (typeof parameter !== 'string') return `${name} must be a text`
    if (parameter !== '') parameters.set(name, parameter)
  }
  return parameters
}

/** Decodes Basic credentials, both parts of which are form-encoded inside the Base64 (RFC 6749 §2.3.1). */
function readBasic(authorization: string): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon === -1) return undefined
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  try {
    return { id: decode(pair.slice(0, colon)), secret: decode(pair.slice(colon + 1)) }
  } catch {
    return undefined
  }
}
