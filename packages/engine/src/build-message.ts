import { failed, type HeaderField, ok, type Result, type SendFailure } from '@parley/model'
import { basicCredentials } from './auth/basic.ts'
import { buildContent } from './body/build-content.ts'
import { contentLengthBytes } from './message/content-length-bytes.ts'
import { isHeaderValue, isToken } from './message/header-syntax.ts'
import { messageFields } from './message/message-fields.ts'
import { hostField, parseTarget } from './message/parse-target.ts'
import type { EnginePorts } from './ports.ts'
import { preparationFailure } from './preparation-failure.ts'
import type { RenderedRequest, RequestMessage } from './stages.ts'

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
  const body = await buildContent(rendered.body, rendered.settings, ports)
  if (!body.ok) return body
  const { contentType, parts } = body.value
  const { userInfo, target } = parsed.value
  const fields = messageFields({
    method: rendered.method,
    host: hostField(target),
    ...(userInfo === null ? {} : { credentials: credentialsOf(userInfo) }),
    own: rendered.headers.filter(header => header.name !== '').map(fieldOf),
    cookiePairs: rendered.cookies
      .filter(cookie => cookie.name !== '')
      .map(cookie => `${cookie.name}=${cookie.value}`),
    contentType: contentType === null ? null : { value: contentType },
    contentLength: parts === null ? null : { value: String(contentLengthBytes(parts)) },
  })
  const headers = fields.map(({ name, value }) => ({ name, value }))
  const fault = headers.map(headerFault).find(one => one !== null)
  if (fault) return failed(fault)
  return ok({
    stage: 'built',
    method: rendered.method,
    target,
    headers,
    content: parts ?? [],
    auth: rendered.auth,
    generatedNames: new Set(
      fields.filter(field => field.source !== 'own').map(field => field.name.toLowerCase()),
    ),
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

/** Why a field cannot be written as HTTP; null where it can. */
export function headerFault({ name, value }: HeaderField): SendFailure | null {
  if (!isToken(name)) return preparationFailure('invalidRequest', 'INVALID_HEADER_NAME', name)
  if (!isHeaderValue(value)) return preparationFailure('invalidRequest', 'INVALID_HEADER_VALUE', name)
  return null
}

/** RFC 7617 over the user information of the URL. */
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
