import {
  type EffectiveAuth,
  failed,
  type HeaderField,
  ok,
  type Result,
  type SendFailure,
} from '@parley/model'
import { applyApiKey } from './auth/api-key.ts'
import { type AppliedAuth, type AuthPorts, type AuthScheme, nothingApplied } from './auth/auth-scheme.ts'
import { applyBasic } from './auth/basic.ts'
import { applyBearer } from './auth/bearer.ts'
import { applyDigest } from './auth/digest.ts'
import { applyHawk } from './auth/hawk.ts'
import { applyJwt } from './auth/jwt.ts'
import { applyOAuth1 } from './auth/oauth1.ts'
import { applyOAuth2 } from './auth/oauth2/oauth2.ts'
import { previewAuth } from './auth/preview-auth.ts'
import { applySignatureV4 } from './auth/signature-v4.ts'
import { queryNames, withParams } from './auth/with-params.ts'
import { applyWsse } from './auth/wsse.ts'
import { headerFault } from './build-message.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import { preparationFailure } from './preparation-failure.ts'
import type { AuthorizedMessage, MessageSecret, RequestMessage } from './stages.ts'

/**
 * Stage 5: adds what the scheme makes of the message that was built. A ticked row of the user with the
 * name of the scheme's first field takes the place of it all, before anything is asked of a server.
 */
export async function authorize(
  message: RequestMessage,
  ports: AuthPorts,
  signal: AbortSignal,
  apply: AuthScheme<EffectiveAuth> = applyScheme,
): Promise<Result<AuthorizedMessage, SendFailure>> {
  const replaced = isReplaced(message)
  const applied = replaced ? ok(nothingApplied) : await apply(message.auth, message, ports, signal)
  if (!applied.ok) return applied
  const fault = applied.value.headers.map(headerFault).find(one => one !== null)
  return fault ? failed(fault) : ok(withAuth(message, applied.value, replaced ? [] : secretsInUse(message)))
}

/** What is made of a password, such as a digest, gives it away as well; OAuth 2.0 sends a token in its place. */
function secretsInUse({ auth, secrets }: RequestMessage): readonly MessageSecret[] {
  return auth.type === 'oauth2' && auth.grantType !== 'pasteAccessToken' ? [] : secrets.auth
}

/** Puts any scheme into a message as it is sent. */
export const applyScheme: AuthScheme<EffectiveAuth> = (auth, message, ports, signal) => {
  switch (auth.type) {
    case 'none':
      return Promise.resolve(ok(nothingApplied))
    case 'bearer':
      return applyBearer(auth, message, ports, signal)
    case 'apiKey':
      return applyApiKey(auth, message, ports, signal)
    case 'basic':
      return applyBasic(auth, message, ports, signal)
    case 'wsse':
      return applyWsse(auth, message, ports, signal)
    case 'digest':
      return applyDigest(auth, message, ports, signal)
    case 'oauth1':
      return applyOAuth1(auth, message, ports, signal)
    case 'jwt':
      return applyJwt(auth, message, ports, signal)
    case 'hawk':
      return applyHawk(auth, message, ports, signal)
    case 'signatureV4':
      return applySignatureV4(auth, message, ports, signal)
    case 'oauth2':
      return auth.grantType === 'implicit'
        ? Promise.resolve(
            failed(preparationFailure('authorization', 'AUTH_NOT_SUPPORTED', 'OAuth 2.0 Implicit')),
          )
        : applyOAuth2(auth, message, ports, signal)
    case 'ntlm':
      return Promise.resolve(failed(preparationFailure('authorization', 'NTLM_NOT_SUPPORTED', '')))
  }
}

/** Own row against generated field (product decisions), in the query as among the headers. */
function isReplaced({ auth, headers, generatedNames, target }: RequestMessage): boolean {
  const preview = previewAuth(auth)
  const header = preview.headers[0]?.name.toLowerCase()
  const param = preview.params[0]?.name
  return (
    (header !== undefined && !generatedNames.has(header) && headers.some(isNamed(header))) ||
    (param !== undefined && queryNames(target.pathAndQuery).has(param))
  )
}

const isNamed = (name: string) => (field: HeaderField) => field.name.toLowerCase() === name.toLowerCase()

function withAuth(
  message: RequestMessage,
  applied: AppliedAuth,
  inUse: readonly MessageSecret[],
): AuthorizedMessage {
  const {
    auth: _auth,
    secrets: _secrets,
    origins: _origins,
    outline: _outline,
    generatedNames,
    ...fields
  } = message
  const isOwn = (name: string) => !generatedNames.has(name) && message.headers.some(isNamed(name))
  const added = applied.headers.filter(field => !isOwn(field.name.toLowerCase()))
  const kept = message.headers.filter(field => !added.some(isNamed(field.name)))
  const content = applied.content ?? message.content
  const { cargo } = message
  const placed = [...inUse, ...applied.secrets]
  return {
    ...fields,
    stage: 'authorized',
    cargo: {
      ...cargo,
      secrets: [...cargo.secrets, ...placed],
      inContent: applied.content === null ? cargo.inContent : [...cargo.inContent, ...placed],
    },
    headers: [
      ...(applied.content === null
        ? kept
        : kept.map(field => framedAnew(field, contentLengthBytes(content)))),
      ...added,
    ],
    target: withParams(message.target, applied.params),
    content,
    notices: [...message.notices, ...applied.notices],
    credentials: applied.credentials,
    answerResponse: applied.answerResponse,
    signed: applied.signed,
  }
}

function framedAnew(field: HeaderField, lengthBytes: number): HeaderField {
  return isNamed('content-length')(field) ? { ...field, value: String(lengthBytes) } : field
}
