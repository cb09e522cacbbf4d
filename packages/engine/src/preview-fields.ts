import type { EffectiveAuth, GrpcOptions, HeaderField, HttpRequest, Row } from '@parley/model'
import { previewAuth } from './auth/preview-auth.ts'
import { type SchemePreviews, schemePreviews } from './auth/scheme-previews.ts'
import { queryNames } from './auth/with-params.ts'
import { acceptFact, contentTypeOf } from './body/content-type-of.ts'
import { isGraphQlInUrl } from './body/graphql-params.ts'
import { withBoundary } from './body/with-boundary.ts'
import { subscriptionOffer, withSubscriptionUrl } from './graphql/subscription-transports.ts'
import { type CallProtocol, callContentTypes } from './grpc/call-protocol.ts'
import { type MessageField, messageFields } from './message/message-fields.ts'
import { hostField, parseTarget } from './message/parse-target.ts'
import type { WebSocketOffer } from './stages.ts'
import { fillStrings } from './variables/fill-strings.ts'
import type { VariableScope } from './variables/scope.ts'
import { Substitution, SubstitutionError } from './variables/substitute.ts'

/** The fields that a request will be sent with, as far as they are known in advance. */
export interface FieldsPreview {
  readonly fields: readonly MessageField[]
  /** Generated fields that a row of the user replaces. */
  readonly replaced: readonly MessageField[]
  /** Query parameters that the authorization adds. */
  readonly params: readonly MessageField[]
  /** Those that a parameter of the user replaces, because it has the name of the first one. */
  readonly replacedParams: readonly MessageField[]
}

/**
 * Returns the fields that a draft will be sent with, by the rules of the send, with secrets masked. Never
 * fails.
 * @param auth the inherited authorization, if the request inherits it
 */
export function previewFields(
  request: HttpRequest,
  scopes: readonly VariableScope[],
  auth: EffectiveAuth = request.auth.type === 'inherit' ? { type: 'none' } : request.auth,
  previews: SchemePreviews = schemePreviews,
): FieldsPreview {
  const substitution = new Substitution(scopes, unknownSources)
  const fill = (text: string) => fillOrKeep(substitution, text)
  const fillRow = ({ name, value }: Row): HeaderField => ({ name: fill(name), value: fill(value).trim() })
  const ticked = (rows: readonly Row[]) => rows.filter(row => row.enabled && row.name !== '').map(fillRow)
  const { url } = withSubscriptionUrl(request, request.body)
  const target = parseTarget(fill(url), { toAscii: () => null })
  const subscription = request.stream === undefined ? subscriptionOffer(request.body, fill(url)) : null
  const method = subscription === null ? fill(request.method) : 'GET'
  const isWithoutContent = subscription !== null || isGraphQlInUrl(method, request.body)
  const ofBody =
    request.grpc === undefined
      ? contentTypeOf(request.body, '…')
      : callContentTypes[request.grpc.options.web ?? 'grpc']
  const contentType = isWithoutContent ? null : ofBody
  const authorization = previewAuth(fillStrings(auth, { fill }), previews)
  const facts = {
    method,
    host: target.ok ? hostField(target.value.target) : null,
    ...(target.ok && target.value.userInfo !== null ? { credentials: null } : {}),
    authorization: authorization.headers,
    own: withBoundary(ticked(request.headers), contentType ?? '').fields,
    cookiePairs: ticked(request.cookies).map(({ name, value }) => `${name}=${value}`),
    ...(request.stream === undefined
      ? subscription === null && acceptFact(request)
      : { stream: { lastEventId: fill(request.stream.lastEventId) } }),
    ...(request.webSocket === undefined ? {} : { webSocket: previewedOffer(request.webSocket, fill) }),
    ...(subscription !== null && { webSocket: previewedOffer(subscription, fill) }),
    ...(request.grpc === undefined ? {} : { grpc: previewedCall(request.grpc.options) }),
    contentType: contentType === null ? null : { value: fill(contentType) },
    contentLength: isWithoutContent || !hasLength(request) ? null : { value: null },
  }
  const fields = messageFields(facts)
  const isSent = (field: MessageField) =>
    fields.some(one => one.name === field.name && one.source === field.source)
  const replaced = messageFields({ ...facts, own: [] }).filter(field => !isSent(field))
  const params = authorization.params.map(param => ({ ...param, source: 'authorization' as const }))
  const ownNames = queryNames(target.ok ? target.value.target.pathAndQuery : '')
  const isReplaced = params[0] !== undefined && ownNames.has(params[0].name)
  return {
    fields,
    replaced,
    params: isReplaced ? [] : params,
    replacedParams: isReplaced ? params : [],
  }
}

/** The length of streamed messages is known only when the call ends. */
function hasLength({ body, grpc }: HttpRequest): boolean {
  return grpc === undefined ? body.type !== 'none' : grpc.methodType === 'unary'
}

function previewedCall({ deadlineMs, compression, web }: GrpcOptions) {
  return { deadlineMs, protocol: web ?? ('grpc' as CallProtocol), isCompressed: compression === 'gzip' }
}

type Offered = Pick<WebSocketOffer, 'subprotocols' | 'deflate'>

/** The key is new in each send. */
function previewedOffer({ subprotocols, deflate }: Offered, fill: (text: string) => string) {
  return { key: null, offer: { subprotocols: subprotocols.map(fill).filter(one => one !== ''), deflate } }
}

/** Placeholders for values that are generated for each send. */
const unknownSources = {
  clock: { now: () => 0, monotonic: () => 0 },
  random: { uuid: () => '…', integer: () => 0 },
}

/** Returns a text with the variables that are known; as it is if some are not. */
export function previewText(text: string, scopes: readonly VariableScope[]): string {
  return fillOrKeep(new Substitution(scopes, unknownSources), text)
}

function fillOrKeep(substitution: Substitution, text: string): string {
  try {
    return substitution.fill(text)
  } catch (error) {
    if (error instanceof SubstitutionError) return text
    throw error
  }
}
