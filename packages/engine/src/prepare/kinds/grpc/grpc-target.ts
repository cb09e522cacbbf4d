import { trimEndOf } from '@parley/model'
/**
 * Returns the URL of a call: the typed one with the path of the method before its query. `grpc` and `grpcs` say whether TLS is
 * used, as `http` and `https` do; without a scheme port 443 does. Null if the URL names a socket file.
 */
export function grpcUrl(typed: string, path: string): string | null {
  const url = typed.trim()
  if (/^unix:/i.test(url)) return null
  const [, base = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url.replace(/^\/\//, '')) ?? []
  const scheme = schemeOf(base) === '' ? (isSecureUrl(base) ? 'grpcs://' : 'grpc://') : ''
  return `${scheme}${trimEndOf(base, '/')}${path}${query}`
}

/** Whether a call to this URL uses TLS. */
export function isSecureUrl(typed: string): boolean {
  const url = typed.trim().replace(/^\/\//, '')
  const scheme = schemeOf(url)
  if (scheme !== '') return secureSchemes.has(scheme)
  const [authority = ''] = url.split(/[/?#]/, 1)
  return authority.endsWith(':443')
}

/** Returns a URL with the scheme that says that its calls use TLS, or that they do not. */
export function withSecurity(typed: string, isSecure: boolean): string {
  const url = typed.trim().replace(/^\/\//, '')
  const scheme = schemeOf(url)
  if (scheme === '') return `${isSecure ? 'grpcs' : 'grpc'}://${url}`
  const plain = scheme.replace(/s$/, '')
  return `${plain}${isSecure ? 's' : ''}${url.slice(scheme.length)}`
}

const secureSchemes: ReadonlySet<string> = new Set(['grpcs', 'https'])

/** Returns the scheme of a URL in lower case; empty if it has none. */
export function schemeOf(url: string): string {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(url.trim())?.[1]?.toLowerCase() ?? ''
}
