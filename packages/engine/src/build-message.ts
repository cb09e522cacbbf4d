import { failed, type HeaderField, ok, type Result, type SendFailure } from '@parley/model'
import { basicCredentials } from './auth/schemes/basic.ts'
import { queryNames, withParams } from './auth/with-params.ts'
import type { BodyContent } from './body/body-content.ts'
import { buildContent } from './body/build-content.ts'
import { acceptFact } from './body/content-type-of.ts'
import { withBoundary } from './body/with-boundary.ts'
import { subscriptionFault } from './graphql/subscription-transports.ts'
import { buildCall, settingsOfCall } from './grpc/build-call.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import { framingFault } from './message/framing-fault.ts'
import { isHeaderValue, isToken } from './message/header-syntax.ts'
import { type MessageField, messageFields } from './message/message-fields.ts'
import { hostField, type ParsedTarget, parseTarget } from './message/parse-target.ts'
import type { EnginePorts } from './ports.ts'
import { preparationFailure } from './preparation-failure.ts'
import type {
  ContentPart,
  MessageHeader,
  RenderedRequest,
  RenderedRow,
  RequestMessage,
  RequestTarget,
} from './stages.ts'
import { toBase64 } from './text/base64.ts'
import { withNamesForMarks } from './variables/substitute.ts'

/** Stage 4: builds the HTTP message, with its header fields in the order in which they are sent. */
export async function buildMessage(
  typed: RenderedRequest,
  ports: Pick<EnginePorts, 'hostNames' | 'files' | 'random' | 'grpcCodec' | 'grpcCall'>,
): Promise<Result<RequestMessage, SendFailure>> {
  const call = await buildCall(typed, ports)
  if (call !== null && !call.ok) return call
  const rendered = call?.value.rendered ?? typed
  if (!isToken(rendered.method)) {
    return failed(preparationFailure('invalidRequest', 'INVALID_METHOD', rendered.method))
  }
  const parsed = parseTarget(rendered.url, ports.hostNames)
  if (!parsed.ok) return parsed
  const { webSocket, grpc } = rendered
  const needed = kindNeeded(parsed.value.target, rendered)
  if (needed !== null) return failed(needed)
  const body = call === null ? await contentOf(rendered, ports) : ok(call.value.content)
  if (!body.ok) return body
  const { contentType, parts, outline, notices = [] } = body.value
  const { userInfo } = parsed.value
  const target = withBodyParams(parsed.value.target, rendered.bodyParams?.params)
  const typedFields = rendered.headers.filter(header => header.name !== '').map(fieldOf)
  const own = withBoundary(typedFields, outline.kind === 'multipart' ? (contentType ?? '') : '')
  const fields = messageFields({
    method: rendered.method,
    host: hostField(target),
    ...(userInfo === null ? {} : { credentials: credentialsOf(userInfo) }),
    own: own.fields,
    cookiePairs: pairsOf(rendered.cookies),
    ...(rendered.stream === undefined ? acceptFact(rendered) : { stream: rendered.stream }),
    ...(webSocket === undefined ? {} : { webSocket: { key: newKey(ports.random), offer: webSocket } }),
    ...(grpc === undefined ? {} : { grpc }),
    contentType: contentType === null ? null : { value: contentType },
    contentLength: lengthOf(parts),
  })
  const shown = shownAddress(parsed.value, rendered, ports)
  const headers = fields.map(field => headerOf(field, rendered, shown))
  const fault = headers.map(headerFault).find(one => one !== null) ?? framingFault(headers, parts ?? [])
  if (fault) return failed(fault)
  const { secrets, origins } = rendered
  return ok({
    stage: 'built',
    method: rendered.method,
    target: shown === null ? target : { ...target, shownUri: shown.uri },
    headers,
    content: parts ?? [],
    outline,
    auth: rendered.auth,
    secrets,
    origins,
    generatedNames: new Set(
      fields.filter(field => field.source !== 'own').map(field => field.name.toLowerCase()),
    ),
    settings: {
      ...rendered.settings,
      ...(origins.request === 'script' ? initiatedByScript : {}),
      // No other version has the Upgrade field.
      ...(webSocket === undefined ? {} : { httpVersion: '1.1' }),
      ...(grpc === undefined ? {} : settingsOfCall(grpc, ports.grpcCall !== undefined)),
    },
    ...(webSocket === undefined ? {} : { webSocket }),
    notices: [...rendered.notices, ...notices, ...(own.isAdded ? [{ code: 'BOUNDARY_ADDED' } as const] : [])],
    gateFacts: {
      way: call?.value.way ?? (webSocket === undefined ? 'request' : 'webSocket'),
      originChosenBy: origins.request,
      secrets: [...secrets.url, ...secrets.rows, ...secrets.body],
      inContent: secrets.body,
      known: secrets.known,
    },
  })
}

/** Where a stream ends is known only when it has ended. */
function lengthOf(parts: readonly ContentPart[] | null) {
  if (parts === null || parts.some(({ kind }) => kind === 'stream')) return null
  return { value: String(contentLengthBytes(parts)) }
}

/** Returns the content; none if it is in the URL or in later messages, where it is checked as well. */
async function contentOf(
  rendered: RenderedRequest,
  ports: Pick<EnginePorts, 'files' | 'random'>,
): Promise<Result<BodyContent, SendFailure>> {
  const { body: typed, bodyParams } = rendered
  if (bodyParams !== undefined && typed.type === 'graphql' && (typed.uploads ?? []).length > 0)
    return failed(preparationFailure('invalidRequest', 'UPLOAD_WITH_GET', ''))
  const subscription = rendered.webSocket?.subscription
  const fault = subscription === undefined ? null : subscriptionFault(typed, subscription)
  if (fault !== null) return failed(preparationFailure('invalidRequest', fault, ''))
  const body = await buildContent(typed, rendered.settings, ports)
  if (!body.ok || (bodyParams === undefined && subscription === undefined)) return body
  return buildContent({ type: 'none' }, rendered.settings, ports)
}

