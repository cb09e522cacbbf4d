import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface PublicPath {
  readonly path: string
  /** Whether everything below `path` is meant as well. */
  readonly isPrefix: boolean
}

/**
 * What may be had by GET without the token: the page's files, which hold no data, and tickets, which
 * are keys of their own. The one list of its kind; the route audit holds every route against it.
 */
export const publicPaths: readonly PublicPath[] = [
  { path: '/', isPrefix: false },
  { path: '/assets/', isPrefix: true },
  { path: '/ticket/', isPrefix: true },
]

export interface AccessRules {
  /** `127.0.0.1:PORT`; nothing else is a name of this server. */
  readonly host: string
  readonly token: string
  readonly publicPaths: readonly PublicPath[]
}

export interface Refusal {
  readonly statusCode: 401 | 403
  readonly sentence: string
}

/** The header that carries the token; never a cookie, as cookies go to every port of a host. */
export const tokenHeader = 'parley-token'

/**
 * Says why a request is refused, before any route sees it; null lets it pass. Exact Host and Origin
 * stop DNS rebinding and other sites, the token stops other programs (attacks LS1–LS5).
 */
export function refusalOf(request: IncomingMessage, rules: AccessRules): Refusal | null {
  const { headers } = request
  if (headers.host !== rules.host || hostFields(request) !== 1) return forbidden('Host')
  if (headers.origin !== undefined && headers.origin !== `http://${rules.host}`) return forbidden('Origin')
  if (!isTrustedSite(request)) return forbidden('Sec-Fetch-Site')
  if (isPublic(request, rules.publicPaths)) return null
  return isToken(headers[tokenHeader], rules.token)
    ? null
    : { statusCode: 401, sentence: 'Open Parley with the address that it printed when it started.' }
}

/** Of several Host fields Node takes the first, and something before it may take another. */
function hostFields({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
}

function forbidden(field: string): Refusal {
  return { statusCode: 403, sentence: `Parley answers its own page only (${field}).` }
}

/** Only the page itself may be navigated to from elsewhere: the file that opens it is elsewhere. */
function isTrustedSite(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  const isNavigation =
    request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document'
  return request.method === 'GET' && request.url === '/' && isNavigation
}

/**
 * Only a path that means what it says: `/assets/../rpc/…` begins like a public one and, resolved, is
 * another. HEAD is not among them, as it would use up a ticket and bring nothing.
 */
function isPublic({ method, url }: IncomingMessage, paths: readonly PublicPath[]): boolean {
  const path = (url ?? '').split('?')[0] ?? ''
  if (method !== 'GET' || !/^\/[\w./-]*$/.test(path) || path.split('/').includes('..')) return false
  return paths.some(one => (one.isPrefix ? path.startsWith(one.path) : path === one.path))
}

function isToken(given: string | string[] | undefined, token: string): boolean {
  if (typeof given !== 'string') return false
  const a = Buffer.from(given)
  const b = Buffer.from(token)
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
