import { failed, type HeaderField, ok, type Result, type SendFailure } from '@parley/model'
import { type AppliedAuth, type AuthPorts, nothingApplied } from './auth/auth-scheme.ts'
import { previewAuth } from './auth/preview-auth.ts'
import { parleySchemes, type SchemeSet } from './auth/scheme-set.ts'
import { queryNames, withParams } from './auth/with-params.ts'
import { headerFault } from './build-message.ts'
import type { MessageSecret } from './gate/message-secrets.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import type { AuthorizedMessage } from './message/outbound-message.ts'
import type { RequestMessage } from './rendered-request.ts'

/**
 * Stage 5: adds authorization to the message. A ticked row of the user with the name of the scheme's first
 * field replaces everything that the scheme adds; then no server is asked for anything.
 */
export async function authorize(
  message: RequestMessage,
  ports: AuthPorts,
  signal: AbortSignal,
  schemes: SchemeSet = parleySchemes,
): Promise<Result<AuthorizedMessage, SendFailure>> {
  const action = schemes.actions[message.auth.type]
  const isLeftOut = action === undefined || isReplaced(message, schemes)
  const applied = isLeftOut ? ok(nothingApplied) : await action.apply(message.auth, message, ports, signal)
  if (!applied.ok) return applied
  const fault = applied.value.headers.map(headerFault).find(one => one !== null)
  if (fault) return failed(fault)
  // A value derived from a password, such as a digest, reveals something about it too.
  const sendsFields = !isLeftOut && action.sendsFields?.(message.auth) !== false
  return ok(withAuth(message, applied.value, sendsFields ? message.secrets.auth : []))
}

/**
 * Returns whether a row of the user replaces the scheme's fields, among headers or in the query (behaviour,
 * Own header).
 */
function isReplaced(message: RequestMessage, schemes: SchemeSet): boolean {
  const { auth, headers, generatedNames, target } = message
  const preview = previewAuth(auth, schemes.actions)
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
    kindExchange: _kindExchange,
    generatedNames,
    ...fields
  } = message
  const isOwn = (name: string) => !generatedNames.has(name) && message.headers.some(isNamed(name))
  const added = applied.headers.filter(field => !isOwn(field.name.toLowerCase()))
  const kept = message.headers.filter(field => !added.some(isNamed(field.name)))
  const content = applied.content ?? message.content
  const { gateFacts } = message
  const placed = [...inUse, ...applied.secrets]
  return {
    ...fields,
    stage: 'authorized',
    gateFacts: {
      ...gateFacts,
      secrets: [...gateFacts.secrets, ...placed],
      inContent: applied.content === null ? gateFacts.inContent : [...gateFacts.inContent, ...placed],
    },
    headers: [
      ...(applied.content === null
        ? kept
        : kept.map(field => withLength(field, contentLengthBytes(content)))),
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

function withLength(field: HeaderField, lengthBytes: number): HeaderField {
  return isNamed('content-length')(field) ? { ...field, value: String(lengthBytes) } : field
}