/** Adds the parameters of the body. One of the user replaces a parameter with the same name. */
function withBodyParams(target: RequestTarget, params: readonly HeaderField[] = []): RequestTarget {
  const own = queryNames(target.pathAndQuery)
  return withParams(
    target,
    params.filter(({ name }) => !own.has(name)),
  )
}

/** A new key for a handshake: 16 random bytes (RFC 6455 §4.1). */
function newKey({ integer }: EnginePorts['random']): string {
  return toBase64(Uint8Array.from({ length: 16 }, () => integer(256)))
}

/** Returns the failure for a URL whose scheme wants another kind of request; null for all others. */
function kindNeeded({ targetUri }: RequestTarget, { webSocket, grpc }: RenderedRequest): SendFailure | null {
  if (webSocket === undefined && /^wss?:/.test(targetUri)) return webSocketNeeded
  return grpc === undefined && /^grpcs?:/.test(targetUri) ? grpcNeeded : null
}

const webSocketNeeded = preparationFailure('invalidRequest', 'WEBSOCKET_NEEDED', '')
const grpcNeeded = preparationFailure('invalidRequest', 'GRPC_NEEDED', '')

const initiatedByScript = { initiator: 'script' } as const

function pairsOf(cookies: readonly RenderedRow[]): readonly string[] {
  return cookies.filter(cookie => cookie.name !== '').map(({ name, value }) => `${name}=${value}`)
}

/** Returns the header with the text that scripts may see, and with who wrote it. */
function headerOf(
  field: MessageField<string>,
  rendered: RenderedRequest,
  address: ShownAddress | null,
): MessageHeader {
  const { name, value, source } = field
  if (source === 'own') return { ...headerWithoutSource(field), writtenBy: 'user' }
  if (source === 'cookies') return cookieHeader(field, rendered)
  if (source !== 'url' || address === null) return { name, value }
  const shown = name === 'Host' ? address.host : address.credentials
  return shown === null ? { name, value } : { name, value, shown: { name, value: shown } }
}

function headerWithoutSource({ source: _, ...field }: MessageField<string> & MessageHeader): MessageHeader {
  return field
}

function cookieHeader(
  { name, value }: MessageField<string>,
  { headers, cookies }: RenderedRequest,
): MessageHeader {
  const typed = headers.filter(row => row.name.toLowerCase() === 'cookie')
  const secretNames = [...typed, ...cookies].flatMap(row => row.secretNames ?? [])
  if (secretNames.length === 0) return { name, value, writtenBy: 'user' }
  const joined = [
    ...typed.map(row => (row.shown ?? row).value).filter(text => text !== ''),
    ...pairsOf(cookies.map(row => ({ ...row, ...row.shown }))),
  ]
  return { name, value, writtenBy: 'user', secretNames, shown: { name, value: joined.join('; ') } }
}

/**
 * The text that scripts may see of an address that contains a withheld secret; null means that a part
 * contains none.
 */
interface ShownAddress {
  readonly uri: string
  readonly host: string | null
  readonly credentials: string | null
}

/**
 * Reads the marked text instead of searching for the secret. Otherwise a script could put a guess next to the
 * secret and see whether both are hidden.
 */
function shownAddress(
  { target, userInfo }: ParsedTarget,
  { marked, url, bodyParams }: RenderedRequest,
  { hostNames }: Pick<EnginePorts, 'hostNames'>,
): ShownAddress | null {
  if (marked.url === url && isEqual(bodyParams?.params, bodyParams?.marked)) return null
  const parsed = parseTarget(marked.url, hostNames)
  // For example, an address whose port is a secret cannot be parsed.
  if (!parsed.ok) return { uri: withNamesForMarks(marked.url), host: '', credentials: '' }
  const host = hostField(parsed.value.target)
  return {
    uri: withNamesForMarks(withBodyParams(parsed.value.target, bodyParams?.marked).targetUri),
    host: host === hostField(target) ? null : withNamesForMarks(host),
    credentials:
      parsed.value.userInfo === userInfo ? null : `Basic ${withNamesForMarks(parsed.value.userInfo ?? '')}`,
  }
}

/** White space around a value is not part of it (RFC 9110 §5.5). */
function fieldOf({ name, value, shown, secretNames }: RenderedRow): MessageHeader {
  const isBlank = (character: string | undefined) => character === ' ' || character === '\t'
  let start = 0
  let end = value.length
  while (start < end && isBlank(value[start])) start += 1
  while (end > start && isBlank(value[end - 1])) end -= 1
  return {
    name,
    value: value.slice(start, end),
    ...(shown === undefined ? {} : { shown: { name: shown.name, value: shown.value.trim() } }),
    ...(secretNames === undefined ? {} : { secretNames }),
  }
}

/** Returns why a field cannot be written as HTTP; null if it can. */
export function headerFault({ name, value }: HeaderField): SendFailure | null {
  if (!isToken(name)) return preparationFailure('invalidRequest', 'INVALID_HEADER_NAME', name)
  if (!isHeaderValue(value)) return preparationFailure('invalidRequest', 'INVALID_HEADER_VALUE', name)
  return null
}

/** Returns Basic credentials (RFC 7617) for the user information of a URL. */
function credentialsOf(userInfo: string): string {
  const [user = '', ...password] = userInfo.split(':')
  return basicCredentials(percentDecode(user), percentDecode(password.join(':')))
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isEqual(params: readonly HeaderField[] = [], others: readonly HeaderField[] = []): boolean {
  return params.every(({ value }, at) => value === others[at]?.value)
}
