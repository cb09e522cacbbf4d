import { editParams, type HttpBody, paramsFromUrl, type Row } from '@parley/model'

/** A URL with the rows that another client keeps beside it; ticked ones go into its query. */
export function withParams(
  url: string,
  rows: readonly Row[],
): { readonly url: string; readonly params: readonly Row[] } {
  const own = paramsFromUrl(url, [])
  return editParams(url, own, [...own, ...rows])
}

/**
 * A bare `multipart/form-data` among the headers, as other clients keep it, would replace the generated
 * one that names the boundary.
 */
export function withoutBareMultipart(headers: readonly Row[], body: HttpBody): readonly Row[] {
  if (body.type !== 'multipart') return headers
  return headers.filter(
    one => one.name.toLowerCase() !== 'content-type' || !/^\s*multipart\/form-data\s*$/i.test(one.value),
  )
}
