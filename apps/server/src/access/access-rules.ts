import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { tokenHeader } from '@parley/appdata/running-instance'

export interface PublicPath {
  readonly path: string
  /** Whether the rule covers every path that begins with `path`. */
  readonly isPrefix: boolean
}

/**
 * The paths that GET may read without the token: the page's files, which hold no data, tickets, which are
 * secrets themselves, and what a window of an earlier start asks, which has to prove itself. This is the only list
 * of public paths; the route audit checks every route against it.
 */
export const publicPaths: readonly PublicPath[] = [
  { path: '/', isPrefix: false },
  { path: '/assets/', isPrefix: true },
  { path: '/ticket/', isPrefix: true },
  { path: '/found-again/', isPrefix: true },
]

export interface AccessRules {
  /** `127.0.0.1:PORT`, the only host name that the server accepts. */
  readonly host: string
  readonly token: string
  readonly publicPaths: readonly PublicPath[]
}

export interface Refusal {
  readonly statusCode: 401 | 403
  readonly sentence: string
}

/**
 * Returns why a request is refused, before any route handles it, or null if it may pass. Checking the exact
 * Host and Origin stops DNS rebinding and other sites; the token stops other programs (attacks LS1–LS5).
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

/** Returns every Host field. Node uses the first of several, and a proxy in front of it may use another. */
function hostFields({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
}

function forbidden(field: string): Refusal {
  return { statusCode: 403, sentence: `Parley responds to its own page only (${field}).` }
}

/**
 * Whether the request comes from the page itself or navigates to the page. The file that opens the page is
 * another site.
 */
function isTrustedSite(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return true
  const isNavigation =
    request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document'
  return request.method === 'GET' && request.url === '/' && isNavigation
}

/**
 * Whether a path is public. A path must equal its normal form: `/assets/../rpc/…` begins like a public path
 * but resolves to another. HEAD is not public, as it would use up a ticket and return nothing.
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
