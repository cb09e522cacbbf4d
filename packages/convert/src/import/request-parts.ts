import { editParams, type HttpBody, paramsFromUrl, type Row } from '@parley/model'
import { type JsonValue, textMember } from './json-value.ts'

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'])

/**
 * Returns the method of a request; GET if there is none. Other clients send `post` as `POST`, so known names are written so here;
 * Parley sends every method as it is written.
 */
export function methodOf(request: JsonValue | undefined): string {
  const method = textMember(request, 'method')
  const known = method.toUpperCase()
  return methods.has(known) ? known : method || 'GET'
}

/** Returns a URL with the ticked rows, which another client stores separately, in its query. */
export function withParams(
  url: string,
  rows: readonly Row[],
): { readonly url: string; readonly params: readonly Row[] } {
  const own = paramsFromUrl(url, [])
  return editParams(url, own, [...own, ...rows])
}

/**
 * Removes a bare `multipart/form-data` header, which other clients store and which would replace the
 * generated one with the boundary.
 */
export function withoutBareMultipart(headers: readonly Row[], body: HttpBody): readonly Row[] {
  if (body.type !== 'multipart') return headers
  return headers.filter(
    one => one.name.toLowerCase() !== 'content-type' || !/^\s*multipart\/form-data\s*$/i.test(one.value),
  )
}
