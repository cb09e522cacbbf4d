import { bodyTypes, type HttpBody, mediaTypeOfBody } from '@parley/model'

/**
 * The `Content-Type` that a body is given unless the user sets one; null for a body that has none.
 * `boundary`: of Form-data, which is drawn when the form is written.
 */
export function contentTypeOf(body: HttpBody, boundary: string): string | null {
  const mediaType = mediaTypeOfBody(body, bodyTypes)
  return body.type === 'multipart' ? `${mediaType}; boundary=${boundary}` : mediaType
}
