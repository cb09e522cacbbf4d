import { failed, type HeaderField, ok, type Result, type SendFailure } from '@parley/model'
import type { ContentPart } from '../basics/content-part.ts'
import { basicCredentials } from './auth/schemes/basic.ts'
import { queryNames, withParams } from './auth/with-params.ts'
import type { BodyContent } from './body/body-content.ts'
import { withBoundary } from './body/with-boundary.ts'
import { frameContent } from './kinds/frame-content.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import { framingFault } from './message/framing-fault.ts'
import { isHeaderValue, isToken } from './message/header-syntax.ts'
import { type MessageField, messageFields } from './message/message-fields.ts'
import type { MessageHeader, RequestTarget } from './message/outbound-message.ts'
import { hostField, kindsOfSchemes, type ParsedTarget, parseTarget } from './message/parse-target.ts'
import type { EnginePorts } from './ports/engine-ports.ts'
import { preparationFailure } from './preparation-failure.ts'
import type { RenderedRequest, RenderedRow, RequestFrame, RequestMessage } from './rendered-request.ts'
import { withNamesForMarks } from './variables/substitute.ts'

/** Stage 4: builds the HTTP message, with its header fields in the order in which they are sent. */
export async function buildMessage(
  request: RenderedRequest,
  ports: Pick<EnginePorts, 'hostNames' | 'files' | 'random'>,
): Promise<Result<RequestMessage, SendFailure>> {
  const framed = await (request.frame ?? frameContent)(request, ports)
  if (!framed.ok) return framed
  const { rendered, kindExchange } = framed.value
  if (!isToken(rendered.method)) {
    return failed(preparationFailure('invalidRequest', 'INVALID_METHOD', rendered.method))
  }
  const parsed = parseTarget(rendered.url, ports.hostNames)
  if (!parsed.ok) return parsed
  const needed = kindNeeded(parsed.value.target, framed.value)
  if (needed !== null) return failed(needed)
  const body = await framed.value.content()
  if (!body.ok) return body
  const { parts, outline, notices = [] } = body.value
  const target = withBodyParams(parsed.value.target, rendered.bodyParams?.params)
  const { fields, isBoundaryAdded } = fieldsOf(framed.value, body.value, { ...parsed.value, target })
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
      ...framed.value.settings,
    },
    notices: [
      ...rendered.notices,
      ...notices,
      ...(isBoundaryAdded ? [{ code: 'BOUNDARY_ADDED' } as const] : []),
    ],
    gateFacts: {
      way: framed.value.way ?? 'request',
      originChosenBy: origins.request,
      secrets: [...secrets.url, ...secrets.rows, ...secrets.body],
      inContent: secrets.body,
      known: secrets.known,
    },
    ...(kindExchange && { kindExchange }),
  })
}

/** Returns the header fields, and whether the boundary of a form was added to a typed one. */
function fieldsOf(
  { rendered, fields, isOpenEnded = false }: RequestFrame,
  { contentType, parts, outline }: BodyContent,
  { target, userInfo }: ParsedTarget,
) {
  const typedFields = rendered.headers.filter(header => header.name !== '').map(fieldOf)
  const own = withBoundary(typedFields, outline.kind === 'multipart' ? (contentType ?? '') : '')
  return {
    fields: messageFields({
      method: rendered.method,
      host: hostField(target),
      ...(userInfo === null ? {} : { credentials: credentialsOf(userInfo) }),
      own: own.fields,
      cookiePairs: pairsOf(rendered.cookies),
      ofKind: fields,
      isOpenEnded,
      contentType: contentType === null ? null : { value: contentType },
      contentLength: lengthOf(parts),
    }),
    isBoundaryAdded: own.isAdded,
  }
}

/** Where a stream ends is known only when it has ended. */
function lengthOf(parts: readonly ContentPart[] | null) {
  if (parts === null || parts.some(({ kind }) => kind === 'stream')) return null
  return { value: String(contentLengthBytes(parts)) }
}

/** Adds the parameters of the body. One of the user replaces a parameter with the same name. */
function withBodyParams(target: RequestTarget, params: readonly HeaderField[] = []): RequestTarget {
  const own = queryNames(target.pathAndQuery)
  return withParams(
    target,
    params.filter(({ name }) => !own.has(name)),
  )
}

/** Returns the failure for a URL whose scheme wants another kind of request; null for all others. */
function kindNeeded({ targetUri }: RequestTarget, { schemes }: RequestFrame): SendFailure | null {
  const scheme = targetUri.slice(0, targetUri.indexOf(':'))
  const code = schemes?.includes(scheme) === true ? undefined : kindsOfSchemes.get(scheme)
  return code === undefined ? null : preparationFailure('invalidRequest', code, '')
}

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
