import type { HeaderField } from '@parley/model'
import { type CallProtocol, callContentTypes } from '../grpc/call-protocol.ts'
import { grpcTimeout } from '../grpc/deadline.ts'
import type { WebSocketOffer } from '../stages.ts'

/** Sent with every request without a ticked `User-Agent` row (behaviour 2.1). */
export const userAgent = 'Parley/1.0'

/** The origin of a header field. */
export type FieldSource = 'own' | 'url' | 'product' | 'body' | 'cookies' | 'authorization'

/** A header field of a message. A null value is known only when the message is sent. */
export interface MessageField<Value extends string | null = string | null> {
  readonly name: string
  readonly value: Value
  readonly source: FieldSource
}

/** What determines the header fields of a message. `Value` is `string` if everything is known. */
export interface FieldFacts<Value extends string | null> {
  readonly method: string
  readonly host: Value
  /** From the user information in the URL; absent if there is none. */
  readonly credentials?: Value
  /**
   * Fields of the authorization. For a built message they are absent: its scheme adds them later, as it may
   * sign the others.
   */
  readonly authorization?: readonly { readonly name: string; readonly value: Value }[]
  /** The `Accept` of the body type; absent if it has none. */
  readonly accept?: string
  /** What a request for an event stream sends besides; absent for other requests. */
  readonly stream?: { readonly lastEventId: string }
  /** What a request for a WebSocket sends besides; absent for other requests. */
  readonly webSocket?: { readonly key: Value; readonly offer: WebSocketOffer }
  /** What a gRPC call sends besides; absent for other requests. */
  readonly grpc?: {
    readonly deadlineMs: number
    readonly protocol: CallProtocol
    readonly isCompressed: boolean
  }
  /** The ticked rows with a name, inherited ones first. */
  readonly own: readonly HeaderField[]
  /** `name=value` pairs of the Cookies table. */
  readonly cookiePairs: readonly string[]
  /** Null if the body has none. */
  readonly contentType: { readonly value: Value } | null
  /** Null if the message has no content. */
  readonly contentLength: { readonly value: Value } | null
}

const methodsWithContent = new Set(['POST', 'PUT', 'PATCH'])

/** Returns whether a method sends `Content-Length` even without content (RFC 9110 §8.6). */
export function expectsContent(method: string): boolean {
  return methodsWithContent.has(method)
}

/**
 * Returns the header fields of a message in the order in which they are sent: those of the connection, the
 * user's own, those of the content. A row of the user replaces a generated field of the same name (behaviour,
 * Own header). This is the only place that knows the generated fields; the page's list of headers uses it too.
 */
export function messageFields<Value extends string | null>(
  facts: FieldFacts<Value>,
): readonly MessageField<Value | string>[] {
  const own = withCookies(facts.own, facts.cookiePairs)
  const authorization = authorizationFields(facts.authorization ?? [], own)
  const given = new Set([...own, ...authorization].map(field => field.name.toLowerCase()))
  return [
    ...connectionFields(facts).filter(field => !given.has(field.name.toLowerCase())),
    ...own,
    ...contentFields(facts).filter(field => !given.has(field.name.toLowerCase())),
    ...authorization,
  ]
}

/** The first field carries the credentials: a row of the user with its name replaces all of them. */
function authorizationFields<Value extends string | null>(
  fields: readonly { readonly name: string; readonly value: Value }[],
  own: readonly HeaderField[],
): readonly MessageField<Value | string>[] {
  const ownNames = new Set(own.map(field => field.name.toLowerCase()))
  if (ownNames.has(fields[0]?.name.toLowerCase() ?? '')) return []
  return fields
    .filter(field => !ownNames.has(field.name.toLowerCase()))
    .map(field => ({ ...field, source: 'authorization' as const }))
}

function connectionFields<Value extends string | null>({
  host,
  credentials,
  accept,
  stream,
  webSocket,
  grpc,
}: FieldFacts<Value>): readonly MessageField<Value | string>[] {
  return [
    { name: 'Host', value: host, source: 'url' },
    { name: 'User-Agent', value: userAgent, source: 'product' },
    ...(accept === undefined ? [] : [{ name: 'Accept', value: accept, source: 'body' } as const]),
    ...(stream === undefined ? [] : streamFields(stream.lastEventId)),
    ...(webSocket === undefined ? [] : webSocketFields(webSocket)),
    ...(grpc === undefined ? [] : grpcFields(grpc)),
    ...(credentials === undefined
      ? []
      : [{ name: 'Authorization', value: credentials, source: 'url' } as const]),
  ]
}

