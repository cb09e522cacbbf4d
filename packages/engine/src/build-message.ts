import { failed, type HeaderField, ok, type Result, type SendFailure } from '@parley/model'
import { type BodyContent, bodyContent } from './body/body-content.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import { isHeaderValue, isToken } from './message/header-syntax.ts'
import { hostField, type ParsedTarget, parseTarget } from './message/parse-target.ts'
import type { EnginePorts } from './ports.ts'
import { preparationFailure } from './preparation-failure.ts'
import type { RenderedRequest, RequestMessage } from './stages.ts'

/** Sent with every request that has no ticked `User-Agent` of its own (spec 2.1). */
export const userAgent = 'Parley/1.0'

/** Stage 4: the request in the terms of HTTP, its header fields in the order of the wire. */
export async function buildMessage(
  rendered: RenderedRequest,
  ports: Pick<EnginePorts, 'hostNames' | 'files' | 'random'>,
): Promise<Result<RequestMessage, SendFailure>> {
  if (!isToken(rendered.method)) {
    return failed(preparationFailure('invalidRequest', 'INVALID_METHOD', rendered.method))
  }
  const parsed = parseTarget(rendered.url, ports.hostNames)
  if (!parsed.ok) return parsed
  const body = await bodyContent(rendered.body, rendered.settings, ports)
  if (!body.ok) return body
  const own = withCookies(
    rendered.headers.filter(header => header.name !== '').map(fieldOf),
    rendered.cookies.filter(cookie => cookie.name !== '').map(cookie => `${cookie.name}=${cookie.value}`),
  )
  const ownNames = new Set(own.map(field => field.name.toLowerCase()))
  const isMissing = (field: HeaderField) => !ownNames.has(field.name.toLowerCase())
  const fields = [
    ...connectionFields(parsed.value).filter(isMissing),
    ...own,
    ...contentFields(rendered, body.value).filter(isMissing),
  ]
  const fault = fields.map(headerFault).find(one => one !== null)
  if (fault) return failed(fault)
  return ok({
    stage: 'built',
    method: rendered.method,
    target: parsed.value.target,
    headers: fields,
    content: body.value.parts ?? [],
    auth: rendered.auth,
    settings: rendered.settings,
    notices: rendered.notices,
  })
}

/** White space around a value is no part of it (RFC 9110 §5.5). */
function fieldOf({ name, value }: HeaderField): HeaderField {
  const isBlank = (character: string | undefined) => character === ' ' || character === '\t'
  let start = 0
  let end = value.length
  while (start < end && isBlank(value[start])) start += 1
  while (end > start && isBlank(value[end - 1])) end -= 1
  return { name, value: value.slice(start, end) }
}

function connectionFields({ target, userInfo }: ParsedTarget): readonly HeaderField[] {
  const fields = [
    { name: 'Host', value: hostField(target) },
    { name: 'User-Agent', value: userAgent },
  ]
  return userInfo === null
    ? fields
    : [...fields, { name: 'Authorization', value: basicCredentials(userInfo) }]
}

/** `Cookie` rows come first, then the Cookies table, all in one field (product decisions). */
function withCookies(fields: readonly HeaderField[], pairs: readonly string[]): readonly HeaderField[] {
  if (pairs.length === 0) return fields
  const isCookie = (field: HeaderField) => field.name.toLowerCase() === 'cookie'
  const typed = fields.filter(isCookie)
  const joined = {
    name: typed[0]?.name ?? 'Cookie',
    value: [...typed.map(field => field.value).filter(value => value !== ''), ...pairs].join('; '),
  }
  if (typed.length === 0) return [...fields, joined]
  return fields.flatMap(field => (field === typed[0] ? [joined] : isCookie(field) ? [] : [field]))
}

const methodsWithContent = new Set(['POST', 'PUT', 'PATCH'])

/** RFC 9110 §8.6: such a method says how long its content is even when there is none. */
export function expectsContent(method: string): boolean {
  return methodsWithContent.has(method)
}

function contentFields(
  rendered: RenderedRequest,
  { contentType, parts }: BodyContent,
): readonly HeaderField[] {
  const fields = contentType === null ? [] : [{ name: 'Content-Type', value: contentType }]
  const isChunked = rendered.headers.some(header => header.name.toLowerCase() === 'transfer-encoding')
  if (isChunked || (parts === null && !expectsContent(rendered.method))) return fields
  return [...fields, { name: 'Content-Length', value: String(contentLengthBytes(parts ?? [])) }]
}

function headerFault({ name, value }: HeaderField): SendFailure | null {
  if (!isToken(name)) return preparationFailure('invalidRequest', 'INVALID_HEADER_NAME', name)
  if (!isHeaderValue(value)) return preparationFailure('invalidRequest', 'INVALID_HEADER_VALUE', name)
  return null
}

/** RFC 7617 over the user information of the URL. */
function basicCredentials(userInfo: string): string {
  const [user = '', ...password] = userInfo.split(':')
  const bytes = new TextEncoder().encode(`${percentDecode(user)}:${percentDecode(password.join(':'))}`)
  // Piece by piece: a call takes no more than some ten thousand arguments.
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `Basic ${btoa(binary)}`
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
