import { editParams, type HttpBody, paramsFromUrl, type Row } from '@parley/model'

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
