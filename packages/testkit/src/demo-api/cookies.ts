import { type Answer, answerFailure, answerJson } from './answer.ts'
import type { Call, Route } from './route.ts'

/**
 * Cookies with each attribute of RFC 6265bis at least once; the page requests them by name, so their values
 * are fixed.
 */
const samplerCookies: readonly string[] = [
  'sampler_session=abc123',
  'sampler_max_age=3600; Path=/; Max-Age=3600',
  'sampler_expires=2038; Path=/; Expires=Tue, 19 Jan 2038 03:14:07 GMT',
  'sampler_http_only=yes; Path=/; HttpOnly',
  'sampler_secure=yes; Path=/; Secure',
  'sampler_lax=yes; Path=/; SameSite=Lax',
  'sampler_strict=yes; Path=/v1; SameSite=Strict',
  'sampler_none=yes; Path=/; SameSite=None; Secure',
  'sampler_partitioned=yes; Path=/; SameSite=None; Secure; Partitioned',
  'sampler_path=root; Path=/',
  'sampler_path=cookies; Path=/v1/cookies',
  'sampler_quoted="a b"; Path=/',
  'sampler_equals=a=b==; Path=/',
  'sampler_gone=; Path=/; Max-Age=0',
  '__Secure-sampler=yes; Path=/; Secure',
  '__Host-sampler=yes; Path=/; Secure; HttpOnly; SameSite=Lax',
]

/** Routes for cookies (RFC 6265): return those received, set chosen ones, set samples of all attributes. */
export const cookieRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/cookies',
    summary: 'The cookies received, in their order',
    handle: call => answerJson({ cookies: readCookies(call.request.headers.cookie ?? '') }),
  },
  {
    method: 'GET',
    path: '/cookies/set',
    summary:
      'Sets a cookie for each name=value; attributes for all of them by flag.path (/), flag.maxAge (3600), flag.sameSite (Lax), flag.httpOnly (true), flag.secure (false)',
    handle: setCookies,
  },
  {
    method: 'GET',
    path: '/cookies/sampler',
    summary: 'Sets a fixed list of cookies that shows every attribute',
    handle: () => answerSetCookies(samplerCookies),
  },
]

function readCookies(field: string): { name: string; value: string }[] {
  const pairs = field.split(';').map(pair => pair.trim())
  return pairs
    .filter(pair => pair !== '')
    .map(pair => {
      const equals = pair.indexOf('=')
      return equals === -1
        ? { name: '', value: pair }
        : { name: pair.slice(0, equals), value: pair.slice(equals + 1) }
    })
}

function setCookies(call: Call): Answer {
  const attributes = readAttributes(call.query)
  if (attributes === undefined) {
    return answerFailure(400, 'invalid_parameter', 'A flag has a value that it cannot have')
  }
  const cookies: string[] = []
  for (const [name, value] of call.query) {
    if (name.startsWith('flag.')) continue
    // token and cookie-octet of RFC 6265 §4.1.1
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value)) {
      return answerFailure(400, 'invalid_parameter', 'A cookie has a name or value that it cannot have')
    }
    cookies.push(`${name}=${value}${attributes}`)
  }
  if (cookies.length === 0) return answerFailure(400, 'invalid_parameter', 'Give at least one name=value')
  return answerSetCookies(cookies)
}

/** Returns the attributes as text to append to a cookie, or `undefined` if one is invalid. */
function readAttributes(query: URLSearchParams): string | undefined {
  const path = query.get('flag.path') ?? '/'
  const maxAge = query.get('flag.maxAge') ?? '3600'
  const sameSite = query.get('flag.sameSite') ?? 'Lax'
  const httpOnly = query.get('flag.httpOnly') ?? 'true'
  const secure = query.get('flag.secure') ?? 'false'
  const isKnown =
    /^\/[\x21-\x3a\x3c-\x7e]*$/.test(path) &&
    /^-?\d{1,10}$/.test(maxAge) &&
    ['Lax', 'Strict', 'None'].includes(sameSite) &&
    [httpOnly, secure].every(flag => flag === 'true' || flag === 'false')
  if (!isKnown) return undefined
  const flags = `${secure === 'true' ? '; Secure' : ''}${httpOnly === 'true' ? '; HttpOnly' : ''}`
  return `; Path=${path}; Max-Age=${maxAge}; SameSite=${sameSite}${flags}`
}

function answerSetCookies(cookies: readonly string[]): Answer {
  return answerJson(
    { set: cookies },
    200,
    cookies.flatMap(cookie => ['Set-Cookie', cookie]),
  )
}
