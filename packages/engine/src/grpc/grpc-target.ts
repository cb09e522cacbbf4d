/**
 * Returns the URL of a call: the typed one with the path of the method. `grpc` and `grpcs` say whether TLS is used, as `http`
 * and `https` do; without a scheme port 443 does. Null if the URL names a socket file.
 */
export function grpcUrl(typed: string, path: string): string | null {
  const url = typed.trim()
  if (/^unix:/i.test(url)) return null
  const [base = ''] = url.replace(/^\/\//, '').split(/[?#]/, 1)
  return `${schemeFor(base)}${base.replace(/\/+$/, '')}${path}`
}

function schemeFor(base: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(base)) return ''
  const [authority = ''] = base.split('/', 1)
  return authority.endsWith(':443') ? 'grpcs://' : 'grpc://'
}
