import {
  type OutboundMessage,
  originOf,
  type PlacedCredential,
  type RequestTarget,
  schemeOnWire,
} from '@parley/engine'
import type { HeaderField, Hop } from '@parley/model'
import { fieldValue } from './header-fields.ts'
import { TransportError } from './transport-error.ts'

/** The parts of a response that decide whether a redirect is followed. */
export interface RedirectResponse {
  readonly statusCode: number
  readonly headers: readonly HeaderField[]
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Returns whether a response is a redirect that this message must follow (RFC 9110 §15.4). */
export function isFollowed(message: OutboundMessage, { statusCode, headers }: RedirectResponse): boolean {
  return (
    redirectStatuses.has(statusCode) &&
    message.settings.followRedirects &&
    fieldValue(headers, 'location') !== ''
  )
}

/** Returns the step that Timeline shows for a response that led to another message. */
export function hopOf(
  message: OutboundMessage,
  { kind, response }: { readonly kind: 'round' | 'redirect' | 'again'; readonly response: RedirectResponse },
): Hop {
  const { method, target } = message
  const { statusCode, headers } = response
  return {
    method,
    targetUri: target.targetUri,
    statusCode,
    location: kind === 'redirect' ? fieldValue(headers, 'location') : '',
    ...(kind === 'again' ? { repeatedWith: 'query' } : {}),
  }
}

/**
 * Returns the message that a redirect asks for. The method is rewritten as browsers do, and credentials are
 * dropped for another origin (behaviour, Redirects; attacks HT1).
 * @throws TransportError `INVALID_REDIRECT`, `TOO_MANY_REDIRECTS`
 */
export function redirected(
  message: OutboundMessage,
  answer: RedirectResponse,
  earlierHops: number,
): OutboundMessage {
  const { maxRedirects } = message.settings
  if (earlierHops >= maxRedirects) {
    throw new TransportError('protocol', 'TOO_MANY_REDIRECTS', String(maxRedirects))
  }
  const isWebSocket = message.gateFacts.way === 'webSocket'
  const target = targetOf(fieldValue(answer.headers, 'location'), message.target, isWebSocket)
  const method = methodAfter(message.method, answer.statusCode)
  const isSameOrigin = originOf(target) === originOf(message.target)
  const ownCredentials = new Set(message.credentials.map(one => one.name.toLowerCase()))
  const keepsContent = method === message.method
  const headers = message.headers.flatMap(field => {
    const name = field.name.toLowerCase()
    if (!keepsContent && contentFields.has(name)) return []
    if (isSameOrigin) return [field]
    if (name === 'host') return [{ name: field.name, value: hostOf(target) }]
    return isCredential(name) || ownCredentials.has(name) ? [] : [field]
  })
  return {
    ...message,
    method,
    target: isSameOrigin ? target : withoutCredentials(target, message.credentials),
    headers,
    content: keepsContent ? message.content : [],
    // A response to a challenge of one origin must not be given to another one.
    answerResponse: isSameOrigin ? message.answerResponse : null,
  }
}

/** Removes the user's keys from the query, which a server may have copied from the request. */
function withoutCredentials(target: RequestTarget, credentials: readonly PlacedCredential[]): RequestTarget {
  const isSecret = (pair: string) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
    return credentials.some(
      one => one.placement === 'query' && decoded(name) === one.name && decoded(value) === one.secret,
    )
  }
  const cut = (text: string) => {
    const start = text.indexOf('?')
    if (start < 0) return text
    const pairs = text.slice(start + 1).split('&')
    const kept = pairs.filter(pair => !isSecret(pair))
    if (kept.length === pairs.length) return text
    return text.slice(0, start) + (kept.length === 0 ? '' : `?${kept.join('&')}`)
  }
  return { ...target, pathAndQuery: cut(target.pathAndQuery), targetUri: cut(target.targetUri) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const contentFields = new Set([
  'content-length',
  'content-type',
  'content-encoding',
  'content-language',
  'transfer-encoding',
])

/**
 * Returns whether a field identifies the user to an origin, which includes the fields of a signature. Names
 * that only look like credentials are dropped as well: a missing header is noticed at once, a leaked key is
 * not.
 */
function isCredential(name: string): boolean {
  return credentialName.test(name) && !harmlessNames.has(name)
}

const credentialName =
  /auth|cookie|key|token|secret|signature|credential|passw|passphrase|session|jwt|csrf|xsrf|^x-amz-/
const harmlessNames: ReadonlySet<string> = new Set(['idempotency-key', 'sec-websocket-key'])

/**
 * Returns the method of the next request: GET after 303, and GET instead of POST after 301 and 302, as
 * browsers do.
 */
function methodAfter(method: string, statusCode: number): string {
  if (statusCode === 303 && method !== 'HEAD') return 'GET'
  return (statusCode === 301 || statusCode === 302) && method === 'POST' ? 'GET' : method
}

/**
 * Resolves a `Location` according to the URL standard, because it is the server's text and not the user's.
 */
function targetOf(location: string, from: RequestTarget, isWebSocket: boolean): RequestTarget {
  const url = URL.canParse(location, from.targetUri) ? new URL(location, from.targetUri) : null
  const typedScheme = url?.protocol.slice(0, -1) ?? ''
  const scheme = schemeOnWire(typedScheme)
  // A request for a page or file does not become a WebSocket.
  const isAllowed = /^https?$/.test(typedScheme) || isWebSocket
  if (url === null || url.hostname === '' || scheme === null || !isAllowed) {
    throw new TransportError('protocol', 'INVALID_REDIRECT', location.slice(0, 200))
  }
  const port = Number(url.port) || (scheme === 'http' ? 80 : 443)
  const pathAndQuery = url.pathname + url.search
  return {
    scheme,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    pathAndQuery,
    targetUri: `${typedScheme}://${url.host}${pathAndQuery}`,
    address: `${url.hostname}:${port}`,
  }
}

/** Returns the value of `Host`, with the port if it is not the scheme's default. */
function hostOf({ targetUri }: RequestTarget): string {
  return new URL(targetUri).host
}