/** WHATWG HTML §9.2.2 and §9.2.3. */
function streamFields(lastEventId: string): readonly MessageField<string>[] {
  return [
    { name: 'Accept', value: 'text/event-stream', source: 'product' },
    { name: 'Cache-Control', value: 'no-cache', source: 'product' },
    ...(lastEventId === ''
      ? []
      : [{ name: 'Last-Event-ID', value: lastEventId, source: 'product' } as const]),
  ]
}

/** As "gRPC over HTTP2" and "gRPC-Web" say. */
function grpcFields({
  deadlineMs,
  protocol,
  isCompressed,
}: NonNullable<FieldFacts<string>['grpc']>): readonly MessageField<string>[] {
  const given = (name: string, value: string | null): readonly MessageField<string>[] =>
    value === null ? [] : [{ name, value, source: 'product' }]
  return [
    ...given('TE', protocol === 'grpc' ? 'trailers' : null),
    ...given('Accept', protocol === 'grpc' ? null : callContentTypes[protocol]),
    ...given('X-Grpc-Web', protocol === 'grpc' ? null : '1'),
    ...given('grpc-timeout', deadlineMs === 0 ? null : grpcTimeout(deadlineMs)),
    ...given('grpc-encoding', isCompressed ? 'gzip' : null),
    ...given('grpc-accept-encoding', 'identity,gzip,deflate'),
  ]
}

/** RFC 6455 §4.1, RFC 7692 §7.1. */
function webSocketFields<Value extends string | null>({
  key,
  offer,
}: NonNullable<FieldFacts<Value>['webSocket']>): readonly MessageField<Value | string>[] {
  const given = (name: string, value: string): readonly MessageField<string>[] =>
    value === '' ? [] : [{ name, value, source: 'product' }]
  return [
    ...given('Upgrade', 'websocket'),
    ...given('Connection', 'Upgrade'),
    { name: 'Sec-WebSocket-Key', value: key, source: 'product' },
    ...given('Sec-WebSocket-Version', '13'),
    ...given('Sec-WebSocket-Protocol', offer.subprotocols.join(', ')),
    ...given('Sec-WebSocket-Extensions', offer.deflate ? 'permessage-deflate; client_max_window_bits' : ''),
  ]
}

/** Joins `Cookie` rows and then the Cookies table in one field (behaviour, Own header). */
function withCookies(
  fields: readonly HeaderField[],
  pairs: readonly string[],
): readonly MessageField<string>[] {
  const own: readonly MessageField<string>[] = fields.map(field => ({ ...field, source: 'own' }))
  if (pairs.length === 0) return own
  const isCookie = (field: HeaderField) => field.name.toLowerCase() === 'cookie'
  const typed = own.filter(isCookie)
  const joined = {
    name: typed[0]?.name ?? 'Cookie',
    value: [...typed.map(field => field.value).filter(value => value !== ''), ...pairs].join('; '),
    source: 'cookies' as const,
  }
  if (typed.length === 0) return [...own, joined]
  return own.flatMap(field => (field === typed[0] ? [joined] : isCookie(field) ? [] : [field]))
}

function contentFields<Value extends string | null>(
  facts: FieldFacts<Value>,
): readonly MessageField<Value | string>[] {
  const { contentType, contentLength, method, own, grpc } = facts
  const fields =
    contentType === null ? [] : [{ name: 'Content-Type', value: contentType.value, source: 'body' as const }]
  const isChunked = own.some(field => field.name.toLowerCase() === 'transfer-encoding')
  // A call goes on until it is ended, so its length is not announced. HTTP/1.1 has nothing else that says where content ends.
  const isCall = grpc !== undefined && (grpc.protocol === 'grpc' || contentLength === null)
  if (isChunked || isCall || (contentLength === null && !expectsContent(method))) return fields
  const value = contentLength === null ? '0' : contentLength.value
  return [...fields, { name: 'Content-Length', value, source: 'body' }]
}
