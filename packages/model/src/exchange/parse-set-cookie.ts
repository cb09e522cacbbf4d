import { trimFieldValue } from '../text/trim-text.ts'
import { isLoopbackName } from '../url/loopback-name.ts'

/** A cookie as set by a server (RFC 6265bis §5.6). Absent attributes are null. */
export interface ReceivedCookie {
  readonly name: string
  readonly value: string
  /** In lower case without a leading dot; null means only the host that sent it. */
  readonly domain: string | null
  readonly path: string | null
  /** As received; null if it is not a date. */
  readonly expires: string | null
  /** In seconds. It overrides `expires`. */
  readonly maxAge: string | null
  readonly isHttpOnly: boolean
  readonly isSecure: boolean
  readonly sameSite: 'Strict' | 'Lax' | 'None' | null
  readonly isPartitioned: boolean
  /** Why browsers reject it; null if they accept it. */
  readonly refusal: CookieRefusal | null
}

export type CookieRefusal =
  | 'CONTROL_CHARACTER'
  | 'EMPTY'
  | 'TOO_LONG'
  | 'SECURE_OVER_HTTP'
  | 'FOREIGN_DOMAIN'
  | 'HOST_PREFIX'
  | 'SECURE_PREFIX'
  | 'SAME_SITE_NONE'
  | 'PARTITIONED'

/** The maximum length of name and value together, and of an attribute (RFC 6265bis §5.6). */
const maxPairLength = 4096
const maxAttributeLength = 1024

/** The origin of a cookie. */
export interface CookieOrigin {
  /** In lower case. */
  readonly host: string
  readonly isSecure: boolean
}

/** Parses the value of a Set-Cookie field, also if browsers would reject the cookie. */
export function parseSetCookie(text: string, origin: CookieOrigin): ReceivedCookie {
  const [pair = '', ...rest] = text.split(';')
  const { name, value } = splitPair(pair)
  const attributes = rest.map(readAttribute).filter(attribute => attribute.value.length <= maxAttributeLength)
  const last = (wanted: string) => attributes.findLast(attribute => attribute.name === wanted)?.value
  const has = (wanted: string) => attributes.some(attribute => attribute.name === wanted)
  const domain = (last('domain') ?? '').replace(/^\./, '').toLowerCase()
  const expires = attributes.findLast(({ name, value }) => name === 'expires' && isCookieDate(value))?.value
  const maxAge = attributes.findLast(({ name, value }) => name === 'max-age' && /^-?\d+$/.test(value))?.value
  const path = last('path') ?? ''
  const cookie = {
    name,
    value,
    domain: domain === '' ? null : domain,
    path: path.startsWith('/') ? path : null,
    expires: expires ?? null,
    maxAge: maxAge ?? null,
    isHttpOnly: has('httponly'),
    isSecure: has('secure'),
    sameSite: sameSiteOf(last('samesite')),
    isPartitioned: has('partitioned'),
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  const hasControl = /[\x00-\x08\x0a-\x1f\x7f]/.test(text)
  return { ...cookie, refusal: hasControl ? 'CONTROL_CHARACTER' : refusalOf(cookie, origin) }
}

/** A pair without `=` is a value without a name. */
function splitPair(pair: string): { readonly name: string; readonly value: string } {
  const at = pair.indexOf('=')
  return at === -1
    ? { name: '', value: trimFieldValue(pair) }
    : { name: trimFieldValue(pair.slice(0, at)), value: trimFieldValue(pair.slice(at + 1)) }
}

function readAttribute(text: string): { readonly name: string; readonly value: string } {
  const at = text.indexOf('=')
  const name = at === -1 ? text : text.slice(0, at)
  return {
    name: trimFieldValue(name).toLowerCase(),
    value: at === -1 ? '' : trimFieldValue(text.slice(at + 1)),
  }
}

function sameSiteOf(value: string | undefined): ReceivedCookie['sameSite'] {
  const known = { strict: 'Strict', lax: 'Lax', none: 'None' } as const
  const lower = (value ?? '').toLowerCase()
  return lower === 'strict' || lower === 'lax' || lower === 'none' ? known[lower] : null
}

function refusalOf(cookie: Omit<ReceivedCookie, 'refusal'>, origin: CookieOrigin): CookieRefusal | null {
  const { name, value, domain, path, isSecure } = cookie
  if (name === '' && value === '') return 'EMPTY'
  if (name.length + value.length > maxPairLength) return 'TOO_LONG'
  if (domain !== null && origin.host !== domain && !origin.host.endsWith(`.${domain}`))
    return 'FOREIGN_DOMAIN'
  if (isSecure && !origin.isSecure && !isLoopback(origin.host)) return 'SECURE_OVER_HTTP'
  // A value without a name could be mistaken for a name with a prefix.
  const prefixed = (name === '' ? value : name).toLowerCase()
  if (prefixed.startsWith('__secure-') && (!isSecure || name === '')) return 'SECURE_PREFIX'
  const isHostOnly = domain === null && path === '/' && isSecure && name !== ''
  if (prefixed.startsWith('__host-') && !isHostOnly) return 'HOST_PREFIX'
  if (cookie.sameSite === 'None' && !isSecure) return 'SAME_SITE_NONE'
  if (cookie.isPartitioned && !isSecure) return 'PARTITIONED'
  return null
}

/** Browsers treat these hosts as secure, whatever the scheme. */
function isLoopback(host: string): boolean {
  return isLoopbackName(host) || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Returns whether the text contains a time, a day, a month and a year, in any order (RFC 6265bis §5.1.1). */
function isCookieDate(text: string): boolean {
  const parts = text.split(/[\t !-/;-@[-`{-~]+/)
  const hasTime = parts.some(part => {
    const time = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/.exec(part)
    return time !== null && Number(time[1]) < 24 && Number(time[2]) < 60 && Number(time[3]) < 60
  })
  const hasMonth = parts.some(part => months.includes(part.slice(0, 3).toLowerCase()))
  const numbers = parts.filter(part => /^\d{1,4}$/.test(part))
  const day = numbers.findIndex(part => part.length <= 2 && Number(part) >= 1 && Number(part) <= 31)
  const hasYear = numbers.some((part, index) => index !== day && part.length >= 2)
  return hasTime && hasMonth && day !== -1 && hasYear
}

/** Returns why browsers reject a cookie, as a sentence. */
export function describeCookieRefusal(refusal: CookieRefusal): string {
  return sentences[refusal]
}

const sentences: Readonly<Record<CookieRefusal, string>> = {
  CONTROL_CHARACTER: 'A browser refuses it: it contains a control character.',
  EMPTY: 'A browser refuses it: it has neither a name nor a value.',
  TOO_LONG: 'A browser refuses it: name and value are longer than 4,096 characters.',
  SECURE_OVER_HTTP: 'A browser refuses it: Secure, and the response came over plain HTTP.',
  FOREIGN_DOMAIN: 'A browser refuses it: the domain does not match the host that responded.',
  HOST_PREFIX: 'A browser refuses it: __Host- needs Secure, Path=/ and no Domain.',
  SECURE_PREFIX: 'A browser refuses it: __Secure- needs Secure.',
  SAME_SITE_NONE: 'A browser refuses it: SameSite=None needs Secure.',
  PARTITIONED: 'A browser refuses it: Partitioned needs Secure.',
}
